import { readFileSync } from 'node:fs';
import type { BackupConfig } from '../config.ts';
import { withDatabase } from './running-database.ts';
import { type BackupReport, takeBackup } from './take-backup.ts';

function programVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  );
  return (manifest as { version: string }).version;
}

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
