import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { OLD_SECRET_KEYS_MOST } from '@placard/domain/old-secret-keys';
import { createSecrets, type KeyRing, SECRET_KEY_BYTES, type Secrets } from './secrets.ts';

const FILE = 'secret.key';

/** `until` is null while values may still be sealed by it; then it is when it goes. */
type OldKey = { readonly key: Buffer; readonly until: Date | null };

/** What the file holds: the key that seals in its first line, keys of before in the others, newest first. */
export type KeyFile = { readonly key: Buffer; readonly old: readonly OldKey[] };

export function keyFilePath(dataDir: string): string {
  return join(dataDir, FILE);
}

/**
 * The installation's keys: the file `secret.key` of the data folder (0600), made at the first start. Whoever restores a
 * backup of the database needs this file too: without it what was sealed stays closed.
 */
export function installationKeys(dataDir: string): KeyFile {
  const path = keyFilePath(dataDir);
  const known = readKeys(path);
  if (known !== null) return known;
  mkdirSync(dataDir, { recursive: true });
  const aside = `${path}.${process.pid}`;
  try {
    // On a full disk there may be its name alone afterwards.
    writeAside(aside, { key: randomBytes(SECRET_KEY_BYTES), old: [] });
    // Of two processes that start at once, one gives its key and both read it.
    linkSync(aside, path);
    syncFolderOf(path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  const made = readKeys(path);
  if (made === null) throw new Error(`${path} disappeared while it was made`);
  return made;
}

/** The key of the data folder that seals. */
export function installationKey(dataDir: string): Buffer {
  return installationKeys(dataDir).key;
}

/** Puts another file in its place, whole and on the disk, as its owner's: a command may be called by root. */
export function replaceInstallationKeys(dataDir: string, keys: KeyFile): void {
  const path = keyFilePath(dataDir);
  const aside = `${path}.${process.pid}`;
  const { uid, gid } = statSync(path);
  try {
    writeAside(aside, keys);
    if (uid !== process.getuid?.()) chownSync(aside, uid, gid);
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  syncFolderOf(path);
}

/** Or a loss of power takes the name of a key by which something is sealed by then. */
function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * What seals and opens in a process: by the keys of the settings, or else by the file of the data folder, which is read
 * again when it has changed, so that a key can be replaced while Placard runs.
 */
export function openSecrets(given: KeyRing | null | undefined, dataDir: string): Secrets {
  if (given !== null && given !== undefined) return createSecrets(given.key, given.others);
  const path = keyFilePath(dataDir);
  const secretsOf = ({ key, old }: KeyFile) =>
    createSecrets(
      key,
      old.map((each) => each.key),
    );
  let secrets = secretsOf(installationKeys(dataDir));
  // Read once more at its first use: it may have been replaced since.
  let seen = '';
  const current = (): Secrets => {
    const stamp = stampOf(path);
    if (stamp === seen) return secrets;
    seen = stamp;
    try {
      const keys = readKeys(path);
      if (keys !== null) secrets = secretsOf(keys);
    } catch {
      // A file that is away or damaged leaves a running process the keys that it has.
    }
    return secrets;
  };
  return {
    seal: (plain, context) => current().seal(plain, context),
    open: (sealed, context) => current().open(sealed, context),
    hashes: (text, context) => current().hashes(text, context),
  };
}

/** 2 µs; another file has another number. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeNs}`;
}

function writeAside(aside: string, { key, old }: KeyFile): void {
  const lines = [
    key.toString('hex'),
    ...old.map((each) => `${each.key.toString('hex')} ${each.until?.toISOString() ?? OPENS}`),
  ];
  writeFileSync(aside, `${lines.join('\n')}\n`, { mode: 0o600, flush: true });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const OPENS = 'opens';
const KEY_LINE = /^[0-9a-f]{64}$/;
const OLD_LINE = /^([0-9a-f]{64}) (opens|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

function readKeys(path: string): KeyFile | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  const keys = parseKeyFile(text);
  if (keys === null) {
    throw new Error(
      `${path} is not a key. Restore it from the backup: what was sealed with it cannot be read otherwise.`,
    );
  }
  return keys;
}

/** @returns null where it is no such file */
export function parseKeyFile(text: string): KeyFile | null {
  const [first = '', ...rest] = text.trim().split('\n');
  if (!KEY_LINE.test(first) || rest.length > OLD_SECRET_KEYS_MOST) return null;
  const old: OldKey[] = [];
  for (const line of rest) {
    const [, key = '', until = ''] = OLD_LINE.exec(line) ?? [];
    if (key === '') return null;
    old.push({ key: Buffer.from(key, 'hex'), until: until === OPENS ? null : new Date(until) });
  }
  return { key: Buffer.from(first, 'hex'), old };
}
