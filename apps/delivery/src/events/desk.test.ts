import { setImmediate as nextTurn } from 'node:timers/promises';
import { soon } from '@placard/db/testing/soon';
import { DELIVERY_NETWORKS_TOLD_EVERY_MS } from '@placard/domain/address/known-networks';
import type { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AdReport, Desk, type KnownNetworks } from './desk.ts';

const REPORT: AdReport = {
  ...{ creativeId: 1, widgetId: 1, reason: 'other', comment: '' },
  ...{ viewerHash: Buffer.alloc(8), at: new Date(0) },
};
const TURN_MS = 1_000;

/** A desk at a database that takes what it is asked, and answers reports when `answer` is called. */
async function deskAtSlowDatabase() {
  const waiting: ((answer: object) => void)[] = [];
  const client = {
    query: async (sql: string) =>
      sql.includes('ad_report') ? await new Promise((resolve) => waiting.push(resolve)) : { rows: [] },
  } as unknown as Client;
  const desk = new Desk({
    ...{ nowMs: () => 0, log: pino({ level: 'silent' }), shard: 0, tellers: [] },
    known: () => ({ networks: 0, fileAtMs: null }),
  });
  const end = new AbortController();
  const running = desk.run({ client, signal: end.signal } as Parameters<Desk['run']>[0]);
  await nextTurn();
  return {
    desk,
    answer: async () => {
      await vi.waitUntil(() => waiting.length > 0, { timeout: 20_000, interval: 1 });
      expect(waiting).toHaveLength(1);
      waiting.shift()?.({ rows: [{ n: 0, added: true }] });
    },
    end: async () => {
      end.abort();
      await running;
    },
  };
}

/** A desk, what it is to know, and what it has written; `fails` says of which statements PostgreSQL takes nothing. */
function deskThatWrites() {
  const written: (readonly [string, readonly unknown[]])[] = [];
  const state = { nowMs: 1_000_000, known: { networks: 3, fileAtMs: 500 } as KnownNetworks };
  let fails = '';
  const client = {
    query: async (sql: string, values: readonly unknown[]) => {
      if (fails !== '' && sql.includes(fails)) throw new Error('away');
      written.push([sql, values]);
      return { rows: [] };
    },
  } as unknown as Client;
  const told: number[] = [];
  const teller = { tell: async (_: Client, nowMs: number) => void told.push(nowMs) };
  const desk = new Desk({
    ...{ nowMs: () => state.nowMs, log: pino({ level: 'silent' }), shard: 2, tellers: [teller] },
    known: () => state.known,
  });
  const end = new AbortController();
  /** What was written of one table since the last time. */
  const of = (table: string) => {
    const found = written.filter(([sql]) => sql.includes(table)).map(([, values]) => values);
    written.splice(0);
    return found;
  };
  return {
    ...{ desk, state, told, of, end },
    fail: (table: string) => {
      fails = table;
    },
    run: async () => await desk.run({ client, signal: end.signal } as Parameters<Desk['run']>[0]),
    turn: async () => {
      await vi.advanceTimersByTimeAsync(TURN_MS);
    },
  };
}

test('fifty reports wait for PostgreSQL, and more are told to come again', async () => {
  const { desk, answer, end } = await deskAtSlowDatabase();
  const first = Array.from({ length: 50 }, async () => await desk.report(REPORT));
  expect(await desk.report(REPORT)).toBe('away');
  await answer();
  expect(await Promise.race(first)).toBe('stored');
  const another = desk.report(REPORT);
  // One after the other: never two questions on one connection.
  for (let count = 0; count < 50; count += 1) await answer();
  expect(await Promise.all([...first, another])).toEqual(Array.from({ length: 51 }, () => 'stored'));
  await end();
  expect(await desk.report(REPORT)).toBe('away');
});

