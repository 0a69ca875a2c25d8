import { Checkbox, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { CAMPAIGN_WIZARD_PATH } from '../../lib/advertiser-paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/form/field-layout.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import {
  type AdSetChoice,
  byCampaign,
  conflictCount,
  matchingChoices,
  otherCreatives,
} from './ad-set-choices.ts';
import classes from './creatives.module.css';
import { creativesTexts } from './texts.ts';
import { useAdSetChoices } from './use-ad-set-choices.ts';

const SEARCH_FROM = 6;

/** The ad sets that show a creative, by campaign; warns where one shows a different creative already. */
export function AssignmentField({
  value,
  onChange,
  creativeId,
  error,
}: {
  value: readonly number[];
  onChange: (adSetIds: number[]) => void;
  /** The creative being assigned; `null` while it does not exist yet. */
  creativeId: number | null;
  error?: ReactNode;
}) {
  const t = useTexts(creativesTexts);
  const query = useAdSetChoices();
  return (
    <Loaded query={query} failed={t('failed.adSets')}>
      {({ items }) => (
        <Choices choices={items} value={value} onChange={onChange} creativeId={creativeId} error={error} />
      )}
    </Loaded>
  );
}

type ChoicesProps = {
  choices: readonly AdSetChoice[];
  value: readonly number[];
  onChange: (adSetIds: number[]) => void;
  creativeId: number | null;
  error?: ReactNode;
};

function Choices({ choices, value, onChange, creativeId, error }: ChoicesProps) {
  const t = useTexts(creativesTexts);
  const [search, setSearch] = useState('');
  const faultId = useId();
  if (choices.length === 0) {
    return (
      <EmptyState
        title={t('assign.noneYet')}
        action={<ButtonLink to={CAMPAIGN_WIZARD_PATH}>{t('assign.createCampaign')}</ButtonLink>}
      />
    );
  }
  const groups = byCampaign(matchingChoices(choices, search));
  const conflicts = conflictCount(choices, value, creativeId);
  const toggle = (id: number, on: boolean) =>
    onChange(on ? [...value, id] : value.filter((chosen) => chosen !== id));
  return (
    <fieldset className="plain-group grid gap-12 shrinks">
      <legend className="visually-hidden">{t('field.adSets')}</legend>
      {choices.length >= SEARCH_FROM && (
        <TextInput
          aria-label={t('assign.search')}
          placeholder={t('assign.search')}
          leftSection={<Search size={15} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className={`framed grid gap-16 scrolls ${classes.choices}`}>
        {groups.length === 0 && <p className="faint text-13">{t('assign.none')}</p>}
        {groups.map((group) => (
          <section className="gap-10 grid" key={group.campaignId} aria-label={group.campaignName}>
            <h3 className="text-13 muted">{group.campaignName}</h3>
            {!group.active && <p className="faint text-13">{t('assign.campaignNotActive')}</p>}
            {group.adSets.map((choice) => {
              const others = otherCreatives(choice, creativeId);
              return (
                <Checkbox
                  key={choice.id}
                  label={choice.name}
                  description={
                    others.length === 0
                      ? undefined
                      : t('assign.shows', { names: others.map((other) => other.name).join(', ') })
                  }
                  checked={value.includes(choice.id)}
                  aria-invalid={error !== undefined && error !== null}
                  aria-describedby={faultId}
                  onChange={(event) => toggle(choice.id, event.target.checked)}
                />
              );
            })}
          </section>
        ))}
      </div>
      <p className="faint text-13" aria-live="polite">
        {t('assign.chosen', { count: value.length })}
      </p>
      <div id={faultId}>
        {error !== undefined && error !== null && <p className="bad text-13">{error}</p>}
      </div>
      {conflicts > 0 && (
        <Notice tone="warn" live>
          <p>{t('assign.warning', { count: conflicts })}</p>
        </Notice>
      )}
    </fieldset>
  );
}
