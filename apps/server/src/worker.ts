import type { Db } from '@placard/db/database';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { traced } from '@placard/db/process/traces';
import type { Secrets } from '@placard/db/secrets/secrets';
import type { RunQuery } from '@placard/db/secrets/signing-keys';
import { eraseViewerSalts } from '@placard/db/secrets/viewer-salts';
import type { Clock } from '@placard/domain/clock';
import { type Runner, run, type TaskList } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { compareLedgerAndReports } from './analytics/compare-ledger.ts';
import { FactLoader } from './analytics/loader.ts';
import type { Analytics } from './analytics/open-analytics.ts';
import type { BackupPlan } from './config.ts';
import { createCardLoop } from './features/billing/card-payments/card-loop.ts';
import { makeExports } from './features/data-export/make-exports.ts';
import { imageReader } from './features/images/read-image.ts';
import { inTransaction } from './features/in-transaction.ts';
import { reconcileAsked } from './features/reconciliation/reconcile.ts';
import { approveTrusted } from './features/reviews/approve-trusted.ts';
import { checkPending } from './features/reviews/check-pending.ts';
import { createWebhookLoop } from './features/webhooks/webhook-sender.ts';
import type { CardGateway } from './gateways/card-gateway.ts';
import { completeCampaigns } from './jobs/complete-campaigns.ts';
import { CompletionChanges } from './jobs/completion-changes.ts';
import { graphileLogger } from './jobs/graphile-logger.ts';
import { patientPool } from './jobs/patient-pool.ts';
import { crontabOf, taskListOf, tracedTasks } from './jobs/task-list.ts';
import { ClockSteps, forgetRunsToCome } from './jobs/timetable-clock.ts';
import { watch } from './jobs/watch.ts';
import { RecentCounts } from './pacing/recent-counts.ts';
import { PacingPlanner } from './pacing/write-plan.ts';
import type { PointInTimePlan } from './point-in-time/settings.ts';
import { Repeating } from './repeating.ts';
import { runBackupApart, runPointInTimeApart, runSendMomentsApart } from './run-backup-apart.ts';
import { createSafeFetch } from './safe-fetch/safe-fetch.ts';
import { createSafePost } from './safe-fetch/safe-post.ts';
import { SettlementLoop } from './settlement/settlement-loop.ts';
import { WorkerFigures } from './watch/network-figures.ts';

export type WorkerDeps = {
  /** At least five connections: settlement keeps one. */
  readonly pool: Pool;
  /** For the connections that several settlers have beside the pool, one each. */
  readonly databaseUrl: string;
  readonly settlers: number;
  readonly db: Db;
  readonly analytics: Analytics;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Address of the dashboard. */
  readonly publicUrl: string;
  /** Address of the ad server. */
  readonly deliveryUrl: string;
  /** Null: no cards are taken. */
  readonly cards: CardGateway | null;
  /** Seals the links in mails. */
  readonly secrets: Secrets;
  readonly dataDir: string;
  /** Where images lie that the data folder lacks; null: nowhere. */
  readonly objects?: ObjectSettings | null;
  /** Whether the installation's key is the data folder's file; else the settings have it. */
  readonly hasKeyFile: boolean;
  /** Whether mails are sent. */
  readonly mailServer: boolean;
  /** Further jobs by name, run by graphile-worker. */
  readonly tasks?: TaskList;
  readonly backups?: BackupPlan | null;
  readonly pointInTime?: PointInTimePlan | null;
};

export type RunningWorker = { readonly figures: WorkerFigures; stop(): Promise<void> };

const PACING_EVERY_MS = 1_000;
const LOAD_EVERY_MS = 1_000;
/**
 * A load costs 80 ms of a processor however few facts it has, and with traffic there is a settlement several times a
 * second: those of this long are loaded together. Figures are still no more than 3 s behind the events.
 */
const LOADS_APART_MS = 1_500;
const BUILD_EVERY_MS = 1_000;
/** Of each second: reports are answered meanwhile, and facts loaded between two steps. */
const BUILD_FOR_MS = 250;
const FOLLOW_ZONES_EVERY_MS = 30_000;
const COUNT_REACH_EVERY_MS = 60_000;
const COMPLETE_EVERY_MS = 30_000;
const WATCH_EVERY_MS = 5_000;
/** How long an operator who asks for a result waits at most. */
const RECONCILE_EVERY_MS = 3_000;
/** How long somebody waits until an archive of their data is begun. */
const EXPORTS_EVERY_MS = 3_000;
const TRUSTED_EVERY_MS = 1_000;
const FINDINGS_EVERY_MS = 3_000;
/**
 * A backup, a base, and what goes to the bucket may take hours each, a look at every ads.txt most of one: beside all four of them
 * there is a place for what is quick, such as the close of a month.
 */
