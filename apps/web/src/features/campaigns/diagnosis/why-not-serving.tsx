import { Button } from '@mantine/core';
import type { Campaign } from '@placard/contract/campaigns';
import type { DiagnosedAdSet, Diagnosis } from '@placard/contract/diagnosis';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { type Translate, useTexts } from '../../../i18n/texts.ts';
import { formatDateTime } from '../../../lib/format/time-format.ts';
import { useSearchParameters } from '../../../lib/search/use-list.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { useTimeZone } from '../../../ui/date-time.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../../ui/states.tsx';
import classes from './diagnosis.module.css';
import { GateList } from './gate-list.tsx';
import { diagnosisTexts } from './texts.ts';

/** Each ad set's way through the gates; where the campaign does not serve, the first that is held back laid open. */
export function WhyNotServing({
  campaign,
  query,
}: {
  campaign: Campaign;
  query: UseQueryResult<Diagnosis, Error>;
}) {
  const t = useTexts(diagnosisTexts);
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const { data } = query;
  const again = () => client.invalidateQueries({ queryKey: ['diagnosis'] });
  const since = data === undefined ? '' : formatDateTime(data.since, timeZone);
  const [unfolded, unfold] = useState(false);
  if (data?.verdict === 'serving' && !unfolded) {
    return (
      <section className={`row-wrap card ${classes.folded}`} aria-label={t('servingTitle')}>
        <span className={`on-quiet text-12-5 bold ${classes.verdict}`} data-verdict="serving">
          {t('verdict.serving')}
        </span>
        <p>{t('folded', { views: data.views, since })}</p>
        <Button variant="subtle" size="compact-sm" aria-expanded={false} onClick={() => unfold(true)}>
          {t('unfold')}
        </Button>
      </section>
    );
  }
  return (
    <Panel
      flush
      title={data?.verdict === 'serving' ? t('servingTitle') : t('title')}
      description={data === undefined ? undefined : t('lately', { views: data.views, since })}
      actions={
        <BusyButton
          variant="default"
          leftSection={<RefreshCw size={15} aria-hidden />}
          busy={query.isFetching}
          busyLabel={t('checking')}
          onClick={() => void again()}
        >
          {t('again')}
        </BusyButton>
      }
    >
      <Loaded query={query} failed={t('failed')} loading={<Loading />}>
        {(diagnosis) => <Diagnosed campaign={campaign} diagnosis={diagnosis} />}
      </Loaded>
    </Panel>
  );
}

function Loading() {
  return (
    <div className={`grid gap-12 items-start ${classes.none}`}>
      <LoadingState lines={4} />
    </div>
  );
}

function Diagnosed({ campaign, diagnosis }: { campaign: Campaign; diagnosis: Diagnosis }) {
  const t = useTexts(diagnosisTexts);
  const [, change] = useSearchParameters();
  if (diagnosis.adSets.length === 0) {
    return (
      <div className={`grid gap-12 items-start ${classes.none}`}>
        <p>{t('noAdSet')}</p>
        {campaign.actions.includes('edit') && (
          <Button
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => change({ tab: 'target', adSet: 'new' })}
          >
            {t('fix.addAdSet')}
          </Button>
        )}
      </div>
    );
  }
  return diagnosis.adSets.map((adSet) => (
    <AdSetDiagnosis
      key={`${adSet.id} ${adSet.verdict}`}
      campaign={campaign}
      diagnosis={diagnosis}
      adSet={adSet}
    />
  ));
}

function AdSetDiagnosis(parts: { campaign: Campaign; diagnosis: Diagnosis; adSet: DiagnosedAdSet }) {
  const t = useTexts(diagnosisTexts);
  const { adSet, diagnosis } = parts;
  // Where the campaign serves nothing is urgent; where nobody came, no gate has anything to tell.
  const worst = diagnosis.adSets.find(({ verdict }) => verdict === 'stopped' || verdict === 'limited');
  return (
    <details className={classes.adSet} open={diagnosis.verdict !== 'serving' && worst?.id === adSet.id}>
      <summary>
        <ChevronDown size={17} className={classes.chevron} aria-hidden />
        <span className={`on-quiet text-12-5 bold ${classes.verdict}`} data-verdict={adSet.verdict}>
          {t(`verdict.${adSet.verdict}`)}
        </span>
        <strong className="breaks">{adSet.name}</strong>
        <span className="muted text-13">{summaryOf(t, adSet)}</span>
      </summary>
      <GateList {...parts} />
    </details>
  );
}

function summaryOf(t: Translate<typeof diagnosisTexts.english>, adSet: DiagnosedAdSet): string {
  const { verdict, main, shown, reachable } = adSet;
  const left = adSet.gates.find(({ gate }) => gate === 'pacing')?.stopped ?? 0;
  if (verdict === 'stopped') return main === null ? '' : t('summary.stopped', { gate: t(`gate.${main}`) });
  if (verdict === 'quiet') return t('summary.quiet');
  if (verdict === 'serving' && left > 0) return t('summary.paced', { shown, left });
  return t(`summary.${verdict}`, { shown, reachable });
}
