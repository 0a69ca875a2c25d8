import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileInTheWay } from '../process/in-the-way.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { SystemUser } from './system-user.ts';

/** Where a cluster or a copy of the binaries goes when the project's own folder is closed to user postgres. */
export function homesOutside(): string[] {
  return ['/var/lib/placard', join(tmpdir(), 'placard-postgres')];
}

/** Whether the user can enter the folder; asked of the system itself, which knows about ACLs too. */
function canEnter(user: SystemUser, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], {
      uid: user.uid,
      gid: user.gid,
      cwd: '/',
      stdio: 'ignore',
    }).status === 0
  );
}

/** The outermost folder on the way to `folder` that the user cannot enter. */
function closedFolder(user: SystemUser, folder: string): string {
  const way: string[] = [];
  for (let at = folder; at !== dirname(at); at = dirname(at)) way.unshift(at);
  return way.find((step) => !canEnter(user, step)) ?? folder;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}

const OWNER_FILE = 'belongs-to';

/** A link that was copied along with its data folder would give two installations one database. */
function checkLink(link: string): void {
  const target = resolve(dirname(link), readlinkSync(link));
  if (!existsSync(target)) {
    throw new EmbeddedPostgresError(
      `${link} leads to ${target}, which is gone, and with it the database of this data folder. ` +
        `Bring ${target} back from a backup; or, to start anew, choose an empty folder by PLACARD_DATA_DIR.`,
    );
  }
  const ownerFile = join(target, OWNER_FILE);
  const owner = existsSync(ownerFile) ? readFileSync(ownerFile, 'utf8').trim() : link;
  if (owner === link) return;
  const stillThere = lstatSync(owner, { throwIfNoEntry: false });
  if (stillThere?.isSymbolicLink() && realpathSync(owner) === realpathSync(target)) {
    throw new EmbeddedPostgresError(
      `${link} and ${owner} lead to the same database: one data folder is a copy of the other. ` +
        'Start the original, or remove the copy and restore a backup into an empty data folder.',
    );
  }
  writeFileSync(ownerFile, `${link}\n`); // The data folder was moved.
}

function placeOutside(home: string): string {
  for (const outside of homesOutside()) {
    const target = join(outside, `cluster-${randomBytes(6).toString('hex')}`);
    try {
      mkdirSync(outside, { recursive: true, mode: 0o755 });
      mkdirSync(target, { mode: 0o711 });
    } catch {
      continue;
    }
    writeFileSync(join(target, OWNER_FILE), `${home}\n`);
    rmdirSync(home);
    symlinkSync(target, home);
    return target;
  }
  throw new EmbeddedPostgresError(
    `No folder for the database could be made in ${homesOutside().join(' or ')}.`,
  );
}

/**
 * Makes the folder that holds the cluster and returns its real path, which the given user can enter. As root below a
 * closed folder (such as /root, or one made by `mktemp -d`) the database lives in /var/lib/placard and `home` is a
 * link to it: nothing outside our own folders has its permissions changed.
 */
export function prepareHome(
  home: string,
  user: SystemUser | undefined,
  say: (sentence: string) => void,
): string {
  if (lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink()) checkLink(home);
  else if (isFile(home)) throw new EmbeddedPostgresError(fileInTheWay(home));
  else mkdirSync(home, { recursive: true, mode: user ? 0o711 : 0o700 });
  const real = realpathSync(home);
  if (user === undefined || canEnter(user, real)) return real;
  if (existsSync(join(real, 'cluster'))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as user ${user.name}, who cannot enter ${closedFolder(user, real)}, and the database is below it. ` +
        `Open it ("chmod o+x ${closedFolder(user, real)}"), or start Placard as the user it was made by.`,
    );
  }
  const outside = placeOutside(home);
  say(
    `PostgreSQL runs as user ${user.name}, who cannot enter ${closedFolder(user, real)}: the database lives in ${outside} ` +
      `(${home} is a link to it).`,
  );
  return outside;
}
