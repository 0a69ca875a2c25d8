import { chownSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemUser } from './system-user.ts';

/** Below the cluster's home. */
const FOLDER = 'socket';
/** What every system has room for: 104 bytes on macOS, 108 on Linux, the zero at the end among them. */
export const SOCKET_PATH_BYTES = 103;

const socketName = (port: number) => `.s.PGSQL.${port}`;

/**
 * Makes the folder of the socket anew, open to nobody but the user that PostgreSQL runs as (and root); what a killed run left in it
 * would keep the next one from starting. Undefined where the path is longer than a socket's may be: there TCP serves alone.
 */
export function makeSocketFolder(
  home: string,
  port: number,
  user: SystemUser | undefined,
): string | undefined {
  const folder = join(home, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  if (Buffer.byteLength(join(folder, socketName(port))) > SOCKET_PATH_BYTES) return undefined;
  mkdirSync(folder, { mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Who connects to a cluster's database as whom. */
export interface ClusterLogin {
  readonly role: string;
  readonly password: string;
  readonly database: string;
}

/**
 * The address of a running cluster: host and port as TCP has them, and the socket's folder where there is one, which pg and libpq prefer. A
 * statement takes a sixth less of the clock by it.
 */
export function clusterAddress(
  home: string,
  port: number,
  { role, password, database }: ClusterLogin,
): string {
  const folder = join(realpathSync(home), FOLDER);
  const tcp = `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  return existsSync(join(folder, socketName(port))) ? `${tcp}?host=${encodeURIComponent(folder)}` : tcp;
}

/** The same by TCP: for whoever stands in between, such as a proxy. */
export function byTcp(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('host');
  return url.href;
}
