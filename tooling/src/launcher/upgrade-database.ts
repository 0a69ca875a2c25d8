import { fork } from 'node:child_process';
import { migrate, planMigrations } from '@placard/db/migrate';
import { checkSettings } from './check-settings.ts';
import type { LauncherConfig } from './config.ts';
import { Refusal } from './refusal.ts';

export interface UpgradeOrder {
  readonly config: Pick<
    LauncherConfig,
    'dataDir' | 'databaseUrl' | 'demo' | 'environment' | 'upgradeBackupDir'
  >;
  readonly databaseUrl: string;
  readonly programs: {
    /** What `npm run backup` runs. */
    readonly backup: string;
    /** Each reads the settings of a part and ends. */
    readonly settings: readonly string[];
  };
  readonly say: (sentence: string) => void;
}

/** Resolves to the backup's folder. */
function backUp({ config, programs }: UpgradeOrder, into: string): Promise<string> {
  const { dataDir, databaseUrl, environment } = config;
  const child = fork(programs.backup, [into], {
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

function environmentOf({ config, databaseUrl }: UpgradeOrder): NodeJS.ProcessEnv {
  return {
    ...config.environment,
    DATABASE_URL: databaseUrl,
    PLACARD_DATA_DIR: config.dataDir,
    ...(config.demo ? { PLACARD_DEMO: '1' } : {}),
  };
}

/** Of a database of the operator's own: what the system or PostgreSQL says of a connection that it does not get. */
function unusable(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (!/^(E[A-Z_]+|(08|28|3D|53|57)...)$/.test(code)) return cause;
  // To an address of both families there are two faults in one, without words of its own.
  const why =
    cause instanceof AggregateError ? cause.errors.map(String).join('; ') : (cause as Error).message;
  return new Refusal(
    `The database at DATABASE_URL can't be used: ${why}. Check the address, and that PostgreSQL runs there and lets this user in.`,
  );
}

/**
 * Brings the data to this release: what is newer, changed or somebody else's is refused, what is older is backed up
 * first, and then all of it changes or nothing.
 * @returns the names of the migrations applied now
 * @throws MigrationError, or Refusal where the backup failed or a part would refuse its settings
 */
export async function upgradeDatabase(order: UpgradeOrder): Promise<string[]> {
  const { config, databaseUrl, say } = order;
  const { applied, pending } = await planMigrations(databaseUrl).catch((cause: unknown) => {
    throw config.databaseUrl === undefined ? cause : unusable(cause);
  });
  const [before, after] = [applied.at(-1)?.name, pending.at(-1)?.name];
  if (after === undefined) return [];
  await checkSettings(order.programs.settings, environmentOf(order), before === undefined);
  if (before !== undefined && config.upgradeBackupDir !== null) {
    say(`The data is of an earlier release (${before}). It is backed up before it is brought to ${after} …`);
    const folder = await backUp(order, config.upgradeBackupDir);
    say(`The data as it was is in ${folder}.`);
  }
  const names = await migrate(databaseUrl);
  if (names.length > 0) say(`Brought the database to ${names.at(-1)}.`);
  return names;
}
