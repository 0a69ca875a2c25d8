import type { Client } from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type AdReport, Desk } from './desk.ts';

const REPORT: AdReport = {
  ...{ creativeId: 1, widgetId: 1, reason: 'other', comment: '' },
  ...{ viewerHash: Buffer.alloc(8), at: new Date(0) },
};

/** A desk at a database that takes what it is asked, and answers reports when `answer` is called. */
function deskAtSlowDatabase() {
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
  return {
    desk,
    answer: () => waiting.shift()?.({ rows: [{ n: 0, added: true }] }),
    end: async () => {
      end.abort();
      await running;
    },
  };
}

test('fifty reports wait for PostgreSQL, and more are told to come again', async () => {
  const { desk, answer, end } = deskAtSlowDatabase();
  const first = Array.from({ length: 50 }, async () => await desk.report(REPORT));
  expect(await desk.report(REPORT)).toBe('away');
  answer();
  expect(await Promise.race(first)).toBe('stored');
  const another = desk.report(REPORT);
  for (let count = 0; count < 50; count += 1) answer();
  expect(await Promise.all([...first, another])).toEqual(Array.from({ length: 51 }, () => 'stored'));
  await end();
  expect(await desk.report(REPORT)).toBe('away');
});
