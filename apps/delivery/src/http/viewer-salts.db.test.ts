import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets } from '@placard/db/secrets/secrets';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ViewerDayParts } from './viewer-day-parts.ts';
import { ViewerSalts } from './viewer-salts.ts';

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const MIDNIGHT = Date.UTC(2026, 10, 22);
const TODAY = Math.floor(NOON / DAY_MS);
const LOOK_MS = 10 * 60_000;
const GRACE_MS = 10 * 60_000;
const secrets = createSecrets(Buffer.alloc(32, 1));

let database: TestDatabase;
let client: PoolClient;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.pool.connect();
  dataDir = mkdtempSync(join(tmpdir(), 'placard-salts-'));
});
beforeEach(async () => {
  await forget();
});
afterAll(async () => {
  client?.release();
  await database?.drop();
  rmSync(dataDir, { recursive: true });
});

const forget = async () => await client.query('delete from viewer_salt');
const daysKept = async () => {
  const { rows } = await client.query<{ day: string }>('select day::text from viewer_salt order by day');
  return rows.map(({ day }) => day);
};
const bytesOf = (salts: ViewerSalts, days: readonly number[]) =>
  days.map((day) => Buffer.from(salts.of(day)).toString('hex'));

describe('what viewers are known by', () => {
  it('is the same in every process today and tomorrow, and one’s own on other days', async () => {
    const [one, other] = [new ViewerSalts(secrets), new ViewerSalts(secrets)];
    for (const salts of [one, other]) await salts.tell(client, NOON);
    const shared = [TODAY, TODAY + 1];
    expect(bytesOf(one, shared)).toEqual(bytesOf(other, shared));
    expect(new Set(bytesOf(one, shared)).size).toBe(2);
    for (const day of [TODAY - 1, TODAY + 2]) expect(bytesOf(one, [day])).not.toEqual(bytesOf(other, [day]));
  });

  it('is made with the part that the machine has, where the database’s alone is not to do', async () => {
    const parts = new ViewerDayParts(dataDir);
    const [plain, mixed] = [new ViewerSalts(secrets), new ViewerSalts(secrets, parts)];
    for (const salts of [plain, mixed]) await salts.tell(client, NOON);
    for (const day of [TODAY, TODAY + 1]) expect(mixed.of(day)).toEqual(parts.mix(day, plain.of(day)));
  });

  it('is looked at every ten minutes, also by a clock that was set back, and when a day begins', async () => {
    const salts = new ViewerSalts(secrets);
    await salts.tell(client, NOON);
    for (const [nowMs, isLooked] of [
      [NOON + LOOK_MS - 1, false],
      [NOON - LOOK_MS + 1, false],
      [NOON + LOOK_MS, true],
      [NOON, true],
      [MIDNIGHT - 1, true],
      [MIDNIGHT, true],
      [MIDNIGHT + 1, false],
    ] as const) {
      await forget();
      await salts.tell(client, nowMs);
      expect([nowMs, (await daysKept()).length]).toEqual([nowMs, isLooked ? 2 : 0]);
    }
  });

  it('is nowhere any more ten minutes after its day', async () => {
    const salts = new ViewerSalts(secrets, new ViewerDayParts(dataDir));
    await salts.tell(client, NOON);
    const [before] = bytesOf(salts, [TODAY]);
    await salts.tell(client, MIDNIGHT + GRACE_MS);
    expect(await daysKept()).toEqual(['2026-11-22', '2026-11-23']);
    expect(readdirSync(join(dataDir, 'viewer-days'))).toEqual([String(TODAY + 1), String(TODAY + 2)]);
    expect(bytesOf(salts, [TODAY])).not.toEqual([before]);
  });

  it('is one’s own, and nobody else waits, while the disk takes no part of the machine', async () => {
    const full = mkdtempSync(join(dataDir, 'full-'));
    // A place where the system lets nobody write, root neither.
    symlinkSync('/sys/kernel', join(full, 'viewer-days'));
    const [plain, salts] = [new ViewerSalts(secrets), new ViewerSalts(secrets, new ViewerDayParts(full))];
    await plain.tell(client, NOON);
    await salts.tell(client, NOON);
    const [own] = bytesOf(salts, [TODAY]);
    expect(bytesOf(plain, [TODAY])).not.toEqual([own]);
    expect(bytesOf(salts, [TODAY])).toEqual([own]);

    rmSync(join(full, 'viewer-days'));
    await salts.tell(client, NOON + 1_000);
    const parts = new ViewerDayParts(full);
    for (const day of [TODAY, TODAY + 1]) expect(salts.of(day)).toEqual(parts.mix(day, plain.of(day)));
    // What is known already stays, whatever becomes of the disk.
    const [known] = bytesOf(salts, [TODAY]);
    rmSync(join(full, 'viewer-days'), { recursive: true });
    symlinkSync('/sys/kernel', join(full, 'viewer-days'));
    await salts.tell(client, NOON + 1_000 + LOOK_MS);
    expect(bytesOf(salts, [TODAY])).toEqual([known]);
  });

  it('is asked for again where PostgreSQL could not say it', async () => {
    const salts = new ViewerSalts(secrets);
    const away = { query: () => Promise.reject(new Error('away')) } as unknown as PoolClient;
    await expect(salts.tell(away, NOON)).rejects.toThrow('away');
    await salts.tell(client, NOON);
    expect(await daysKept()).toHaveLength(2);
  });
});
