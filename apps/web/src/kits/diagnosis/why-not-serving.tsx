import { Button } from '@mantine/core';
import type { DiagnosedAdSet, Diagnosis } from '@placard/contract/diagnosis';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { type Fixes, GateList } from './gate-list.tsx';
import { diagnosisTexts } from './texts.ts';
import { VerdictBadge } from './verdict-badge.tsx';

/** Of so many is what is said as a rule. */
const USUAL_VIEWS = 1_000;

/** Each ad set's way through the gates; where the campaign does not serve, the first that is held back laid open. */
export function WhyNotServing({
  query,
  onAgain,
  fixes,
  addAdSet,
}: {
  query: UseQueryResult<Diagnosis, Error>;
  onAgain: () => unknown;
  /** Of who may mend the campaign; the operator only looks. */
  fixes?: Fixes;
  /** Where it has no ad set. */
  addAdSet?: ReactNode;
}) {
  const t = useTexts(diagnosisTexts);
  const timeZone = useTimeZone();
  const { data } = query;
  const since = formatDateTime(data?.since ?? new Date(serverNow()).toISOString(), timeZone);
  const [unfolded, unfold] = useState(false);
  if (data?.verdict === 'serving' && !unfolded) {
    return (
      <section className="row wrap card gap-8 pad-row" aria-label={t('servingTitle')}>
        <VerdictBadge verdict="serving">{t('verdict.serving')}</VerdictBadge>
        <p className="grow muted">{t('folded', { views: data.views, since })}</p>
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
      description={
        // Before it is there its room is kept: the button beside it does not move.
        <span style={data === undefined ? { visibility: 'hidden' } : undefined}>
          {t('lately', { views: data?.views ?? USUAL_VIEWS, since })}
        </span>
      }
      actions={
        <BusyButton
          variant="default"
          leftSection={<RefreshCw size={15} aria-hidden />}
          busy={query.isFetching}
          busyLabel={t('checking')}
          onClick={() => void onAgain()}
        >
          {t('again')}
        </BusyButton>
      }
    >
      <Loaded query={query} failed={t('failed')} loading={<Loading />}>
        {(diagnosis) => <Diagnosed diagnosis={diagnosis} fixes={fixes} addAdSet={addAdSet} />}
      </Loaded>
    </Panel>
  );
}

function Loading() {
  return (
    <div className="grid gap-12 items-start pad-block">
      <LoadingState lines={4} />
    </div>
  );
}

function Diagnosed({
  diagnosis,
  fixes,
  addAdSet,
}: {
  diagnosis: Diagnosis;
  fixes: Fixes | undefined;
  addAdSet: ReactNode;
}) {
  const t = useTexts(diagnosisTexts);
  if (diagnosis.adSets.length === 0) {
    return (
      <div className="grid gap-12 items-start pad-block">
        <p>{t('noAdSet')}</p>
        {addAdSet}
      </div>
    );
  }
  return diagnosis.adSets.map((adSet) => (
    <AdSetDiagnosis key={`${adSet.id} ${adSet.verdict}`} fixes={fixes} diagnosis={diagnosis} adSet={adSet} />
  ));
}

function AdSetDiagnosis(parts: { fixes: Fixes | undefined; diagnosis: Diagnosis; adSet: DiagnosedAdSet }) {
  const t = useTexts(diagnosisTexts);
  const { adSet, diagnosis } = parts;
  // Where the campaign serves nothing is urgent; where nobody came, no gate has anything to tell.
  const worst = diagnosis.adSets.find(({ verdict }) => verdict === 'stopped' || verdict === 'limited');
  return (
    <details className="fold" open={diagnosis.verdict !== 'serving' && worst?.id === adSet.id}>
      <summary>
        <ChevronDown size={16} aria-hidden />
        <VerdictBadge verdict={adSet.verdict}>{t(`verdict.${adSet.verdict}`)}</VerdictBadge>
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
