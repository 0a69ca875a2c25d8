import { join } from 'node:path';
import type { Db } from '@placard/db/database';
import { logArchiveOf } from '@placard/db/embedded/log-archive';
import { traced } from '@placard/db/process/traces';
import type { Secrets } from '@placard/db/secrets/secrets';
import { PAGE_VIEWS_KEPT_DAYS } from '@placard/domain/analytics/kept-days';
import type { Clock } from '@placard/domain/clock';
import { DAY_MS, localDayAt } from '@placard/domain/time-zone';
import type { Task, TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { compareLedgerAndReports } from '../analytics/compare-ledger.ts';
import type { FactLoader } from '../analytics/loader.ts';
import type { Analytics } from '../analytics/open-analytics.ts';
import type { BackupPlan } from '../config.ts';
import { checkDueWebsites } from '../features/ads-txt/check-due-websites.ts';
import { eraseClosedAccounts } from '../features/closing/erase-account.ts';
import { eachAlone } from '../features/each-alone.ts';
import { endLooksInTime } from '../features/looks/end-looks.ts';
import { sendDigests } from '../features/notices/send-digests.ts';
import { reconcileDaily } from '../features/reconciliation/reconcile.ts';
import { forgetOldKeys } from '../features/secret-key/rotate-secret-key.ts';
import { renewDueSigningKey } from '../features/settings/signing-keys.ts';
import { sendDueViews } from '../features/views/send-views.ts';
import { tidyWebhooks } from '../features/webhooks/give-up.ts';
import { waitingLog } from '../point-in-time/keep-log.ts';
import { needsSending } from '../point-in-time/send-moments.ts';
import type { PointInTimePlan } from '../point-in-time/settings.ts';
import { createSafeFetch } from '../safe-fetch/safe-fetch.ts';
import { beginMonth } from './begin-month.ts';
import { backUpDaily, keepPointsInTime, type RunApart, sendPointsInTime } from './daily-backup.ts';
import { forgetFailedJobs } from './failed-jobs.ts';
import { issueMonthInvoices } from './issue-invoices.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { tellHourSpikes } from './tell-hour-spikes.ts';
import { tellLimits } from './tell-limits.ts';
import { tellSpikes } from './tell-spikes.ts';
import { tidyChangeLog } from './tidy-change-log.ts';
import { watchNetwork } from './watch-network.ts';
import { tellZonesNotRead } from './zones-not-read.ts';

export type TaskDeps = {
  readonly pool: Pool;
  readonly db: Db;
  readonly analytics: Analytics;
  readonly loader: FactLoader;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Address of the dashboard: the network's name in ads.txt. */
  readonly publicUrl: string;
  /** Seals the links in mails. */
  readonly secrets: Secrets;
  readonly dataDir: string;
  /** Whether the installation's key is the data folder's file. */
  readonly hasKeyFile: boolean;
  /** Whether mails are sent. */
  readonly mailServer: boolean;
  readonly runBackup: RunApart;
  readonly runPointInTime: RunApart;
  readonly runSendMoments: RunApart;
  readonly pointInTime?: PointInTimePlan | null;
};

/**
 * Months are closed and invoiced within the hour after midnight of the network's zone; the books are compared each
 * night. ads.txt is looked at each hour for the websites whose day is over, or whose pause after a failure is. What fails is tried again,
 * after pauses that grow, for no longer than until its next run: by default it would be for days, beside all that follow.
 */
const CRONTAB = [
  '* * * * * send_views ?max=3',
  '* * * * * watch_network ?max=3',
  '*/15 * * * * tell_spikes ?max=5',
  // Eight o'clock is on a quarter hour in every zone.
  '*/15 * * * * send_digests ?max=5',
  '*/5 * * * * end_looks ?max=5',
  '*/10 * * * * tidy_change_log ?max=5',
  '1 * * * * close_months ?max=7',
  // After the last charges of the month that has just ended were settled.
  '4 * * * * issue_invoices ?max=7',
  '17 * * * * check_ads_txt ?max=7',
  '29 * * * * tidy_webhooks ?max=7',
  // After months are closed and invoiced: both come before what is left of an account is booked.
  '38 * * * * erase_closed_accounts ?max=7',
  '47 * * * * tell_limits ?max=7',
  '52 * * * * look_at_zones ?max=7',
  '23 3 * * * reconcile ?max=11',
  '41 3 * * * forget_page_views ?max=11',
  '53 3 * * * tidy_rollups ?max=11',
  '11 4 * * * forget_secret_keys ?max=11',
  '59 3 * * * forget_failed_jobs ?max=11',
  // Of each day, for what is due with the next.
  '37 5 * * * renew_signing_key ?max=11',
];

/** The timetable; a backup that was missed because nothing ran is made up for at the next start. */
export function crontabOf(backups: BackupPlan | null, pointInTime: PointInTimePlan | null): string {
  const daily = backups === null ? [] : [`0 ${backups.hour} * * * back_up ?fill=20h&max=2`];
  const log = pointInTime === null ? [] : ['* * * * * keep_points_in_time ?max=1'];
  const sending = pointInTime?.bucket == null ? [] : ['* * * * * send_points_in_time ?max=1'];
  return [...CRONTAB, ...daily, ...log, ...sending].join('\n');
}

/** Ends before the next run begins. */
const ADS_TXT_RUN_MS = 50 * 60_000;

/** Each run of each job as a trace. */
export function tracedTasks(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload, helpers) =>
        await traced(`job: ${name}`, {}, async () => await task?.(payload, helpers)),
    ]),
  );
}

