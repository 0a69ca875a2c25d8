import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_DATABASE, APP_ROLE, credentialsOf } from '../embedded/credentials.ts';

/** Address of the cluster that somebody else has started in this folder; for tests that look behind the API. */
export function runningClusterUrl(home: string): string {
  const port = Number.parseInt(readFileSync(join(home, 'port'), 'utf8'), 10);
  return `postgres://${APP_ROLE}:${credentialsOf(home)[APP_ROLE]}@127.0.0.1:${port}/${APP_DATABASE}`;
}
