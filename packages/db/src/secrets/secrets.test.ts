import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installationKey } from './installation-key.ts';
import { createSecrets } from './secrets.ts';

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

  it('is never replaced when it is damaged', () => {
    writeFileSync(join(folder, 'secret.key'), 'damaged');
    expect(() => installationKey(folder)).toThrow('Restore it from the backup');
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe('damaged');
  });
});
