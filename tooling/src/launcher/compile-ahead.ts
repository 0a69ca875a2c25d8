import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./main-compile.ts', import.meta.url));
/** In the folder of what was compiled: of which release and Node it is. */
const MARK_FILE = 'compiled-for';
/** It takes two to three seconds; a start does not wait for one that hangs. */
const PATIENCE_MS = 20_000;

export interface CompileOrder {
  /** Where Node keeps what it compiled. */
  readonly folder: string;
  /** What the programs run, without the file that would start them. */
  readonly modules: readonly string[];
  /** Of the product; another one is compiled anew. */
  readonly version: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  readonly patienceMs?: number;
}

const markOf = (version: string) => `${version} on Node ${process.versions.node}\n`;

function isCompiled(folder: string, version: string): boolean {
  try {
    return readFileSync(join(folder, MARK_FILE), 'utf8') === markOf(version);
  } catch {
    return false;
  }
}

/**
 * Before the first start of a release: compiles what the programs load in a process of its own. A program that did so for
 * itself and wrote it would answer nobody for more than a second, in one turn of its loop.
 * Without it, or where it fails, programs start slower and that is all: nothing is thrown.
 */
export async function compileAhead(order: CompileOrder): Promise<void> {
  const { folder, modules, version, environment, signal } = order;
  if (signal?.aborted || isCompiled(folder, version)) return;
  const child = fork(PROGRAM, [...modules], {
    env: { ...environment, NODE_ENV: 'production', NODE_COMPILE_CACHE: folder },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const end = () => child.kill('SIGKILL');
  const patience = setTimeout(end, order.patienceMs ?? PATIENCE_MS);
  signal?.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
  clearTimeout(patience);
  signal?.removeEventListener('abort', end);
  if (code !== 0) return;
  try {
    writeFileSync(join(folder, MARK_FILE), markOf(version));
  } catch {
    // A folder that can't be written holds nothing that was compiled either.
  }
}
