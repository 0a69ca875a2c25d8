import type { BackupConfig, Caller } from '../config.ts';
import { auditCommand } from './audit-command.ts';
import { explainFault } from './explain-fault.ts';
import { programVersion } from './program-version.ts';
import { withDatabase } from './running-database.ts';
import { type BackupReport, takeBackup } from './take-backup.ts';

/** Who backs up, and whether a person gave the command or Placard itself. */
export type BackupBy = Caller & { readonly by: 'command' | 'placard' };

/**
 * Backs up the Placard of a data folder, running or not. That everything is read stands in the audit log before, and so in the backup;
 * where nothing can be written, on a full disk say, it is backed up all the same.
 * @param warn told that it could not be written
 */
export async function backUp(
  config: BackupConfig,
  by: BackupBy,
  warn: (sentence: string) => void,
): Promise<BackupReport> {
  const { dataDir, databaseUrl, into, passphrase, keep } = config;
  const order = { dataDir, into, passphrase, keep, program: programVersion(), now: () => new Date() };
  const detail = { ...by, into, sealed: passphrase !== null, bucket: config.bucket !== null };
  return await withDatabase(dataDir, databaseUrl, async (url) => {
    try {
      await auditCommand(url, 'backup', detail);
    } catch (cause) {
      warn(`That this was backed up does not stand in the audit log: ${explainFault(cause)}`);
    }
    return await takeBackup({ ...order, databaseUrl: url });
  });
}
