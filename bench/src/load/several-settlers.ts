import { readdir, readFile } from 'node:fs/promises';
import type { Clock } from '@placard/domain/clock';
import { takeSettlementLock } from '../../../apps/server/src/settlement/settlement-lock.ts';
import { Settler } from '../../../apps/server/src/settlement/settler.ts';
import type { SettlerThreads } from '../../../apps/server/src/settlement/settler-threads.ts';
import type { Pool } from './network.ts';

/** Where the processor's time of an event went, in microseconds. */
export type Spent = {
  readonly judgingUs: number;
  readonly settlingUs: number;
  readonly judgingBackendUs: number;
  readonly otherPostgresUs: number;
};

export type SeveralSpeed = {
  readonly perSecond: number;
  readonly perCoreSecond: number;
  readonly spent: Spent;
};

/**
 * Judges all there is on a connection of its own while threads settle, as the worker does, and waits for both.
 * @param at threads that are there already: starting them is no part of it
 */
export async function settleBySeveral(at: {
  readonly pool: Pool;
  readonly threads: SettlerThreads;
  readonly settlers: number;
  readonly clock: Clock;
}): Promise<SeveralSpeed> {
  const { pool, threads, settlers, clock } = at;
  const client = await pool.connect();
  try {
    if (!(await takeSettlementLock(client))) throw new Error('somebody else settles the bench');
    const judge = new Settler({ clock, settlers });
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const before = { atMs: performance.now(), ...(await spentMs(pid)) };
    let events = 0;
    for (;;) {
      const { eventCount, more, settlementId } = await judge.settleOnce(client);
      events += eventCount;
      if (settlementId !== null) threads.wake();
      if (!more) break;
      if (settlementId === null) await pause(5);
    }
    while (await waits(client)) await pause(5);
    const wallMs = performance.now() - before.atMs;
    const after = await spentMs(pid);
    const us = (key: keyof typeof after) => ((after[key] - before[key]) * 1_000) / events;
    const spent = {
      judgingUs: us('judgingMs'),
      settlingUs: us('processMs') - us('judgingMs'),
      judgingBackendUs: us('backendMs'),
      otherPostgresUs: us('postgresMs') - us('backendMs'),
    };
    const coreUs = us('processMs') + us('postgresMs');
    return { perSecond: (events / wallMs) * 1_000, perCoreSecond: 1e6 / coreUs, spent };
  } finally {
    client.release(true);
  }
}

async function waits(client: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    'select exists (select from settlement_part) as waits',
  );
  return rows[0]?.waits === true;
}

/** Of this thread, of this process with its threads, of one PostgreSQL backend, and of all of that PostgreSQL. */
async function spentMs(backendPid: number) {
  const thread = process.threadCpuUsage();
  const own = process.cpuUsage();
  const backend = await statOf(backendPid);
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(statOf));
  const postgres = all.filter((stat) => stat.parent === backend.parent);
  return {
    judgingMs: (thread.user + thread.system) / 1_000,
    processMs: (own.user + own.system) / 1_000,
    backendMs: backend.ms,
    postgresMs: postgres.reduce((sum, { ms }) => sum + ms, 0),
  };
}

/** Linux counts in hundredths of a second. Fields after the command's name, which may hold spaces: the 4th is the parent. */
async function statOf(pid: number | string): Promise<{ parent: number; ms: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * 10 };
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
