import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startWith } from '@placard/db/process/commands';
import { type FileLock, type Holder, takeLock, UNSEEN_FOR_MS } from '@placard/db/process/file-lock';
import { Refusal } from './refusal.ts';

export interface Patience {
  /** One that ends has so long: delivery ships, the server answers, PostgreSQL closes; each is cut short by then. */
  readonly endingMs: number;
  /** One that was told to end just now may not have said so yet. */
  readonly livingMs: number;
  /** One of another container may have been killed just now: then its lock is not touched any more. */
  readonly unseenMs?: number;
  readonly say: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export const PATIENCE = { endingMs: 60_000, livingMs: 2_000, unseenMs: UNSEEN_FOR_MS + 1_000 };
const LOOK_EVERY_MS = 50;

function refusal(folder: string, holder: Holder): Refusal {
  const process = Number.parseInt(holder.process, 10);
  const where = holder.unseen === true ? 'in another container' : `process ${process}`;
  const who = `a Placard that runs at ${holder.url} (${where})`;
  if (holder.ending === true)
    return new Refusal(
      `The data folder ${folder} is still in use by ${who}, which was told to end and does not. End that process and start again.`,
    );
  return new Refusal(
    `The data folder ${folder} is in use by ${who}. ` +
      `Use that one, stop it first, or start a second one on other ports and another folder: ${startWith('PLACARD_DATA_DIR=./other PORT=8090 DELIVERY_PORT=8091')}`,
  );
}

/** What the system says of a folder that can't be used, by its code. */
const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'may not be written by this user. Give it to them (chown)',
  EPERM: 'may not be written by this user. Give it to them (chown)',
  ENOTDIR: 'is a file, or lies below one. Move that away',
  EEXIST: 'is a file, or lies below one. Move that away',
  EROFS: 'lies on a disk that can only be read. Mount it to be written',
  ENOSPC: 'lies on a disk that is full. Make room (docs/runbooks/full-disk.md)',
};

function inWords<Result>(
  folder: string,
  work: () => Result,
  [what, setting] = ['data folder', 'PLACARD_DATA_DIR'],
): Result {
  try {
    return work();
  } catch (cause) {
    const said = FAULTS[(cause as NodeJS.ErrnoException).code ?? ''];
    if (said === undefined) throw cause;
    throw new Refusal(`The ${what} ${folder} ${said}, or choose another by ${setting}.`);
  }
}

/** Makes the folder of logs, and finds out whether this user may write there. @throws Refusal */
export function makeLogFolder(folder: string): void {
  const make = () => {
    mkdirSync(folder, { recursive: true, mode: 0o750 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  };
  inWords(folder, make, ['folder of logs', 'PLACARD_LOG_DIR']);
}

/** Takes the data folder for this process; waits for one that is ending. @throws Refusal where it is in use */
export async function lockFolder(folder: string, url: string, patience: Patience): Promise<FileLock> {
  inWords(folder, () => mkdirSync(folder, { recursive: true, mode: 0o711 }));
  const began = performance.now();
  for (let told = false; ; ) {
    const taken = inWords(folder, () => takeLock(join(folder, 'launcher.lock'), url));
    if ('release' in taken) return taken;
    if (taken.ending === true && !told) {
      told = true;
      patience.say('Waiting for the Placard that ends here …');
    }
    const { endingMs, livingMs, unseenMs = PATIENCE.unseenMs } = patience;
    const limitMs = taken.ending === true ? endingMs : taken.unseen === true ? unseenMs : livingMs;
    if (patience.signal?.aborted) throw new Refusal('The start was called off.');
    if (performance.now() - began >= limitMs) throw refusal(folder, taken);
    await delay(LOOK_EVERY_MS);
  }
}
