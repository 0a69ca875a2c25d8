import type { Logger } from 'pino';
import type { HasClock, HasDb } from '../deps.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { networkName } from '../features/settings/network-name.ts';
import { mailText } from '../mail/mail-text.ts';

export type BackupOutcome = { readonly fault: string | null; readonly said: string };

type Deps = HasDb & HasClock & { readonly logger: Logger; readonly runBackup: () => Promise<BackupOutcome> };

/** Backs up, and tells the operators where it fails: nobody may find out on the day a backup is needed. */
export async function backUpDaily(deps: Deps): Promise<void> {
  const { fault, said } = await deps.runBackup();
  if (fault === null) {
    deps.logger.info({ said }, 'backed up');
    return;
  }
  deps.logger.error({ reason: fault }, 'the daily backup failed');
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const mail = mailText('backupFailed', { network: await networkName(trx), reason: fault });
    const operators = await trx
      .selectFrom('app_user as u')
      .innerJoin('user_role as r', 'r.user_id', 'u.id')
      .select('u.id')
      .where('u.status', '=', 'active')
      .where('r.role', '=', 'operator')
      .orderBy('u.id')
      .execute();
    for (const { id } of operators)
      await notify(trx, { userId: id, kind: 'backup.fail', data: { reason: fault }, mail, at });
  });
}