describe('what the desk writes each second', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('says of data centres what is new, and every ten minutes that this process is there', async () => {
    const { state, told, of, end, run, turn } = deskThatWrites();
    const running = run();
    await turn();
    expect(of('delivery_networks')).toEqual([[2, 3, new Date(500), new Date(1_000_000)]]);
    const everyMs = DELIVERY_NETWORKS_TOLD_EVERY_MS;
    for (const [nowMs, known, isTold] of [
      [1_000_000 + everyMs - 1, { networks: 3, fileAtMs: 500 }, false],
      // The clock was set back.
      [1_000_000 - everyMs + 1, { networks: 3, fileAtMs: 500 }, false],
      [1_000_000 + everyMs, { networks: 3, fileAtMs: 500 }, true],
      [1_000_000, { networks: 3, fileAtMs: 500 }, true],
      [1_000_000, { networks: 4, fileAtMs: 500 }, true],
      [1_000_000, { networks: 4, fileAtMs: 501 }, true],
      [1_000_000, { networks: 4, fileAtMs: null }, true],
      [1_000_000, { networks: 4, fileAtMs: null }, false],
    ] as const) {
      Object.assign(state, { nowMs, known });
      await turn();
      const { networks, fileAtMs } = known;
      const row = [2, networks, fileAtMs === null ? null : new Date(fileAtMs), new Date(nowMs)];
      expect(of('delivery_networks')).toEqual(isTold ? [row] : []);
      expect(told.at(-1)).toBe(nowMs);
    }
    end.abort();
    await running;
  });

  test('is each widget that was seen, once; what PostgreSQL did not take waits for the next connection', async () => {
    const { desk, fail, of, end, run, turn } = deskThatWrites();
    desk.noteSeen([1, 2, 2]);
    fail('widget');
    await expect(run()).rejects.toThrow('away');
    fail('');
    desk.noteSeen([3]);
    const running = run();
    await turn();
    const seen = () => of('widget').map(([ids]) => ids);
    expect(seen()).toEqual([[1, 2, 3]]);
    await turn();
    expect(seen()).toEqual([]);
    desk.noteSeen([1]);
    await turn();
    expect(seen()).toEqual([[1]]);
    end.abort();
    await running;
  });

  test('leaves room for reports: those that PostgreSQL did not take wait no more', async () => {
    const { desk, fail, end, run } = deskThatWrites();
    const running = run();
    fail('ad_report');
    for (let count = 0; count < 51; count += 1) expect(await desk.report(REPORT)).toBe('away');
    fail('');
    // Nothing was added, and nothing is said of others of this viewer.
    expect(await desk.report(REPORT)).toBe('known');
    end.abort();
    await running;
  });
});

describe('one that cannot tell what it has', () => {
  const deskOf = (tell: () => Promise<void>) => {
    const [told, said] = [[] as number[], [] as string[]];
    const desk = new Desk({
      ...{ nowMs: () => told.length, shard: 0, known: () => ({ networks: 0, fileAtMs: null }) },
      log: { warn: (about: { error: string }) => void said.push(about.error) } as never,
      tellers: [{ tell }, { tell: async (_, nowMs) => void told.push(nowMs) }],
    });
    const end = new AbortController();
    const client = { query: async () => ({ rows: [] }) } as unknown as Client;
    return { told, said, end, run: async () => await desk.run({ client, signal: end.signal }) };
  };

  test('keeps nobody else from telling, and is told of once', async () => {
    const { told, said, end, run } = deskOf(async () => {
      throw new Error('sealed by another key');
    });
    const running = run();
    await soon(() => expect(told.length).toBeGreaterThan(1));
    end.abort();
    await running;
    expect(said).toEqual(['Error: sealed by another key']);
  });

  test('ends it where it is PostgreSQL that is away', async () => {
    const { told, run } = deskOf(async () => {
      throw new Error('Connection terminated unexpectedly');
    });
    await expect(run()).rejects.toThrow('terminated');
    expect(told).toEqual([]);
  });
});
