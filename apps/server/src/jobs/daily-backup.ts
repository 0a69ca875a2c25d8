import { commandLine } from '@placard/db/process/commands';
import { localDayAt } from '@placard/domain/time-zone';
import type { Logger } from 'pino';
import type { HasClock, HasDb } from '../deps.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { networkName } from '../features/settings/network-name.ts';
import { mailText } from '../mail/mail-text.ts';

export type BackupOutcome = { readonly fault: string | null; readonly said: string };

/** Runs a program that may take hours, until it ends or the worker stops. */
export type RunApart = (stopping: AbortSignal) => Promise<BackupOutcome>;

type Deps = HasDb & HasClock & { readonly logger: Logger; readonly runBackup: RunApart };

/** Backs up, and tells the operators where it fails: nobody may find out on the day a backup is needed. */
export async function backUpDaily(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { fault, said } = await deps.runBackup(stopping);
  // The next start makes up for it: that it was broken off is nobody's news.
  if (fault !== null) stopping.throwIfAborted();
  if (fault === null) {
    deps.logger.info({ said }, 'backed up');
    return;
  }
  deps.logger.error({ reason: fault }, 'the daily backup failed');
  await tellOperators(deps, fault, undefined);
}

type PointInTimeDeps = HasDb & HasClock & { readonly logger: Logger; readonly runPointInTime: RunApart };

/** Keeps the log of the database; where that fails, operators are told once a day. */
export async function keepPointsInTime(deps: PointInTimeDeps, stopping: AbortSignal): Promise<void> {
  const { fault, said } = await deps.runPointInTime(stopping);
  if (fault !== null) stopping.throwIfAborted();
  if (fault === null) {
    deps.logger.debug({ said }, 'kept the log');
    return;
  }
  deps.logger.error({ reason: fault }, 'points in time were not kept');
  await tellOperators(deps, fault, `point-in-time:${localDayAt('UTC', deps.clock().getTime())}`);
}

type SendDeps = HasDb & HasClock & { readonly logger: Logger; readonly runSendMoments: RunApart };

/** Sends points in time to the bucket; where that has failed for a while, operators are told once a day. */
export async function sendPointsInTime(deps: SendDeps, stopping: AbortSignal): Promise<void> {
  const { fault, said } = await deps.runSendMoments(stopping);
  if (fault !== null) stopping.throwIfAborted();
  if (fault === null) {
    deps.logger.info({ said }, 'sent points in time');
    return;
  }
  deps.logger.error({ reason: fault }, 'points in time did not reach the bucket');
  await tellOperators(deps, fault, `point-in-time-bucket:${localDayAt('UTC', deps.clock().getTime())}`);
}

/** @param key tells it once, however often it fails */
async function tellOperators(deps: HasDb & HasClock, fault: string, key: string | undefined): Promise<void> {
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const mail = mailText('backupFailed', {
      network: await networkName(trx),
      reason: fault,
      command: commandLine('backup'),
    });
    const operators = await trx
      .selectFrom('app_user as u')
      .innerJoin('user_role as r', 'r.user_id', 'u.id')
      .select('u.id')
      .where('u.status', '=', 'active')
      .where('r.role', '=', 'operator')
      .orderBy('u.id')
      .execute();
    for (const { id } of operators)
      await notify(trx, {
        userId: id,
        kind: 'backup.fail',
        data: { reason: fault },
        mail,
        at,
        ...(key === undefined ? {} : { key }),
      });
  });
}
