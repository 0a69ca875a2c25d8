import files from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spiedBuiltins, unspiedBuiltins } from '../testing/spied-builtin.ts';
import { installationKeys, keyFilePath } from './installation-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = files.mkdtempSync(join(tmpdir(), 'placard-key-'));
});
afterEach(() => {
  unspiedBuiltins();
  files.rmSync(dataDir, { recursive: true });
});

it('is on the disk with its name before anything is sealed by it, and the same for whoever reads it', () => {
  const synced = vi.spyOn(files, 'fsyncSync');
  spiedBuiltins();
  const { key } = installationKeys(dataDir);
  // The file and its folder.
  expect(synced).toHaveBeenCalledTimes(2);
  expect(installationKeys(dataDir).key.equals(key)).toBe(true);
  expect(files.statSync(keyFilePath(dataDir)).mode & 0o777).toBe(0o600);
  expect(files.readdirSync(dataDir)).toEqual(['secret.key']);
});

it('leaves nothing where a full disk takes but a part of it', () => {
  vi.spyOn(files, 'writeFileSync').mockImplementationOnce((path) => {
    files.closeSync(files.openSync(String(path), 'wx'));
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
  spiedBuiltins();
  expect(() => installationKeys(dataDir)).toThrow('ENOSPC');
  expect(files.readdirSync(dataDir)).toEqual([]);
});
