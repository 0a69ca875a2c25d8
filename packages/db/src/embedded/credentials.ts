import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The superuser that only owns the cluster, and the role and database that Placard works with. */
export const SUPERUSER = 'postgres';
export const APP_ROLE = 'placard';
export const APP_DATABASE = 'placard';

export interface Credentials {
  readonly [SUPERUSER]: string;
  readonly [APP_ROLE]: string;
}

const PASSWORD_BYTES = 24;
const PASSWORD = /^[0-9a-f]{48}$/;

const fileOf = (home: string) => join(home, 'credentials.json');

export function newCredentials(): Credentials {
  const password = () => randomBytes(PASSWORD_BYTES).toString('hex');
  return { [SUPERUSER]: password(), [APP_ROLE]: password() };
}

/** The file is 0600: readable by whoever starts Placard. */
export function keepCredentials(home: string, credentials: Credentials): void {
  const unfinished = `${fileOf(home)}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(credentials), { mode: 0o600, flush: true });
  renameSync(unfinished, fileOf(home));
}

/** @returns null where the file is gone or holds no passwords: a start makes others */
export function readCredentials(home: string): Credentials | null {
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(fileOf(home), 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError || (cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
  const { [SUPERUSER]: superuser, [APP_ROLE]: app } = (found ?? {}) as Partial<Record<string, unknown>>;
  if (typeof superuser !== 'string' || typeof app !== 'string') return null;
  if (!PASSWORD.test(superuser) || !PASSWORD.test(app)) return null;
  return { [SUPERUSER]: superuser, [APP_ROLE]: app };
}

/** Passwords of a cluster that somebody else has started. @throws EmbeddedPostgresError */
export function credentialsOf(home: string): Credentials {
  const known = readCredentials(home);
  if (known !== null) return known;
  throw new EmbeddedPostgresError(
    `${fileOf(home)} is gone or damaged, and with it the passwords of the database. Start Placard again: it makes others.`,
  );
}
