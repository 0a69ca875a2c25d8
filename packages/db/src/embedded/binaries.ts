import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { homesOutside } from './home.ts';
import type { SystemUser } from './system-user.ts';

/** The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this platform, and its version. */
interface Distribution {
  readonly root: string;
  readonly version: string;
}

function installedDistribution(): Distribution {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // The platform package is a dependency of `embedded-postgres`, so it is looked up from there.
  const lookup = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = lookup.resolve(name);
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (${process.platform}-${process.arch}), or npm was told to omit optional packages. ` +
        'Run "npm ci" again, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const root = resolve(dirname(entry), '..');
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = (manifest as { version: string }).version;
  return { root: join(root, 'native'), version };
}

function runs(root: string, user: SystemUser | undefined): boolean {
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const outcome = spawnSync(join(root, 'bin', 'postgres'), ['--version'], {
    ...identity,
    cwd: '/',
    stdio: 'ignore',
  });
  return outcome.status === 0;
}

/** Copies under a name of its own first, so that a copy cut short is never taken for a whole one. */
function copyTo(target: string, source: string): void {
  const unfinished = `${target}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, target);
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw cause; // Another process was quicker: its copy is as good.
  }
}

/**
 * The folder whose `bin/postgres` and `bin/initdb` this user can execute. The installed one, unless the
 * project lies below a folder closed to that user (such as /root): then a copy of it outside (60 MB, once a version).
 */
export function executableDistribution(user: SystemUser | undefined): string {
  const { root, version } = installedDistribution();
  if (runs(root, user)) return root;
  if (user !== undefined) {
    for (const outside of homesOutside()) {
      const copy = join(outside, `postgresql-${version}`);
      try {
        mkdirSync(outside, { recursive: true, mode: 0o755 });
        if (!existsSync(copy)) copyTo(copy, root);
      } catch {
        continue;
      }
      // A folder that somebody else put there is not executed.
      if (lstatSync(copy).uid === 0 && runs(copy, user)) return copy;
    }
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${root} does not run here${user ? ` as user ${user.name}` : ''}. ` +
      'Run "npm ci" again, start Placard as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}
