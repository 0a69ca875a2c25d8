import type { BackupConfig } from '../config.ts';
import { programVersion } from './program-version.ts';
import { withDatabase } from './running-database.ts';
import { type BackupReport, takeBackup } from './take-backup.ts';

/** Backs up the Placard of a data folder, running or not. */
export async function backUp(config: BackupConfig): Promise<BackupReport> {
  const { dataDir, databaseUrl, into, passphrase, keep } = config;
  const order = { dataDir, into, passphrase, keep, program: programVersion(), now: () => new Date() };
  return await withDatabase(
    dataDir,
    databaseUrl,
    async (url) => await takeBackup({ ...order, databaseUrl: url }),
  );
}
