import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@placard/db/testing/free-ports';
import type { LoadOrder, LoadReport } from './load-client.ts';
import { quietMoment } from './quiet.ts';

const CLIENT = fileURLToPath(new URL('./load-client.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const SILENT = fileURLToPath(new URL('./silent-server.ts', import.meta.url));
const DELIVERY = fileURLToPath(new URL('../../../apps/delivery/src/main.ts', import.meta.url));

export type Child = {
  readonly port: number;
  readonly process: ChildProcess;
  readonly stop: () => Promise<void>;
};

function untilReady(child: ChildProcess, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`${what} ended with code ${code} before it was ready`)));
  });
}

async function start(
  program: string,
  options: { readonly argument?: string; readonly environment?: NodeJS.ProcessEnv; readonly port: number },
): Promise<Child> {
  const child = fork(program, options.argument === undefined ? [] : [options.argument], {
    env: options.environment ?? {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await untilReady(child, program);
  return { port: options.port, process: child, stop: () => ended(child) };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

export async function startBare(): Promise<Child> {
  const port = await freePort();
  return start(BARE, { argument: String(port), port });
}

/** Takes connections and reads what comes by them, and never answers. */
export async function startSilent(): Promise<Child> {
  const port = await freePort();
  return start(SILENT, { argument: String(port), port });
}

/** @param program an earlier commit's, where that is measured */
export async function startDelivery(
  environment: Readonly<Record<string, string>>,
  program = DELIVERY,
): Promise<Child> {
  const port = await freePort();
  return start(program, {
    environment: {
      PLACARD_HOST: '127.0.0.1',
      PLACARD_LOG_LEVEL: 'warn',
      ...environment,
      DELIVERY_PORT: String(port),
    },
    port,
  });
}

/** Runs one load in a process of its own, in a quiet moment if one comes. */
export async function runLoad(order: LoadOrder): Promise<LoadReport> {
  await quietMoment();
  return new Promise((resolve, reject) => {
    const child = fork(CLIENT, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('message', (answer: { readonly report?: LoadReport; readonly error?: string }) => {
      child.disconnect();
      if (answer.report === undefined) reject(new Error(answer.error));
      else resolve(answer.report);
    });
    child.send(order);
  });
}
