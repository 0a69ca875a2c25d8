import { Button } from '@mantine/core';
import type { Campaign } from '@placard/contract/campaigns';
import { Crosshair, Plus } from 'lucide-react';
import { useTexts } from '../../../i18n/texts.ts';
import { idParameter } from '../../../lib/search/search-text.ts';
import { useSearchParameters } from '../../../lib/search/use-list.ts';
import { useHeld } from '../../../ui/form/held.ts';
import { EmptyState, LoadingState } from '../../../ui/states.tsx';
import { campaignsTexts } from '../texts.ts';
import { AdSetCard } from './ad-set-card.tsx';
import { AdSetEditor } from './ad-set-editor.tsx';

/**
 * The campaign's ad sets; `adSet` in the URL opens one of them, or a new one, for editing.
 * @param fetching the campaign may be an older state of it: no form opens with that
 */
export function TargetTab({ campaign, fetching }: { campaign: Campaign; fetching: boolean }) {
  const t = useTexts(campaignsTexts);
  const [raw, change] = useSearchParameters();
  const adSets = campaign.adSets.filter((adSet) => !adSet.archived);
  const editable = campaign.actions.includes('edit');
  const open = (adSet: number | 'new') => change({ tab: 'target', adSet: String(adSet) });
  const close = () => change({ adSet: undefined }, { replace: true });

  const adSet = adSets.find(({ id }) => id === idParameter(raw.adSet ?? '')) ?? null;
  const asked = editable && (raw.adSet === 'new' || adSet !== null);
  const edited = useHeld(raw.adSet ?? '', asked && !fetching ? { adSet } : null);
  if (edited === null && asked) return <LoadingState lines={6} />;
  if (edited !== null) {
    return <AdSetEditor key={raw.adSet} campaign={campaign} adSet={edited.adSet} onDone={close} />;
  }
  const add = editable && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('adSet.add')}
    </Button>
  );
  if (adSets.length === 0) {
    return <EmptyState icon={Crosshair} title={t('adSet.empty')} text={t('adSet.emptyText')} action={add} />;
  }
  return (
    <section aria-label={t('adSet.title')}>
      <div className={`row wrap between gap-12 below-16`}>
        <div>
          <h2 className="text-16">{t('adSet.title')}</h2>
          <p className="muted">{t('adSet.description')}</p>
        </div>
        {add}
      </div>
      <div className="stack gap-12">
        {adSets.map((each) => (
          <AdSetCard
            key={each.id}
            campaign={campaign}
            adSet={each}
            editable={editable}
            onEdit={() => open(each.id)}
          />
        ))}
      </div>
    </section>
  );
}
