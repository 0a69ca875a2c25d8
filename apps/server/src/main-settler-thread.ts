import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '@placard/db/database';
import { systemClock } from '@placard/domain/clock';
import { PartSettler } from './settlement/settle-part.ts';
import type { SettlerThreadData, SettlerThreadWord } from './settlement/settler-threads.ts';

/** Woken with each judging; this only finds what a word that was lost would have told. */
const POLL_MS = 1_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

const { databaseUrl, ...slice } = workerData as SettlerThreadData;

/** One of several settlers, with a connection of its own, until it is told to stop. */
async function main(): Promise<void> {
  const tell = (word: SettlerThreadWord) => parentPort?.postMessage(word);
  const settler = new PartSettler(systemClock, slice);
  const stopping = new AbortController();
  let word = new AbortController();
  parentPort?.on('message', (message: 'wake' | 'stop') => {
    if (message === 'stop') stopping.abort();
    word.abort();
  });
  const pool = createPool({ url: databaseUrl, name: `placard-settler-${slice.slice}`, max: 1 });
  let pauseMs = FIRST_PAUSE_MS;
  while (!stopping.signal.aborted) {
    word = new AbortController();
    let idleMs = POLL_MS;
    try {
      const client = await pool.connect();
      // A connection that breaks while nothing is asked of it would end the thread; the next statement says so anyway.
      client.on('error', () => undefined);
      let whole = false;
      try {
        for (let more = true; more && !stopping.signal.aborted; ) {
          const settled = await settler.settleOnce(client);
          if (settled.settlementId !== null) tell({ settled });
          more = settled.more;
        }
        whole = true;
      } finally {
        client.removeAllListeners('error');
        client.release(!whole);
      }
      pauseMs = FIRST_PAUSE_MS;
    } catch (cause) {
      tell({ fault: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) });
      idleMs = pauseMs;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    const signal = AbortSignal.any([word.signal, stopping.signal]);
    await sleep(idleMs, undefined, { signal }).catch(() => undefined);
  }
  await pool.end();
  parentPort?.close();
}

await main();
