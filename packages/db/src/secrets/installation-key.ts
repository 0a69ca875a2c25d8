import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_KEY_BYTES } from './secrets.ts';

const FILE = 'secret.key';

/**
 * The installation's key: the file `secret.key` of the data folder (0600), made at the first start. Whoever restores a
 * backup of the database needs this file too: without it what was sealed stays closed.
 */
export function installationKey(dataDir: string): Buffer {
  const path = join(dataDir, FILE);
  const known = readKey(path);
  if (known !== null) return known;
  mkdirSync(dataDir, { recursive: true });
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, `${randomBytes(SECRET_KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    // Of two processes that start at once, one gives its key and both read it.
    linkSync(aside, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  const made = readKey(path);
  if (made === null) throw new Error(`${path} disappeared while it was made`);
  return made;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function readKey(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(
      `${path} is not a key. Restore it from the backup: what was sealed with it cannot be read otherwise.`,
    );
  }
  return Buffer.from(text, 'hex');
}
