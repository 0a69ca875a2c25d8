import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const IN_USE = 'is in use by another delivery process';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'placard-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function onPlatform(platform: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { value: platform, configurable: true });
}

const ITS_OWN = process.platform;

describe.each([ITS_OWN, 'darwin'] as const)('the lock of a folder on %s', (platform) => {
  beforeEach(() => onPlatform(platform));
  afterEach(() => onPlatform(ITS_OWN));

  test('is held by one at a time, whatever they call the folder, and is another for another folder', async () => {
    const first = await lockFolder(dir);
    await expect(lockFolder(dir)).rejects.toThrow(`the folder ${dir} ${IN_USE}`);
    await expect(lockFolder(`${dir}/.`)).rejects.toThrow(IN_USE);
    const other = await lockFolder(join(dir, 'other'));
    await first.release();
    const again = await lockFolder(dir);
    for (const lock of [other, again]) await lock.release();
  });
});

test('elsewhere than on Linux a file that a killed process left holds nothing', async () => {
  onPlatform('darwin');
  try {
    const place = createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 24);
    const path = join(tmpdir(), `placard-${place}.sock`);
    writeFileSync(path, '');
    const lock = await lockFolder(dir);
    await expect(lockFolder(dir)).rejects.toThrow(IN_USE);
    await lock.release();
    expect(existsSync(path)).toBe(false);
  } finally {
    onPlatform(ITS_OWN);
  }
});
