import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allOf, withinDays } from './day-range.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

/** Of the moments, those that are within the days of the zone. */
async function within(zone: string, from: string, to: string, moments: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ moment: string }>`
    select moment from unnest(${moments}::text[]) moment, lateral (select moment::timestamptz as at) m
     where ${allOf(withinDays('m.at', zone, from, to))}`.execute(database.db);
  return rows.map(({ moment }) => moment);
}

/** The first and the last second of a day, and the ones around it. */
const edges = (first: string, after: string) =>
  [first, after].flatMap((moment) =>
    [-1_000, 0].map((ms) => new Date(Date.parse(moment) + ms).toISOString()),
  );

it.each([
  ['UTC', '2026-03-29', '2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00Z', '2026-01-01T10:00:00Z'],
  ['Etc/GMT+12', '2026-01-01', '2026-01-01T12:00:00Z', '2026-01-02T12:00:00Z'],
  // 23 and 25 hours; and a day that begins at 01:00.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
  // Which PostgreSQL does not know: it may not be kept, but may stand there.
  ['AET', '2026-01-01', '2025-12-31T13:00:00Z', '2026-01-01T13:00:00Z'],
])('in %s the day %s is known to the second', async (zone, day, first, after) => {
  const moments = edges(first, after);
  expect(await within(zone, day, day, moments)).toEqual(moments.slice(1, 3));
});

it('has no limit at an open end', () => {
  expect(withinDays('m.at', 'AET', undefined, undefined)).toEqual([]);
});