const JOBS_AT_ONCE = 5;
/** A page that takes longer is found dead; nor does stopping wait longer for it. */
const CLICK_MS = 5_000;

/**
 * Everything that runs without being asked: settlement, facts into analytics, pacing plans, completion of campaigns, a
 * look at wallets and at what waits for review, what trusted accounts submitted, webhooks, and jobs. Of several workers one settles, loads and paces; the others stand by for it and share the jobs. It starts
 * and goes on while PostgreSQL is away.
 */
export async function startWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const { pool, logger, clock, settlers, databaseUrl } = deps;
  const loader = new FactLoader(deps);
  const recent = new RecentCounts();
  let planner = new PacingPlanner(recent);
  const changes = new CompletionChanges();
  const figures = new WorkerFigures();
  const whileLeading: WhileLeading = (name, everyMs, work, hurriedMs = 0) =>
    new Repeating(
      async (stopping) => {
        if (!figures.leading) return false;
        return await traced(`worker: ${name}`, {}, async (span) => {
          const outcome = await work(stopping);
          if (outcome === false) span.forget();
          return outcome;
        });
      },
      everyMs,
      (cause) => logger.warn({ err: cause, loop: name }, 'a loop of the worker failed and goes on'),
      { hurriedMs },
    );
  const load = async () => await loadFacts(deps, loader);
  const loading = whileLeading('analytics', LOAD_EVERY_MS, load, LOADS_APART_MS);
  const { keeping, reaching } = createAnalyticsLoops(deps, loader, whileLeading);
  const pacing = whileLeading('pacing', PACING_EVERY_MS, async () => await planner.run(pool, clock()));
  const completing = whileLeading(
    'completion',
    COMPLETE_EVERY_MS,
    async () => await completeWhatEnded(deps, changes),
  );
  const watching = whileLeading('watch', WATCH_EVERY_MS, async () => await watch(deps));
  const reviewing = createReviewLoops(deps, whileLeading);
  const reconciling = whileLeading('reconciliation', RECONCILE_EVERY_MS, async () => {
    await reconcileAsked({
      ...deps,
      compareReports: async () => await compareLedgerAndReports({ ...deps, loader }),
    });
  });
  const readsImages = imageReader(deps.dataDir, deps.objects ?? null);
  const exporting = whileLeading(
    'exports',
    EXPORTS_EVERY_MS,
    async (stopping) => await makeExports({ ...deps, readsImages, log: logger }, stopping),
  );
  const cards = deps.cards === null ? null : createCardLoop({ ...deps, log: logger });
  const webhooks = createWebhookLoop({ ...deps, log: logger, post: createSafePost(), random: Math.random });
  const settlement = new SettlementLoop({
    ...{ pool, logger, clock, settlers, databaseUrl },
    onSettled: (settled) => {
      figures.events += settled.eventCount;
      figures.chargedMicros += BigInt(settled.chargedMicros);
      recent.add(settled.counted, clock().getTime());
      for (const loop of [loading, reaching]) loop.hurry();
      // A wallet may have become low.
      cards?.hurry();
      changes.addSpent(settled.spentCampaignIds);
      if (settled.spentCampaignIds.length > 0) completing.hurry();
    },
    onLeading: (now) => {
      figures.leading = now;
      // Whoever led before may have written another plan.
      planner = new PacingPlanner(recent);
      changes.forget();
      if (now)
        for (const loop of [loading, reaching, pacing, completing, watching, ...reviewing]) loop.hurry();
    },
  });
  const jobs = startJobs({ ...deps, loader });
  const loops = [
    ...[settlement, loading, ...keeping, reaching, pacing, completing, watching],
    ...[reconciling, exporting, ...reviewing, webhooks, ...(cards === null ? [] : [cards])],
  ];
  for (const loop of loops) loop.start();
  return {
    figures,
    stop: async () => {
      await Promise.all([...loops.map(async (loop) => await loop.stop()), jobs.stop()]);
      await readsImages.close();
    },
  };
}

