import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { TEST_SECRET_KEY } from './running-delivery.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export type DeliveryProcessOptions = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Where it writes its log: a pipe to the test, or an open file. */
  readonly log: 'pipe' | number;
  /** For Node itself. */
  readonly nodeOptions?: readonly string[];
};

/** The program itself, as the launcher starts it. */
export function forkDelivery(options: DeliveryProcessOptions): ChildProcess {
  return fork(MAIN, [], {
    stdio: ['ignore', options.log, options.log, 'ipc'],
    execArgv: [...(options.nodeOptions ?? [])],
    env: {
      ...process.env,
      ...COMPILE_CACHE,
      DATABASE_URL: options.databaseUrl,
      PLACARD_DATA_DIR: options.dataDir,
      PLACARD_SECRET_KEY: TEST_SECRET_KEY,
      PLACARD_HOST: '127.0.0.1',
      DELIVERY_PORT: String(options.port),
      ...options.environment,
    },
  });
}

/** What it says first: that it is ready, or, when it ended instead, whatever `atEnd` knows of it. */
export async function firstWord(child: ChildProcess, atEnd: () => string): Promise<unknown> {
  const [word] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [atEnd()])]);
  return word;
}

/** Ends one that a test has left running. */
export async function endForGood(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