/**
 * Jobs by name, for graphile-worker: on a timetable, or enqueued by SQL in the transaction that wants them. A stop waits for those that run;
 * five seconds into it the signal comes by which the long ones leave the rest to the next run.
 */
export function taskListOf(deps: TaskDeps): TaskList {
  return {
    close_months: async () => await beginMonth(deps),
    issue_invoices: async () => {
      const numbers = await issueMonthInvoices(deps);
      if (numbers.length > 0) deps.logger.info({ invoices: numbers.length }, 'invoices issued');
    },
    // At eight in the morning those of all accounts are due.
    send_views: oneAtATime<Parameters<Task>>(async (_payload, { abortSignal }) => {
      const sent = await sendDueViews(deps, abortSignal);
      if (sent > 0) deps.logger.info({ views: sent }, 'views mailed');
    }),
    end_looks: async () => await endLooksInTime({ db: deps.db, now: deps.clock() }),
    watch_network: async (_payload, { abortSignal }) => {
      const { begun, over } = await watchNetwork(deps, { stopping: abortSignal });
      if (begun.length + over.length > 0) deps.logger.warn({ begun, over }, 'alarms of the network');
    },
    tell_spikes: async () => {
      const told = await eachAlone(
        [tellSpikes, tellHourSpikes],
        'looks for spikes failed',
        async (tell) => await tell(deps),
      );
      const campaigns = told.reduce((sum, each) => sum + each, 0);
      if (campaigns > 0) deps.logger.info({ campaigns }, 'campaigns spend far more than usual');
    },
    send_digests: async (_payload, { abortSignal }) => {
      const sent = await sendDigests(deps, abortSignal);
      if (sent > 0) deps.logger.info({ digests: sent }, 'digests mailed');
    },
    tell_limits: async () => {
      const told = await tellLimits(deps);
      if (told > 0) deps.logger.info({ campaigns: told }, 'campaigns are kept from spending');
    },
    look_at_zones: async () => await tellZonesNotRead(deps),
    check_ads_txt: async (_payload, { abortSignal }) => {
      const checked = await checkDueWebsites(
        { ...deps, outside: createSafeFetch() },
        AbortSignal.any([AbortSignal.timeout(ADS_TXT_RUN_MS), abortSignal]),
      );
      if (checked > 0) deps.logger.info({ websites: checked }, 'ads.txt checked');
    },
    back_up: async (_payload, { abortSignal }) => await backUpDaily(deps, abortSignal),
    keep_points_in_time: async (_payload, { abortSignal }) => {
      // Nothing was written: there is no moment that is not kept.
      if (waitingLog(logArchiveOf(join(deps.dataDir, 'postgres'))).names.length > 0)
        await keepPointsInTime(deps, abortSignal);
    },
    send_points_in_time: async (_payload, { abortSignal }) => {
      const { bucket = null, into = '' } = deps.pointInTime ?? {};
      if (bucket !== null && needsSending({ into, bucket }, deps.clock().getTime()))
        await sendPointsInTime(deps, abortSignal);
    },
    tidy_webhooks: async (_payload, { abortSignal }) =>
      await tidyWebhooks(deps.db, deps.clock(), undefined, { stopping: abortSignal }),
    erase_closed_accounts: async () => {
      const erased = await eraseClosedAccounts(deps);
      if (erased.length > 0) deps.logger.info({ accounts: erased }, 'closed accounts erased');
    },
    reconcile: async () => {
      const isGreen = await reconcileDaily({
        ...deps,
        compareReports: async () => await compareLedgerAndReports(deps),
      });
      if (!isGreen) deps.logger.error('the books differ: see Reconciliation');
    },
    forget_secret_keys: async () => {
      const forgotten = deps.hasKeyFile ? await forgetOldKeys(deps, false) : null;
      if (forgotten !== null) deps.logger.info('an old installation key is gone');
    },
    renew_signing_key: async () => {
      const made = await renewDueSigningKey(deps);
      if (made !== null) deps.logger.info(made, 'another key signs from its day on');
    },
    tidy_rollups: async () => await deps.loader.tidyRollups(),
    forget_failed_jobs: async () => {
      const forgotten = await forgetFailedJobs(deps.pool);
      if (forgotten > 0)
        deps.logger.warn({ jobs: forgotten }, 'jobs that were given up a week ago are forgotten');
    },
    tidy_change_log: async (_payload, { abortSignal }) => {
      const removed = await tidyChangeLog(deps.pool, abortSignal);
      if (removed > 0) deps.logger.debug({ removed }, 'old changes removed');
    },
    forget_page_views: async () =>
      await deps.loader.forgetPageViews(
        localDayAt('UTC', deps.clock().getTime() - PAGE_VIEWS_KEPT_DAYS * DAY_MS),
      ),
  };
}
