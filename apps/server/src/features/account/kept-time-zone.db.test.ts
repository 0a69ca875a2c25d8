import { readdirSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { isKeptTimeZone } from '@placard/domain/account/kept-time-zone';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

/** Names of the database of time zones, links of old ones too, where the machine has it. */
function machinesZones(): string[] {
  try {
    return readdirSync('/usr/share/zoneinfo', { recursive: true }).map(String);
  } catch {
    return [];
  }
}

it('is a name that PostgreSQL knows, exactly so and as no abbreviation, whoever knows it beside', async () => {
  const found = await database.pool.query<{ name: string }>('select name from pg_timezone_names');
  const known = new Set(found.rows.map(({ name }) => name));
  const short = await database.pool.query<{ abbrev: string }>('select abbrev from pg_timezone_abbrevs');
  const abbreviations = new Set(short.rows.map(({ abbrev }) => abbrev));
  const all = [
    ...known,
    ...machinesZones(),
    ...Intl.supportedValuesOf('timeZone'),
    'US/Pacific-New',
    'Canada/East-Saskatchewan',
  ];
  const kept = all.filter(isKeptTimeZone);
  expect(kept.filter((name) => !known.has(name))).toEqual([]);
  expect(kept.filter((name) => abbreviations.has(name) && name !== 'UTC')).toEqual([]);
  expect(kept.length).toBeGreaterThan(400);
});

it.each([
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'America/Argentina/Buenos_Aires',
  'America/Port-au-Prince',
  'Africa/Dar_es_Salaam',
  'Antarctica/McMurdo',
])('may be %s', (name) => expect(isKeptTimeZone(name)).toBe(true));

it.each([
  'AET',
  'CET',
  'IST',
  'BST',
  'SST',
  'utc',
  'europe/berlin',
  'EUROPE/BERLIN',
  'Europe/BERLIN',
  'Asia/Ho_chi_minh',
  'America/Port_Of_spain',
  'US/Pacific-New',
  'Canada/East-Saskatchewan',
  'Europe/Nowhere',
  '+01:00',
  '',
])('may not be “%s”', (name) => expect(isKeptTimeZone(name)).toBe(false));
