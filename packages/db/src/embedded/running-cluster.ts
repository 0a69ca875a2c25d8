import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { APP_DATABASE, APP_ROLE, credentialsOf, SUPERUSER } from './credentials.ts';
import { runningPostmaster } from './postmaster.ts';
import { clusterAddress } from './socket.ts';

/** Address of the cluster that somebody else has started in this folder. */
export function runningClusterUrl(home: string): string {
  return addressOf(home, APP_ROLE);
}

/** For what only the superuser may, such as to begin a copy of the cluster's files. */
export function runningClusterSuperuserUrl(home: string): string {
  return addressOf(home, SUPERUSER);
}

function addressOf(home: string, role: typeof APP_ROLE | typeof SUPERUSER): string {
  const port = Number.parseInt(readFileSync(join(home, 'port'), 'utf8'), 10);
  return clusterAddress(home, port, { role, password: credentialsOf(home)[role], database: APP_DATABASE });
}

/** Whether the cluster in this folder is served by somebody now. */
export function isClusterRunning(home: string): boolean {
  try {
    return runningPostmaster(join(realpathSync(home), 'cluster')) !== undefined;
  } catch {
    return false;
  }
}
