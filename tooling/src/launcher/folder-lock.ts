import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FileLock, type Holder, takeLock } from '@placard/db/process/file-lock';
import { Refusal } from './refusal.ts';

export interface Patience {
  /** One that ends has so long: delivery ships, the server answers, PostgreSQL closes; each is cut short by then. */
  readonly endingMs: number;
  /** One that was told to end just now may not have said so yet. */
  readonly livingMs: number;
  readonly say: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export const PATIENCE = { endingMs: 60_000, livingMs: 2_000 };
const LOOK_EVERY_MS = 50;

function refusal(folder: string, holder: Holder): Refusal {
  const who = `a Placard that runs at ${holder.url} (process ${Number.parseInt(holder.process, 10)})`;
  if (holder.ending === true)
    return new Refusal(
      `The data folder ${folder} is still in use by ${who}, which was told to end and does not. End that process and start again.`,
    );
  return new Refusal(
    `The data folder ${folder} is in use by ${who}. ` +
      'Use that one, stop it first, or start a second one on other ports and another folder: PLACARD_DATA_DIR=./other PORT=8090 DELIVERY_PORT=8091 npm start',
  );
}

/** Takes the data folder for this process; waits for one that is ending. @throws Refusal where it is in use */
export async function lockFolder(folder: string, url: string, patience: Patience): Promise<FileLock> {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const began = performance.now();
  for (let told = false; ; ) {
    const taken = takeLock(join(folder, 'launcher.lock'), url);
    if ('release' in taken) return taken;
    if (taken.ending === true && !told) {
      told = true;
      patience.say('Waiting for the Placard that ends here …');
    }
    const limitMs = taken.ending === true ? patience.endingMs : patience.livingMs;
    if (patience.signal?.aborted) throw new Refusal('The start was called off.');
    if (performance.now() - began >= limitMs) throw refusal(folder, taken);
    await delay(LOOK_EVERY_MS);
  }
}
