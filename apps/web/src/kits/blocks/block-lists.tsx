import { NativeSelect, Textarea } from '@mantine/core';
import type { BlockEntry } from '@placard/contract/publisher-ads';
import { AD_CATEGORY_CODES, NO_CATEGORY } from '@placard/domain/campaign/ad-categories';
import type { BlockKind } from '@placard/domain/website/blocks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { ADS_PATH } from '../../lib/publisher-paths.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import button from '../../ui/plain-button.module.css';
import { Loaded } from '../../ui/states.tsx';
import { adCategoryTexts } from './ad-category-texts.ts';
import { blockText } from './blocked-list.tsx';
import classes from './blocks.module.css';
import { publisherAdsTexts } from './texts.ts';
import { type Place, useBlocks } from './use-blocks.ts';

/** Block-lists of a website or of one of its widgets, below its other settings; each change holds at once. */
export function BlockLists({ websiteId, widgetId }: { websiteId: number; widgetId?: number }) {
  const t = useTexts(publisherAdsTexts);
  const query = useQuery(apiQuery(api.publisherAds.blocks, { websiteId }));
  // A website that is not there, or is deleted, is told by the form above.
  if (query.error instanceof ApiError && query.error.status === 404) return null;
  const place: Place = widgetId === undefined ? { websiteId } : { websiteId, widgetId };
  const subject = widgetId === undefined ? 'website' : 'widget';
  return (
    <div className={subject === 'widget' ? `max-720 above-20 ${classes.besidePreview}` : 'max-720 above-20'}>
      <Panel title={t(`lists.${subject}Title`)} description={t(`lists.${subject}Text`)}>
        <Loaded query={query} failed={t('failed.blocks')}>
          {({ items, more }) => {
            const own = items.filter((entry) => entry.widgetId === (widgetId ?? null));
            const inherited = widgetId === undefined ? [] : items.filter((entry) => entry.widgetId === null);
            return (
              <>
                {more && <p className="below-16 muted">{t('lists.more')}</p>}
                {inherited.length > 0 && (
                  <p className="below-16 muted breaks">
                    {t('lists.inherited', {
                      values: inherited.map((entry) => blockText(t, entry)).join(', '),
                    })}
                  </p>
                )}
                <Domains place={place} entries={own.filter(({ kind }) => kind === 'advertiser_domain')} />
                <Categories place={place} entries={own.filter(({ kind }) => kind === 'category')} />
                <SingleAds place={place} entries={own.filter(({ kind }) => kind === 'creative')} />
              </>
            );
          }}
        </Loaded>
      </Panel>
    </div>
  );
}

type ListProps = { place: Place; entries: readonly BlockEntry[] };

function Domains({ place, entries }: ListProps) {
  const t = useTexts(publisherAdsTexts);
  const { busy, block } = useBlocks();
  const [typed, setTyped] = useState('');
  const values = typed.split(/[\s,;]+/).filter((text) => text !== '');
  const add = async () => {
    if (values.length > 0 && (await block(place, 'advertiser_domain', values))) setTyped('');
  };
  return (
    <section className={classes.list}>
      <Textarea
        autosize
        minRows={1}
        maxRows={6}
        label={t('lists.domains')}
        description={t('lists.domainsHint')}
        placeholder={t('lists.domainsPlaceholder')}
        spellCheck={false}
        autoCapitalize="none"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <BusyButton
        variant="default"
        busy={busy}
        busyLabel={t('lists.adding')}
        disabled={values.length === 0}
        onClick={() => void add()}
      >
        {t('lists.add')}
      </BusyButton>
      <Chips place={place} kind="advertiser_domain" entries={entries} />
    </section>
  );
}

function Categories({ place, entries }: ListProps) {
  const t = useTexts(publisherAdsTexts);
  const categoryOf = useTexts(adCategoryTexts);
  const { busy, block } = useBlocks();
  const blocked = new Set(entries.map(({ value }) => value));
  const open = [
    ...AD_CATEGORY_CODES.map((value) => ({ value: String(value), label: categoryOf(`category.${value}`) })),
    { value: NO_CATEGORY, label: t('lists.uncategorised') },
  ].filter(({ value }) => !blocked.has(value));
  return (
    <section className={classes.list}>
      <NativeSelect
        className="whole-row"
        label={t('lists.categories')}
        description={t('lists.categoriesHint')}
        value=""
        aria-disabled={busy}
        data={[{ value: '', label: t('lists.chooseCategory') }, ...open]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value !== '') void block(place, 'category', [value]);
        }}
      />
      <Chips place={place} kind="category" entries={entries} />
    </section>
  );
}

function SingleAds({ place, entries }: ListProps) {
  const t = useTexts(publisherAdsTexts);
  return (
    <section className={classes.list} aria-label={t('lists.ads')}>
      <div>
        <strong>{t('lists.ads')}</strong>
        <p className="faint text-13">{t(entries.length === 0 ? 'lists.noAds' : 'lists.adsHint')}</p>
      </div>
      <Link className={button.secondary} to={ADS_PATH} search={{ website: String(place.websiteId) }}>
        {t('lists.toAds')}
      </Link>
      <Chips place={place} kind="creative" entries={entries} />
    </section>
  );
}

function Chips({ place, kind, entries }: ListProps & { kind: BlockKind }) {
  const t = useTexts(publisherAdsTexts);
  const { busy, unblock } = useBlocks();
  if (entries.length === 0) return null;
  return (
    <ul className={`plain-list flex wrap gap-6 whole-row`}>
      {entries.map((entry) => (
        <li key={entry.value} className="removable">
          {blockText(t, entry)}
          <button
            type="button"
            className="on-screen icon-button medium removes"
            aria-disabled={busy}
            aria-label={t('unblock', { value: blockText(t, entry) })}
            title={t('allow')}
            onClick={() => void unblock(place, kind, entry.value)}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
