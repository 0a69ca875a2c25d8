import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  installationKey,
  installationKeys,
  openSecrets,
  replaceInstallationKeys,
} from './installation-key.ts';
import { createSecrets, readOtherSecretKeys } from './secrets.ts';

const key = Buffer.alloc(32, 1);

describe('sealed values', () => {
  const secrets = createSecrets(key);

  it('open to what was sealed, and look different each time', () => {
    const first = secrets.seal('DE89 3704 0044 0532 0130 00 ü', 'payout:1');
    const second = secrets.seal('DE89 3704 0044 0532 0130 00 ü', 'payout:1');
    expect(secrets.open(first, 'payout:1')).toBe('DE89 3704 0044 0532 0130 00 ü');
    expect(first.equals(second)).toBe(false);
    expect(first.toString('latin1')).not.toContain('3704');
  });

  it('stay closed in another context, with another key, and when a bit was changed', () => {
    const sealed = secrets.seal('secret', 'totp:1');
    expect(() => secrets.open(sealed, 'totp:2')).toThrow();
    expect(() => createSecrets(Buffer.alloc(32, 2)).open(sealed, 'totp:1')).toThrow();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => secrets.open(changed, 'totp:1')).toThrow();
    }
    expect(() => secrets.open(Buffer.alloc(5), 'totp:1')).toThrow('not a sealed value');
    expect(() => createSecrets(Buffer.alloc(31))).toThrow(RangeError);
  });
});

it('hashes a text always alike, in its context and by its key only; older keys’ hashes come after', () => {
  const [old, foreign] = [createSecrets(Buffer.alloc(32, 2)), createSecrets(Buffer.alloc(32, 9))];
  const [own] = createSecrets(key).hashes('Chrome', 'sign-in place:1');
  expect(own).toHaveLength(32);
  expect(createSecrets(key).hashes('Chrome', 'sign-in place:1')).toEqual([own]);
  for (const other of [
    createSecrets(key).hashes('Chrome', 'sign-in place:2'),
    createSecrets(key).hashes('Edge', 'sign-in place:1'),
    foreign.hashes('Chrome', 'sign-in place:1'),
  ])
    expect(other[0].equals(own)).toBe(false);
  const both = createSecrets(key, [Buffer.alloc(32, 2)]).hashes('Chrome', 'sign-in place:1');
  expect(both).toEqual([own, old.hashes('Chrome', 'sign-in place:1')[0]]);
});

describe('several keys', () => {
  const [old, older] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)];

  it('all open, and the first one seals', () => {
    const secrets = createSecrets(key, [old, older]);
    for (const each of [key, old, older])
      expect(secrets.open(createSecrets(each).seal('x', 'totp:1'), 'totp:1')).toBe('x');
    expect(createSecrets(key).open(secrets.seal('x', 'totp:1'), 'totp:1')).toBe('x');
    expect(() => createSecrets(old, [older]).open(secrets.seal('x', 'totp:1'), 'totp:1')).toThrow();
  });

  it('are read from a setting: up to three others, none of them twice', () => {
    const hex = (byte: number) => Buffer.alloc(32, byte).toString('hex');
    expect(readOtherSecretKeys(`${hex(2)}, ${older.toString('base64')}`, key)).toHaveLength(2);
    expect(readOtherSecretKeys([2, 3, 4].map(hex).join(), key)).toHaveLength(3);
    expect(readOtherSecretKeys([2, 3, 4, 5].map(hex).join(), key)).toBeNull();
    expect(readOtherSecretKeys([2, 2].map(hex).join(), key)).toBeNull();
    expect(readOtherSecretKeys(hex(1), key)).toBeNull();
    expect(readOtherSecretKeys(`${hex(2)},`, key)).toBeNull();
  });
});

describe('the installation key', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'placard-key-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is made once, for its owner only', () => {
    const first = installationKey(folder);
    expect(first).toHaveLength(32);
    expect(installationKey(folder).equals(first)).toBe(true);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8').trim()).toBe(first.toString('hex'));
  });

  it('is replaced while a process has it, which then seals by the new one and opens by both', () => {
    const first = installationKey(folder);
    const running = openSecrets(undefined, folder);
    const sealed = running.seal('x', 'y');
    const next = { key: Buffer.alloc(32, 7), old: [{ key: first, until: null }] };
    replaceInstallationKeys(folder, next);
    expect(installationKeys(folder)).toEqual(next);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect([running.open(sealed, 'y'), createSecrets(next.key).open(running.seal('z', 'y'), 'y')]).toEqual([
      'x',
      'z',
    ]);
    const gone = {
      key: next.key,
      old: [{ key: Buffer.alloc(32, 8), until: new Date('2026-08-11T12:00:00Z') }],
    };
    replaceInstallationKeys(folder, gone);
    expect(installationKeys(folder)).toEqual(gone);
    expect(() => running.open(sealed, 'y')).toThrow();
  });

  it('stays what it was in a process whose file is damaged or away', () => {
    const running = openSecrets(undefined, folder);
    const sealed = running.seal('x', 'y');
    writeFileSync(join(folder, 'secret.key'), 'damaged');
    expect(running.open(sealed, 'y')).toBe('x');
    rmSync(join(folder, 'secret.key'));
    expect(running.open(sealed, 'y')).toBe('x');
  });

  it('of the settings is the one, whatever the folder has', () => {
    const given = openSecrets({ key, others: [] }, folder);
    expect(createSecrets(key).open(given.seal('x', 'y'), 'y')).toBe('x');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    'no key',
    `${'ab'.repeat(32)} opens`,
    `${'ab'.repeat(32)}\n${'cd'.repeat(32)}`,
    `${'ab'.repeat(32)}\n${'cd'.repeat(32)} soon`,
    [1, 2, 3, 4, 5].map((byte) => `${`0${byte}`.repeat(32)}${byte === 1 ? '' : ' opens'}`).join('\n'),
  ])('is no such file: %s', (text) => {
    writeFileSync(join(folder, 'secret.key'), text);
    expect(() => installationKeys(folder)).toThrow('is not a key');
  });

  it('is never replaced when it is damaged', () => {
    writeFileSync(join(folder, 'secret.key'), 'damaged');
    expect(() => installationKey(folder)).toThrow('Restore it from the backup');
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe('damaged');
  });
});
