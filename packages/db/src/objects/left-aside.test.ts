import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeLeftAside } from './left-aside.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 12);
const KEY = `${'ab'.repeat(32)}.webp`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-aside-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, ageMs: number): void {
  writeFileSync(join(folder, name), 'x');
  const at = new Date(NOW_MS - ageMs);
  utimesSync(join(folder, name), at, at);
}

it('what a killed process wrote of an image goes after an hour, and nothing else', async () => {
  const old = `.${KEY}.0123456789ab`;
  const stay = [KEY, `.${KEY}.ba9876543210`, '.notes', `.${KEY}.0123456789abc`];
  put(old, 3_600_000);
  put(stay[0] ?? '', 9_000_000);
  put(stay[1] ?? '', 3_599_999);
  for (const name of stay.slice(2)) put(name, 9_000_000);
  expect(await removeLeftAside(folder, NOW_MS)).toBe(1);
  expect(readdirSync(folder).sort()).toEqual(stay.toSorted());
});

it('what cannot be removed, and a folder that is not there, is no fault', async () => {
  mkdirSync(join(folder, `.${KEY}.aaaaaaaaaaaa`));
  expect(await removeLeftAside(folder, NOW_MS + 1e12)).toBe(1);
  expect(await removeLeftAside(join(folder, 'nowhere'), NOW_MS)).toBe(0);
});
