import type { ReconciliationInFull, ReconciliationRun } from '@placard/contract/reconciliation';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, OctagonAlert, Scale } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiPages, apiQuery } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatDateTime } from '../../lib/format/time-format.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { DateTime, useTimeZone } from '../../ui/date-time.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Parts, ReadOn } from '../../ui/read-on.tsx';
import { EmptyState, FailedState, Loaded, LoadingState } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { BalanceTable } from './balance-table.tsx';
import { CheckTable } from './check-table.tsx';
import { Months } from './months.tsx';
import { reconciliationTexts } from './texts.ts';

/** The worker looks every three seconds. */
const LOOK_AGAIN_MS = 1_500;

function useRuns() {
  return useInfiniteQuery({
    ...apiPages(api.reconciliation.list, { limit: 20 }),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items[0]?.finishedAt === null ? LOOK_AGAIN_MS : false,
  });
}

/** Whether the books agree, and where not. */
export default function Reconciliation() {
  const t = useTexts(reconciliationTexts);
  const [search, change] = useSearchParameters();
  const query = useRuns();
  const runs = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const newest = runs.find(({ finishedAt }) => finishedAt !== null);
  const shownId = idParameter(search.run ?? '') ?? newest?.id;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<AskButton waiting={runs[0]?.finishedAt === null} />}
      />
      {query.isPending && <LoadingState lines={8} />}
      {query.isError && query.data === undefined && (
        <Panel>
          <FailedState title={t('loadFailed')} error={query.error} onRetry={() => void query.refetch()} />
        </Panel>
      )}
      <div className="grid gap-20">
        {query.data !== undefined && shownId === undefined && (
          <Panel>
            <EmptyState icon={Scale} title={t('none')} text={t('noneText')} />
          </Panel>
        )}
        {shownId !== undefined && <Result id={shownId} />}
        <Months />
        {runs.length > 0 && (
          <Runs runs={runs} shownId={shownId} query={query} onShow={(id) => change({ run: String(id) })} />
        )}
      </div>
    </>
  );
}

function AskButton({ waiting }: { waiting: boolean }) {
  const t = useTexts(reconciliationTexts);
  const [, change] = useSearchParameters();
  const queryClient = useQueryClient();
  const [busy, run] = useBusy();
  const ask = async () => {
    try {
      await api.reconciliation.ask(undefined);
      change({ run: undefined });
    } catch (error) {
      toast.failure(failureText(t('askFailed'), error));
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['reconciliation'] });
    }
  };
  return (
    <BusyButton busy={busy || waiting} busyLabel={t('asking')} onClick={() => void run(ask)}>
      {t('ask')}
    </BusyButton>
  );
}

function Result({ id }: { id: number }) {
  const t = useTexts(reconciliationTexts);
  const query = useQuery(apiQuery(api.reconciliation.read, { id }));
  return (
    <Loaded query={query} failed={t('loadFailed')}>
      {(run) => (
        <>
          <Verdict run={run} />
          <CheckTable checks={run.checks} currency={run.currency} />
          <BalanceTable balances={run.balances} currency={run.currency} />
        </>
      )}
    </Loaded>
  );
}

function Verdict({ run }: { run: ReconciliationInFull }) {
  const t = useTexts(reconciliationTexts);
  const timeZone = useTimeZone();
  if (run.finishedAt === null) return <p role="status">{t('waiting')}</p>;
  const at = formatDateTime(run.finishedAt, timeZone);
  const Icon = run.isGreen === true ? CircleCheck : OctagonAlert;
  return (
    <Panel>
      <div className="flex top-flex gap-12" role="status">
        <Icon size={22} aria-hidden className={`rigid ${run.isGreen === true ? 'good' : 'bad'}`} />
        <div className="stack gap-4">
          <strong className="semibold">{t(run.isGreen === true ? 'green' : 'red')}</strong>
          <p className="muted text-13">
            {run.isGreen === true ? t('greenText', { at }) : t('redText', { at, count: run.differing })}
          </p>
        </div>
      </div>
    </Panel>
  );
}

function Runs({
  runs,
  shownId,
  query,
  onShow,
}: {
  runs: readonly ReconciliationRun[];
  shownId: number | undefined;
  query: Parts;
  onShow: (id: number) => void;
}) {
  const t = useTexts(reconciliationTexts);
  return (
    <Panel flush title={t('runs')}>
      <ul className="plain-list list-rows">
        {runs.map((run) => (
          <li key={run.id}>
            <span>
              <DateTime value={run.finishedAt ?? run.askedAt} withTime />
              <small className="faint">
                {run.askedBy === null ? t('ofDay') : t('askedBy', { name: run.askedBy })}
              </small>
            </span>
            <span className="row gap-12 to-end">
              <Outcome run={run} />
              {run.finishedAt !== null && (
                <button
                  type="button"
                  className="small-button"
                  aria-current={run.id === shownId}
                  onClick={() => onShow(run.id)}
                >
                  {t('show')}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <ReadOn query={query} count={runs.length} label={t('older')} failed={t('olderFailed')} />
    </Panel>
  );
}

function Outcome({ run }: { run: ReconciliationRun }) {
  const t = useTexts(reconciliationTexts);
  if (run.isGreen === null) return <span className="faint">{t('asking')}</span>;
  if (run.isGreen) return <span className="badge on-good">{t('agrees')}</span>;
  return <span className="badge on-bad">{t('differs', { count: run.differing })}</span>;
}
