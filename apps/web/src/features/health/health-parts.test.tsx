import type { Health } from '@placard/contract/health';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import { HealthCards } from './health-cards.tsx';
import { ProcessTable } from './process-table.tsx';

const now = '2026-03-01T12:00:00.000Z';
const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
const health = (given: Partial<Health>) => plain(api.health.read, { now, ...given });

const settlement = (unsettledSince: string | null) =>
  shown(<HealthCards health={health({ unsettledSince })} />).words;

it('settlement is behind once the oldest event waits for more than five seconds', () => {
  expect(settlement(null)).toContain('Up to date');
  expect(settlement(before(5_000))).toContain('Up to date');
  expect(settlement(before(5_001))).not.toContain('Up to date');
});

type Process = Health['processes'][number];
const process: Process = {
  ...{ shard: 1, toldAt: now, views: 0, p50Ms: null, p99Ms: null, spoolBytes: 0, spoolFaults: 0 },
  ...{ diskFreeBytes: 5e9, diskTotalBytes: 10e9 },
} as Process;
const row = (given: Partial<Process>) =>
  shown(<ProcessTable health={health({ processes: [{ ...process, ...given }] })} />).words;

it('an ad server that was silent for more than a minute is said to be so', () => {
  expect(row({ toldAt: before(60_000) })).toContain('Just now');
  expect(row({ toldAt: before(60_001) })).not.toContain('Just now');
});

it('what could not be written down is said from the first on', () => {
  expect(row({})).not.toContain('failed');
  expect(row({ spoolFaults: 1 })).toContain('1 failed write');
});

it('what lies on a disk of its own is said beside the data folder', () => {
  const said = (given: Partial<Health>) => shown(<ProcessTable health={health(given)} />).words;
  const disk = { freeBytes: 5e9, totalBytes: 10e9 };
  const otherDisks = [{ folder: 'postgres' as const, freeBytes: 1e9, totalBytes: 10e9 }];
  expect(said({ disk, otherDisks })).toMatch(/data folder: .*50%\) free; disk of the database: .*10%\) free/);
  expect(said({ disk, otherDisks: [] })).not.toContain('database');
});

it('the room on a disk is a figure only where it is known', () => {
  expect(row({})).toContain('50%');
  expect(row({ diskFreeBytes: null })).toMatch(/–$/);
  expect(row({ diskTotalBytes: null })).toMatch(/–$/);
  expect(row({ diskTotalBytes: 0, diskFreeBytes: 0 })).toContain('0%');
});
