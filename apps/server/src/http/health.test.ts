import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, createPool } from '@placard/db/database';
import { expect, it } from 'vitest';
import { type Probes, probesOf, readHealth } from './health.ts';
import { noAnalytics } from './testing/test-api.ts';

const good = async () => {};
const bad = async () => {
  throw new Error('away');
};
const hanging = async () => await new Promise(() => {});
const ALL_GOOD: Probes = { database: good, analytics: good, disk: good };

it('is ok when all it looked at is, and says what is not', async () => {
  expect(await readHealth(ALL_GOOD)).toEqual({
    status: 'ok',
    checks: { database: 'ok', analytics: 'ok', disk: 'ok' },
  });
  for (const name of ['database', 'analytics', 'disk'] as const) {
    for (const probe of [bad, hanging]) {
      expect(await readHealth({ ...ALL_GOOD, [name]: probe }, 5)).toEqual({
        status: 'failing',
        checks: { database: 'ok', analytics: 'ok', disk: 'ok', [name]: 'failing' },
      });
    }
  }
});

it('looks at database, analytics and disk', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-health-'));
  const db = createDb(createPool({ url: 'postgres://somebody@127.0.0.1:1/placard', name: 'test' }));
  const deps = { db, analytics: noAnalytics(), dataDir };
  const away = { database: 'failing', analytics: 'failing' };
  expect((await readHealth(probesOf(deps))).checks).toEqual({ ...away, disk: 'ok' });
  expect(readdirSync(dataDir)).toEqual([]);
  rmSync(dataDir, { recursive: true });
  expect((await readHealth(probesOf(deps))).checks).toEqual({ ...away, disk: 'failing' });
  await db.destroy();
});
