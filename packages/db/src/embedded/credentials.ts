import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The superuser that only owns the cluster, and the role and database that Placard works with. */
export const SUPERUSER = 'postgres';
export const APP_ROLE = 'placard';
export const APP_DATABASE = 'placard';

export interface Credentials {
  readonly [SUPERUSER]: string;
  readonly [APP_ROLE]: string;
}

/** Passwords of this cluster, made at the first call. The file is 0600: readable by whoever starts Placard. */
export function credentialsOf(home: string): Credentials {
  const file = join(home, 'credentials.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  const made: Credentials = {
    [SUPERUSER]: randomBytes(24).toString('hex'),
    [APP_ROLE]: randomBytes(24).toString('hex'),
  };
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(made), { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  return made;
}
