import { commandLine } from '@placard/db/process/commands';
import type { FailedBackup } from '@placard/domain/notice/kinds';
import { localDayAt } from '@placard/domain/time-zone';
import type { Logger } from 'pino';
import type { HasClock, HasDb } from '../deps.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { networkName } from '../features/settings/network-name.ts';
import { activeOperators } from '../features/users/active-operators.ts';
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
  await tellOperators(deps, fault);
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
  const key = `point-in-time:${localDayAt('UTC', deps.clock().getTime())}`;
  await tellOperators(deps, fault, { backupOf: 'points_in_time', key });
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
  const key = `point-in-time-bucket:${localDayAt('UTC', deps.clock().getTime())}`;
  await tellOperators(deps, fault, { backupOf: 'bucket', key });
}

/** @param once tells it once for its key, however often it fails; without it, of the daily backup */
async function tellOperators(
  deps: HasDb & HasClock,
  fault: string,
  once?: { readonly backupOf: FailedBackup; readonly key: string },
): Promise<void> {
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const mail = mailText('backupFailed', {
      network: await networkName(trx),
      what: once?.backupOf ?? 'daily',
      reason: fault,
      command: commandLine('backup'),
    });
    for (const { id } of await activeOperators(trx))
      await notify(trx, {
        userId: id,
        kind: 'backup.fail',
        data: { reason: fault, ...(once === undefined ? {} : { backupOf: once.backupOf }) },
        mail,
        at,
        ...(once === undefined ? {} : { key: once.key }),
      });
  });
}
