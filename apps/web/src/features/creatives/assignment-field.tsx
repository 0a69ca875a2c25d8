import { Checkbox } from '@mantine/core';
import type { AdSetChoice } from '@placard/contract/campaigns';
import type { CreativeRow } from '@placard/contract/creatives';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { CAMPAIGN_WIZARD_PATH } from '../../lib/advertiser-paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/form/field-layout.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { besidesFound, byCampaign, conflictCount, type LookedUp, shownBesides } from './ad-set-choices.ts';
import { AdSetSearch } from './ad-set-search.tsx';
import { assignmentTexts } from './assignment-texts.ts';
import classes from './creatives.module.css';
import { creativesTexts } from './texts.ts';
import { useAdSetsOf, useFoundAdSets } from './use-ad-set-choices.ts';

type FieldProps = {
  value: readonly number[];
  onChange: (adSetIds: number[]) => void;
  /** The creative being assigned; `null` while it does not exist yet. */
  creative: Pick<CreativeRow, 'id' | 'adSets'> | null;
  error?: ReactNode;
};

/** The ad sets that show a creative, by campaign; warns where one shows a different creative already. */
export function AssignmentField(props: FieldProps) {
  const t = useTexts(assignmentTexts);
  const tCreatives = useTexts(creativesTexts);
  const query = useFoundAdSets('');
  return (
    <Loaded query={query} failed={tCreatives('failed.adSets')}>
      {({ total }) =>
        total === 0 && props.value.length === 0 ? (
          <EmptyState
            title={t('noneYet')}
            action={<ButtonLink to={CAMPAIGN_WIZARD_PATH}>{t('createCampaign')}</ButtonLink>}
          />
        ) : (
          <Choices {...props} count={total} />
        )
      }
    </Loaded>
  );
}

function Choices({ value, onChange, creative, error, count }: FieldProps & { count: number }) {
  const t = useTexts(assignmentTexts);
  const tCreatives = useTexts(creativesTexts);
  const faultId = useId();
  // What was chosen here once stays where it is, so that it can be chosen again and the focus is not lost with it.
  const [seen, setSeen] = useState(value);
  const ids = [...new Set([...seen, ...value])];
  const lookUp = useAdSetsOf(ids);
  const creativeId = creative?.id ?? null;
  const conflicts = conflictCount(lookUp.data?.items ?? [], value, creativeId);
  const toggle = (id: number, on: boolean) => {
    setSeen(ids);
    onChange(on ? [...value, id] : value.filter((chosen) => chosen !== id));
  };
  const option = (id: number, label: string, description: string) => (
    <Checkbox
      key={id}
      label={label}
      description={description === '' ? undefined : description}
      checked={value.includes(id)}
      aria-invalid={error !== undefined && error !== null}
      aria-describedby={faultId}
      onChange={(event) => toggle(id, event.target.checked)}
    />
  );
  const shows = (choice: AdSetChoice) => {
    const { names, others } = shownBesides(choice, creativeId);
    return names.length === 0 ? '' : t(others ? 'showsMore' : 'shows', { names: names.join(', ') });
  };
  const besides = (found: readonly AdSetChoice[], lookedUp: LookedUp) => {
    const { known, gone } = besidesFound(found, ids, lookedUp);
    if (known.length + gone.length === 0) return null;
    return (
      <section className="gap-8 grid" aria-label={t('besides')}>
        <h3 className="text-13 muted">{t('besides')}</h3>
        {known.map((choice) =>
          option(choice.id, choice.name, [choice.campaignName, shows(choice)].filter(Boolean).join(' · ')),
        )}
        {gone.map((id) => {
          const name = creative?.adSets.find((adSet) => adSet.id === id)?.name;
          return option(id, name ?? t('gone', { id }), t('goneText'));
        })}
      </section>
    );
  };
  return (
    <fieldset className="plain-group grid gap-12 shrinks">
      <legend className="visually-hidden">{tCreatives('field.adSets')}</legend>
      <AdSetSearch count={count}>
        {(found) => (
          <div className={`framed grid gap-16 pad-12 scrolls high-420 ${classes.choices}`}>
            <Loaded query={lookUp} failed={tCreatives('failed.adSets')} loading={null}>
              {(lookedUp) => besides(found, lookedUp)}
            </Loaded>
            {byCampaign(found).map((group) => (
              <section className="gap-8 grid" key={group.campaignId} aria-label={group.campaignName}>
                <h3 className="text-13 muted">{group.campaignName}</h3>
                {!group.active && <p className="faint text-13">{t('campaignNotActive')}</p>}
                {group.adSets.map((choice) => option(choice.id, choice.name, shows(choice)))}
              </section>
            ))}
          </div>
        )}
      </AdSetSearch>
      <p className="faint text-13" aria-live="polite">
        {t('chosen', { count: value.length })}
      </p>
      <div id={faultId}>
        {error !== undefined && error !== null && <p className="bad text-13">{error}</p>}
      </div>
      {conflicts > 0 && (
        <Notice tone="warn" live>
          <p>{t('warning', { count: conflicts })}</p>
        </Notice>
      )}
    </fieldset>
  );
}
