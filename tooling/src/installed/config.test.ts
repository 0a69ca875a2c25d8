import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installedEnvironment } from './config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-installed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const environmentOf = (text: string | undefined, environment: Record<string, string | undefined> = {}) => {
  const settingsFile = join(folder, 'placard.env');
  if (text !== undefined) writeFileSync(settingsFile, text);
  const defaults = { PLACARD_DATA_DIR: '/var/lib/placard', PORT: '1' };
  return installedEnvironment({ version: '1', as: 'service', defaults, settingsFile }, environment);
};

it('takes the environment before the file, and the file before the defaults', () => {
  expect(environmentOf('PORT=2\nDELIVERY_PORT=2', { DELIVERY_PORT: '3', NONE: undefined })).toEqual({
    PLACARD_DATA_DIR: '/var/lib/placard',
    PLACARD_INSTALLED: 'service',
    PORT: '2',
    DELIVERY_PORT: '3',
  });
});

it('does without a file', () => {
  expect(environmentOf(undefined, { PLACARD_INSTALLED: 'somehow' })).toEqual({
    PLACARD_DATA_DIR: '/var/lib/placard',
    PLACARD_INSTALLED: 'service',
    PORT: '1',
  });
});

it('names every wrong line and its file', () => {
  expect(() => environmentOf('PORT\nA=1\nB="')).toThrow(/placard\.env:\n {2}- line 1 .*\n {2}- line 3 \(B\)/);
});
