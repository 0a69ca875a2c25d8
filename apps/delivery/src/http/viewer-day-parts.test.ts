import { linkSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ViewerDayParts } from './viewer-day-parts.ts';

const DAY_MS = 86_400_000;
const GRACE_MS = 10 * 60_000;
const salt = Buffer.alloc(32, 7);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'placard-days-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('gives every process of a machine the same salt of a day, and each day and machine another one', () => {
  const [one, other] = [new ViewerDayParts(dataDir), new ViewerDayParts(dataDir)];
  expect(one.mix(20_000, salt)).toEqual(other.mix(20_000, salt));
  expect(one.mix(20_000, salt)).toHaveLength(32);
  expect(one.mix(20_001, salt)).not.toEqual(one.mix(20_000, salt));
  expect(one.mix(20_000, Buffer.alloc(32, 8))).not.toEqual(one.mix(20_000, salt));
  const elsewhere = new ViewerDayParts(join(dataDir, 'elsewhere'));
  expect(elsewhere.mix(20_000, salt)).not.toEqual(one.mix(20_000, salt));
  expect(one.mix(20_000, salt)).not.toEqual(salt);
});

it('erases a day ten minutes after its end: nobody makes its salt again', () => {
  const parts = new ViewerDayParts(dataDir);
  const before = [20_000, 20_001].map((day) => parts.mix(day, salt));
  parts.erase(20_001 * DAY_MS + GRACE_MS - 1);
  expect(readdirSync(join(dataDir, 'viewer-days'))).toEqual(['20000', '20001']);
  parts.erase(20_001 * DAY_MS + GRACE_MS);
  expect(readdirSync(join(dataDir, 'viewer-days'))).toEqual(['20001']);
  expect(parts.mix(20_001, salt)).toEqual(before[1]);
  expect(parts.mix(20_000, salt)).not.toEqual(before[0]);
});

it('erases them under every name: a process that is killed as it makes one leaves two', () => {
  const parts = new ViewerDayParts(dataDir);
  const folder = join(dataDir, 'viewer-days');
  for (const day of [20_000, 20_001]) {
    parts.mix(day, salt);
    linkSync(join(folder, String(day)), join(folder, `.${day}.4711`));
  }
  for (const name of ['19999x', '.19999', '.19999.x']) writeFileSync(join(folder, name), 'not ours');
  parts.erase(20_001 * DAY_MS + GRACE_MS);
  expect(readdirSync(folder).sort()).toEqual(['.19999', '.19999.x', '.20001.4711', '19999x', '20001']);
});

it('keeps them to itself', () => {
  new ViewerDayParts(dataDir).mix(20_000, salt);
  expect(statSync(join(dataDir, 'viewer-days')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'viewer-days', '20000')).mode & 0o777).toBe(0o600);
});
