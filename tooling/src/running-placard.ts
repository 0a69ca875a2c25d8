import { type ChildProcess, execFile, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { removeCluster } from '@placard/db/embedded/cluster';
import { freePorts } from '@placard/db/testing/free-ports';
import { refuseSecrets, secretsInLogs } from '@placard/db/testing/log-secrets';
import type { DemoAccount } from './launcher/child-message.ts';
import { inheritedEnvironment } from './launcher/config.ts';

const LAUNCHER = fileURLToPath(new URL('./launcher/main.ts', import.meta.url));

export interface PlacardPids {
  /** Undefined with a DATABASE_URL. */
  readonly postgres?: number;
  readonly server?: number;
  readonly deliveries: readonly (number | undefined)[];
}

/** What the launcher tells its parent when everything takes requests. */
interface Report {
  readonly type: 'ready';
  readonly url: string;
  readonly deliveryUrl: string;
  readonly operatorLink?: string;
  readonly demoAccounts?: readonly DemoAccount[];
  readonly pids: PlacardPids;
}

export interface RunningPlacard extends Omit<Report, 'type' | 'pids'> {
  readonly dataDir: string;
  readonly launcherPid: number;
  /** From the start of the launcher until everything took requests. */
  readonly startedInMs: number;
  /** Process numbers as they are now; a child under way to its restart has none. */
  pids(): Promise<PlacardPids>;
  /** Everything the launcher has printed so far. */
  output(): string;
  /** Ends all of it in order, and removes the data folder if it was ours. @throws Error where a log holds a secret */
  stop(): Promise<void>;
  /** kill -9 of the launcher; its children end by themselves. The data folder stays. */
  kill(): Promise<void>;
}

export interface PlacardOptions {
  /** Default: a temporary folder that `stop` removes. */
  readonly dataDir?: string;
  /** The data folder of one that has ended, of which this one begins with a copy: its database is made and migrated. */
  readonly madeBefore?: string | undefined;
  readonly demo?: boolean;
  /** Beside the inherited ones, such as PLACARD_OPERATOR_EMAIL. */
  readonly environment?: Readonly<Record<string, string>>;
}

function untilReport(launcher: ChildProcess, output: () => string): Promise<Report> {
  const { promise, resolve, reject } = Promise.withResolvers<Report>();
  const onMessage = (message: unknown) => resolve(message as Report);
  const onExit = (code: number | null) => reject(new Error(`Placard ended with code ${code}:\n${output()}`));
  launcher.once('message', onMessage).once('exit', onExit).once('error', reject);
  // Who asks many times leaves no listeners behind.
  return promise.finally(() => {
    launcher.off('message', onMessage).off('exit', onExit).off('error', reject);
  });
}

/** Where the user that PostgreSQL runs as may go through, so that the database lies in it. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'placard-run-'));
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Starts a whole Placard for journeys, fault tests and benches, on free ports, exactly as `npm start` does.
 * It ends with this process, whatever ends that.
 */
export async function runPlacard(options: PlacardOptions = {}): Promise<RunningPlacard> {
  const begin = performance.now();
  const dataDir = options.dataDir ?? ownFolder();
  // By the system's own program: the database's files belong to another user, and stay that user's.
  if (options.madeBefore !== undefined) {
    await promisify(execFile)('cp', ['-a', `${options.madeBefore}/.`, dataDir]);
  }
  const [port, deliveryPort] = await freePorts(2);
  let said = '';
  const launcher = fork(LAUNCHER, options.demo ? ['--demo'] : [], {
    env: {
      ...inheritedEnvironment(),
      PLACARD_DATA_DIR: dataDir,
      PORT: String(port),
      DELIVERY_PORT: String(deliveryPort),
      // Its figures stand still, unless a test is about them.
      PLACARD_DEMO_VISITORS: '0',
      ...options.environment,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const exited = new Promise<void>((resolve) => launcher.once('exit', () => resolve()));
  const { type: _, pids: __, ...report } = await untilReport(launcher, () => said);
  return {
    ...report,
    dataDir,
    launcherPid: launcher.pid ?? 0,
    startedInMs: performance.now() - begin,
    output: () => said,
    pids: async () => {
      const answer = untilReport(launcher, () => said);
      launcher.send('pids');
      return (await answer).pids;
    },
    stop: async () => {
      launcher.kill('SIGTERM');
      await exited;
      const secrets = secretsInLogs(options.environment?.PLACARD_LOG_DIR ?? join(dataDir, 'logs'));
      if (options.dataDir === undefined) {
        await removeCluster(join(dataDir, 'postgres'));
        rmSync(realpathSync(dataDir), { recursive: true, force: true });
      }
      refuseSecrets(secrets);
    },
    kill: async () => {
      launcher.kill('SIGKILL');
      await exited;
    },
  };
}
