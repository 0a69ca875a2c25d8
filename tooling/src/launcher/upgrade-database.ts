import { fork } from 'node:child_process';
import { migrate, planMigrations } from '@placard/db/migrate';
import type { LauncherConfig } from './config.ts';
import { Refusal } from './refusal.ts';

export interface UpgradeOrder {
  readonly config: Pick<LauncherConfig, 'dataDir' | 'databaseUrl' | 'environment' | 'upgradeBackupDir'>;
  readonly databaseUrl: string;
  /** What `npm run backup` runs. */
  readonly backupProgram: string;
  readonly say: (sentence: string) => void;
}

/** Resolves to the backup's folder. */
function backUp({ config, backupProgram }: UpgradeOrder, into: string): Promise<string> {
  const { dataDir, databaseUrl, environment } = config;
  const child = fork(backupProgram, [into], {
    env: {
      ...environment,
      PLACARD_DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let [said, complaint] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(said.trim().split('\n').at(-1) ?? into);
      const why = complaint.trim() || `It was ended by ${signal ?? `code ${code}`}.`;
      reject(
        new Refusal(
          `The data is of an earlier release, and was not upgraded, because the backup before it failed: ${why}\n` +
            'Nothing was changed. Name another folder by PLACARD_BACKUP_DIR, or upgrade without a backup by PLACARD_UPGRADE_BACKUP=0.',
        ),
      );
    });
  });
}

/**
 * Brings the data to this release: what is newer, changed or somebody else's is refused, what is older is backed up
 * first, and then all of it changes or nothing.
 * @returns the names of the migrations applied now
 * @throws MigrationError, or Refusal where the backup failed
 */
export async function upgradeDatabase(order: UpgradeOrder): Promise<string[]> {
  const { config, databaseUrl, say } = order;
  const { applied, pending } = await planMigrations(databaseUrl);
  const [before, after] = [applied.at(-1)?.name, pending.at(-1)?.name];
  if (after === undefined) return [];
  if (before !== undefined && config.upgradeBackupDir !== null) {
    say(`The data is of an earlier release (${before}). It is backed up before it is brought to ${after} …`);
    const folder = await backUp(order, config.upgradeBackupDir);
    say(`The data as it was is in ${folder}.`);
  }
  const names = await migrate(databaseUrl);
  if (names.length > 0) say(`Brought the database to ${names.at(-1)}.`);
  return names;
}