/** @returns false where there was nothing to load. */
async function loadFacts({ analytics, logger }: WorkerDeps, loader: FactLoader): Promise<boolean> {
  const { said } = analytics.damage;
  if (said !== null)
    logger.error({ said }, 'files of analytics are damaged: it is built anew from the facts');
  return (await loader.load()) > 0;
}

async function completeWhatEnded(deps: WorkerDeps, changes: CompletionChanges): Promise<void> {
  const done = await inTransaction(deps.db, async (trx) => {
    const look = await changes.look(trx);
    return { look, ...(await completeCampaigns(deps, trx, deps.clock(), look.touched)) };
  });
  changes.done(done.look);
  if (done.campaignIds.length > 0)
    deps.logger.info({ campaigns: done.campaignIds.length }, 'campaigns completed');
}

type WhileLeading = (
  name: string,
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  hurriedMs?: number,
) => Repeating;

/** Rollups, also of accounts that move; reach, and the end of what viewers were known by. */
function createAnalyticsLoops(
  { pool, clock, logger }: WorkerDeps,
  loader: FactLoader,
  whileLeading: WhileLeading,
): { readonly keeping: readonly Repeating[]; readonly reaching: Repeating } {
  const query: RunQuery = async (text, values) => (await pool.query(text, [...values])).rows;
  const keeping = [
    whileLeading('rollups', BUILD_EVERY_MS, async () => {
      const steps = await loader.buildRollups(BUILD_FOR_MS);
      if (steps > 0) logger.debug({ steps }, 'rollups built from facts');
    }),
    whileLeading('zones', FOLLOW_ZONES_EVERY_MS, async () => await loader.followZones()),
  ];
  const count = async () => {
    await eraseViewerSalts(query, clock().getTime());
    return await loader.countReach(clock);
  };
  // After a pause the first viewers are counted at once, then those of a minute together.
  return { keeping, reaching: whileLeading('reach', COUNT_REACH_EVERY_MS, count, COUNT_REACH_EVERY_MS) };
}

/** What stands beside something before a person judges it, and what goes live without. */
function createReviewLoops(deps: WorkerDeps, whileLeading: WhileLeading): Repeating[] {
  const outside = createSafeFetch({ limits: { totalMs: CLICK_MS } });
  return [
    whileLeading('trusted', TRUSTED_EVERY_MS, async () => await approveTrusted(deps)),
    whileLeading('findings', FINDINGS_EVERY_MS, async () => await checkPending({ ...deps, outside })),
  ];
}

/** graphile-worker, started again until the database is there. */
function startJobs(deps: WorkerDeps & { readonly loader: FactLoader }): Pick<RunningWorker, 'stop'> {
  let runner: Runner | null = null;
  // It keeps connections on which it only listens: one that breaks must not end the process.
  const onConnect = (client: PoolClient) => {
    client.on('error', (cause) => deps.logger.debug({ err: cause }, 'a database connection was lost'));
  };
  deps.pool.on('connect', onConnect);
  const steps = new ClockSteps(Date.now, () => performance.now());
  const starting = new Repeating(
    async () => {
      if (steps.wasSetBack() && runner !== null) {
        deps.logger.warn('the clock was set back: the timetable of jobs begins anew');
        const before: Runner = runner;
        runner = null;
        await before.stop();
      }
      if (runner === null) await forgetRunsToCome(deps.pool, new Date());
      runner ??= await run({
        pgPool: patientPool(deps.pool),
        concurrency: JOBS_AT_ONCE,
        pollInterval: 5_000,
        noHandleSignals: true,
        logger: graphileLogger(deps.logger),
        taskList: {
          ...tracedTasks(
            taskListOf({
              ...deps,
              runBackup: runBackupApart,
              runPointInTime: runPointInTimeApart,
              runSendMoments: runSendMomentsApart,
            }),
          ),
          ...deps.tasks,
        },
        crontab: crontabOf(deps.backups ?? null, deps.pointInTime ?? null),
      });
    },
    10_000,
    (cause) => deps.logger.warn({ err: cause }, 'the job runner could not start and tries again'),
  );
  starting.start();
  return {
    stop: async () => {
      await starting.stop();
      await runner?.stop();
      deps.pool.off('connect', onConnect);
    },
  };
}
