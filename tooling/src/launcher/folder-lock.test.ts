import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const leave = (process: string) =>
  writeFileSync(join(folder, 'launcher.lock'), JSON.stringify({ process, url: 'http://localhost:8080' }));

it('refuses a folder in use with the address of the one that uses it and what to do', () => {
  const lock = lockFolder(folder, 'http://localhost:8080');
  expect(() => lockFolder(folder, 'http://localhost:9090')).toThrow(
    /in use by a Placard that runs at http:\/\/localhost:8080 \(process \d+\).*PLACARD_DATA_DIR/,
  );
  lock.release();
  const next = lockFolder(folder, 'http://localhost:9090');
  expect(next.tookOver).toBe(false);
  next.release();
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['of a process that is gone', '4194305 1@boot'],
  ['whose number another process has now', `${process.pid} 1@another-boot`],
  ['that is empty', ''],
])('takes over a lock %s', (_, identity) => {
  leave(identity);
  const lock = lockFolder(folder, 'http://localhost:8080');
  expect(lock.tookOver).toBe(true);
  lock.release();
});

it('takes over a lock cut short while it was written', () => {
  writeFileSync(join(folder, 'launcher.lock'), '{"proc');
  expect(lockFolder(folder, 'http://localhost:8080').tookOver).toBe(true);
});

it('does not take away a lock that is not its own any more', () => {
  const lock = lockFolder(folder, 'http://localhost:8080');
  leave('1 another');
  lock.release();
  expect(readdirSync(folder)).toEqual(['launcher.lock']);
});

it('makes a folder that is missing', () => {
  lockFolder(join(folder, 'a', 'b'), 'http://localhost:8080').release();
});
