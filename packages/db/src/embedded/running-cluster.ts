import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { APP_DATABASE, APP_ROLE, credentialsOf } from './credentials.ts';
import { runningPostmaster } from './postmaster.ts';

/** Address of the cluster that somebody else has started in this folder. */
export function runningClusterUrl(home: string): string {
  const port = Number.parseInt(readFileSync(join(home, 'port'), 'utf8'), 10);
  return `postgres://${APP_ROLE}:${credentialsOf(home)[APP_ROLE]}@127.0.0.1:${port}/${APP_DATABASE}`;
}

/** Whether the cluster in this folder is served by somebody now. */
export function isClusterRunning(home: string): boolean {
  try {
    return runningPostmaster(join(realpathSync(home), 'cluster')) !== undefined;
  } catch {
    return false;
  }
}
