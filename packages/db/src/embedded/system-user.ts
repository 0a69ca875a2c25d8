import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** An account of the operating system. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const POSTGRES = 'postgres';

function findUser(name: string): SystemUser | undefined {
  const answer = (flag: string): number | undefined => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number.parseInt(stdout, 10) : undefined;
  };
  const uid = answer('-u');
  const gid = answer('-g');
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid };
}

/** A line of /etc/passwd where there is one; it spares two processes (20 ms) at every start. */
function findLocalUser(matches: (name: string, uid: number) => boolean): SystemUser | undefined {
  let text: string;
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return undefined;
  }
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid && matches(name, Number(uid))) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Debian's useradd, then busybox' and the BSDs' adduser; whichever is there. */
function createUser(): void {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', POSTGRES]],
    ['adduser', ['--system', '--group', '--no-create-home', POSTGRES]],
    ['adduser', ['-S', '-D', '-H', POSTGRES]],
  ];
  for (const [program, args] of ways) {
    if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) return;
  }
}

/**
 * The user that PostgreSQL has to run as, or undefined when it can run as ourselves. PostgreSQL refuses to run
 * as root; root therefore lends it the owner of an existing cluster, or user `postgres`, made where it is missing.
 */
export function postgresUser(clusterFolder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) {
    const known = findLocalUser((_, uid) => uid === owner.uid);
    return { name: known?.name ?? String(owner.uid), uid: owner.uid, gid: owner.gid };
  }
  const lookUp = () => findLocalUser((name) => name === POSTGRES) ?? findUser(POSTGRES);
  const present = lookUp();
  if (present) return present;
  createUser();
  const made = lookUp();
  if (made) return made;
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and the user "postgres" could not be created. ' +
      'Create it ("useradd --system postgres"), start Placard as an ordinary user, or set DATABASE_URL.',
  );
}
