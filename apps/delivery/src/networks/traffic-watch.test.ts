import type { Client } from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { TrafficWatch } from './traffic-watch.ts';

const LOOK_EVERY_MS = 2_000;

test('rules are looked for every two seconds, also by a clock that was set back, and stay while PostgreSQL is away', async () => {
  let rows: object[] | null = [];
  const client = {
    query: () => (rows === null ? Promise.reject(new Error('away')) : Promise.resolve({ rows })),
  } as unknown as Client;
  const said: string[] = [];
  const watch = new TrafficWatch(pino({ level: 'info' }, { write: (line: string) => void said.push(line) }));
  const agents = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: at + 1, field: 'user_agent', value: `Farm/${at}` }));
  expect(watch.rules().size).toBe(0);
  for (const [nowMs, stored, known] of [
    [10_000, 0, 0],
    [10_000 + LOOK_EVERY_MS - 1, 1, 0],
    [10_000 - LOOK_EVERY_MS + 1, 1, 0],
    [10_000 + LOOK_EVERY_MS, 1, 1],
    [10_000, 2, 2],
    [20_000, 2, 2],
    [30_000, null, 2],
    // It was not looked then: at once again.
    [30_001, 3, 3],
    [32_001, 0, 0],
  ] as const) {
    rows = stored === null ? null : agents(stored);
    const looked = watch.tell(client, nowMs);
    if (stored === null) await expect(looked).rejects.toThrow('away');
    else await looked;
    expect([nowMs, watch.rules().size]).toEqual([nowMs, known]);
  }
  // Each change is told once: none in the beginning, and the same ones again are none.
  expect(said.map((line) => (JSON.parse(line) as { rules: number }).rules)).toEqual([1, 2, 3, 0]);
});
