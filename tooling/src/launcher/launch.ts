import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unfinishedRestore } from '@placard/db/process/unfinished-restore';
import { isInstalled } from '../installed/installation.ts';
import { BUILDS, type Build, ensureBuilt } from './builds.ts';
import { settingsPrograms } from './check-settings.ts';
import type { ReadyMessage } from './child-message.ts';
import { compileAhead } from './compile-ahead.ts';
import type { LauncherConfig } from './config.ts';
import { lockFolder, makeLogFolder, PATIENCE, type Patience } from './folder-lock.ts';
import { ChildList, endFormerChildren } from './former-children.ts';
import { requirePorts } from './ports.ts';
import { type PostgresService, startPostgres } from './postgres-service.ts';
import { Refusal } from './refusal.ts';
import { type SupervisedChild, supervise } from './supervised-child.ts';
import { upgradeDatabase } from './upgrade-database.ts';

export interface Programs {
  /** The project's folder. */
  readonly root: string;
  readonly server: string;
  readonly delivery: string;
  readonly backup: string;
  /** Each reads the settings of a part and ends. */
  readonly settings: readonly string[];
  readonly builds: readonly Build[];
  /** What server and delivery load, compiled before the first start of a release. */
  readonly modules: readonly string[];
}

export interface Running {
  readonly ready: ReadyMessage;
  readonly server: SupervisedChild;
  readonly deliveries: readonly SupervisedChild[];
  /** Undefined with a DATABASE_URL. */
  readonly postgres: PostgresService | undefined;
  /** Ends delivery, then the server, then PostgreSQL; then the folder is free. */
  stop(): Promise<void>;
}

export interface LaunchEvents {
  readonly say: (sentence: string) => void;
  /** Ends a start that is still under way, such as a demo being filled. */
  readonly signal?: AbortSignal;
  /** How long one that uses the folder is waited for; tests wait for nobody. */
  readonly patience?: Pick<Patience, 'endingMs' | 'livingMs'>;
}

/** Below the data folder. */
const COMPILED = 'compile-cache';
/** Killed children need a moment to notice; a port they hold is not somebody else's. */
const AFTER_KILL_PATIENCE_MS = 5_000;

export function placardPrograms(root: string): Programs {
  return {
    root,
    server: join(root, 'apps/server/src/main-api.ts'),
    delivery: join(root, 'apps/delivery/src/main.ts'),
    backup: join(root, 'apps/server/src/main-backup.ts'),
    settings: settingsPrograms(root),
    // A package brings everything built, where neither sources nor compilers are.
    builds: isInstalled(root) ? [] : BUILDS,
    modules: [
      'apps/server/src/run-api.ts',
      'apps/delivery/src/claim-shard.ts',
      'apps/delivery/src/compose.ts',
    ].map((file) => join(root, file)),
  };
}

function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '';
}

/** Where the environment names a folder for it, whoever named it sees to what is in there. */
async function compile(
  config: LauncherConfig,
  programs: Programs,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { dataDir, environment } = config;
  if (environment.NODE_COMPILE_CACHE !== undefined || programs.modules.length === 0) return;
  const [folder, version] = [join(dataDir, COMPILED), versionOf(programs.root)];
  await compileAhead({ folder, modules: programs.modules, version, environment, signal });
}

/** Rejects when the start is called off; never resolves. */
function calledOff(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new Refusal('The start was called off.'));
    if (signal?.aborted) refuse();
    signal?.addEventListener('abort', refuse, { once: true });
  });
}

/** What every part is told. */
export function commonEnvironment(config: LauncherConfig, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    // Halves the time that loading and type-stripping take at every start but the first.
    NODE_COMPILE_CACHE: join(config.dataDir, COMPILED),
    // The embedded ClickHouse keeps up to four; files, names and passwords need some beside them.
    UV_THREADPOOL_SIZE: '8',
    ...config.environment,
    DATABASE_URL: databaseUrl,
    PLACARD_DATA_DIR: config.dataDir,
    PLACARD_HOST: config.host,
    PORT: String(config.port),
    DELIVERY_PORT: String(config.deliveryPort),
    PLACARD_URL: config.url,
    PLACARD_DELIVERY_URL: config.deliveryUrl,
    PLACARD_DELIVERY_PROCESSES: String(config.deliveryProcesses),
    ...(config.demo ? { PLACARD_DEMO: '1' } : {}),
  };
}

/** What one ad server is told besides; of each the port to watch is another. */
export function deliveryEnvironment(
  { watchPort }: Pick<LauncherConfig, 'watchPort'>,
  shard: number,
): NodeJS.ProcessEnv {
  return {
    PLACARD_SHARD: String(shard),
    ...(watchPort === undefined ? {} : { PLACARD_WATCH_PORT: String(watchPort + 1 + shard) }),
  };
}

/** Starts everything and resolves when all of it takes requests. What was started is ended again when a part fails. */
export async function launch(
  config: LauncherConfig,
  programs: Programs,
  events: LaunchEvents,
): Promise<Running> {
  const { say, signal } = events;
  const unfinished = unfinishedRestore(config.dataDir);
  if (unfinished !== undefined) throw new Refusal(unfinished);
  const lock = await lockFolder(config.dataDir, config.url, {
    ...(events.patience ?? PATIENCE),
    say,
    signal,
  });
  signal?.addEventListener('abort', lock.markEnding, { once: true });
  let postgres: PostgresService | undefined;
  let server: SupervisedChild | undefined;
  let deliveries: SupervisedChild[] = [];
  const children = new ChildList(config.dataDir);

  const stop = async (): Promise<void> => {
    lock.markEnding();
    await Promise.all(deliveries.map((child) => child.stop()));
    await server?.stop();
    await postgres?.stop();
    children.forget();
    lock.release();
  };

  const startDatabase = async (): Promise<void> => {
    if (config.databaseUrl === undefined) {
      postgres = await startPostgres(join(config.dataDir, 'postgres'), {
        ...events,
        archiving: config.archiving,
        onMoved: () => {
          for (const child of [server, ...deliveries]) child?.restart();
        },
      });
    }
    await upgradeDatabase({ config, databaseUrl: databaseUrl(), programs, say });
  };
  const databaseUrl = () => config.databaseUrl ?? postgres?.url() ?? '';

  try {
    if (lock.tookOver) await endFormerChildren(config.dataDir, say);
    const ports = { PORT: config.port, DELIVERY_PORT: config.deliveryPort };
    await requirePorts(ports, config.host, lock.tookOver ? AFTER_KILL_PATIENCE_MS : 0);
    if (config.log === 'files') makeLogFolder(config.logDir);
    const outcomes = await Promise.allSettled([
      startDatabase(),
      ensureBuilt(programs.root, programs.builds, config.environment, events.say),
      compile(config, programs, signal),
    ]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;

    const child = (name: string, file: string, extra: NodeJS.ProcessEnv) =>
      supervise(
        {
          name,
          file,
          onStarted: (pid) => children.note(name, pid),
          environment: () => ({ ...commonEnvironment(config, databaseUrl()), ...extra }),
          log: config.log === 'files' ? join(config.logDir, `${name.replace(' ', '-')}.log`) : undefined,
        },
        events.say,
      );
    server = child('server', programs.server, {});
    deliveries = Array.from({ length: config.deliveryProcesses }, (_, shard) =>
      child(`delivery ${shard}`, programs.delivery, deliveryEnvironment(config, shard)),
    );
    const everyone = Promise.all([server.ready, ...deliveries.map((each) => each.ready)]);
    const [ready] = await Promise.race([everyone, calledOff(events.signal)]);
    return { ready, server, deliveries, postgres, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
