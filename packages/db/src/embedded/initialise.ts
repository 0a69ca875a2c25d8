import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_DATABASE, APP_ROLE, type Credentials, SUPERUSER } from './credentials.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { SystemUser } from './system-user.ts';

interface Where {
  readonly home: string;
  readonly distribution: string;
  readonly user: SystemUser | undefined;
}

/** What every program of PostgreSQL is started with: nothing of ours but the identity. */
export function spawnIdentity(user: SystemUser | undefined) {
  return {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  };
}

function initdb(
  { distribution, user }: Where,
  folder: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // Stretching makes words that people think of slower to guess. These are 192 random bits, and each connection would pay for it: 5 ms.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    // The same order of texts on every machine, whatever its locales are.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  return new Promise((resolve, reject) => {
    execFile(join(distribution, 'bin', 'initdb'), args, spawnIdentity(user), (failure, _stdout, stderr) => {
      if (!failure) return resolve();
      reject(
        new EmbeddedPostgresError(
          `The database in ${folder} could not be made: ${stderr.trim() || failure.message}`,
        ),
      );
    });
  });
}

/** Runs statements on a cluster that nobody serves yet: no port, no password, no waiting. */
function singleUser(
  { distribution, user }: Where,
  folder: string,
  { statements, settings = {} }: { statements: string[]; settings?: Readonly<Record<string, string>> },
): Promise<void> {
  const more = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return new Promise((resolve, reject) => {
    const server = spawn(
      join(distribution, 'bin', 'postgres'),
      ['--single', '-D', folder, '-c', 'exit_on_error=on', ...more, 'postgres'],
      {
        ...spawnIdentity(user),
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
    let complaint = '';
    server.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    server.once('error', reject);
    server.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new EmbeddedPostgresError(
            `Placard could not be given its role, passwords and database in ${folder}: ${complaint}`,
          ),
        );
    });
    server.stdin.end(`${statements.join('\n')}\n`);
  });
}

/**
 * Makes the cluster `home/cluster` with a role that is no superuser and a database that it owns.
 * A run cut short leaves the folder `initialise` behind, which the next one throws away: half a cluster is never started.
 */
export async function initialise(where: Where, credentials: Credentials, durable: boolean): Promise<void> {
  const { home, user } = where;
  if (existsSync(join(home, 'cluster'))) return;
  // initdb makes its folder itself, as the user it runs as, and so needs one it may write in.
  const nursery = join(home, 'initialise');
  rmSync(nursery, { recursive: true, force: true });
  mkdirSync(nursery, { mode: 0o700 });
  const passwordFile = join(nursery, 'password');
  writeFileSync(passwordFile, `${credentials[SUPERUSER]}\n`, { mode: 0o600 });
  if (user) {
    chownSync(nursery, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const cluster = join(nursery, 'cluster');
  await initdb(where, cluster, passwordFile, durable);
  const statements = [
    `CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${credentials[APP_ROLE]}'`,
    `CREATE DATABASE ${APP_DATABASE} OWNER ${APP_ROLE}`,
  ];
  await singleUser(where, cluster, { statements });
  renameSync(cluster, join(home, 'cluster'));
  rmSync(nursery, { recursive: true, force: true });
}

/** Gives the roles of a cluster that nobody serves other passwords. @param settings of the postmaster, such as those of its archive */
export async function changePasswords(
  where: Where,
  credentials: Credentials,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const statements = ([SUPERUSER, APP_ROLE] as const).map(
    (role) => `ALTER ROLE ${role} PASSWORD '${credentials[role]}'`,
  );
  await singleUser(where, join(where.home, 'cluster'), { statements, settings });
}
