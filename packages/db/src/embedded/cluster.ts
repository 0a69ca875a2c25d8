import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { emptyFolder } from '../process/empty-folder.ts';
import { keepLogSmall, type LogCare, openLogFile, readLogFrom } from '../process/log-file.ts';
import { executableDistribution } from './binaries.ts';
import {
  APP_DATABASE,
  APP_ROLE,
  type Credentials,
  keepCredentials,
  newCredentials,
  readCredentials,
  SUPERUSER,
} from './credentials.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { prepareHome } from './home.ts';
import { changePasswords, initialise, spawnIdentity } from './initialise.ts';
import { beginLogArchive, breakLogChain, endLogArchive, readLogChain } from './log-archive.ts';
import { choosePort } from './port.ts';
import { clearPostmaster, runningPostmaster, stopPostmaster, untilReady } from './postmaster.ts';
import { postmasterSettings } from './settings.ts';
import { clusterAddress, makeSocketFolder } from './socket.ts';
import { postgresUser } from './system-user.ts';

export interface ClusterOptions {
  /** The folder that the cluster, its passwords, its port and its log live in; made when missing. */
  readonly home: string;
  /** False only for tests: no fsync. Default true. */
  readonly durable?: boolean;
  /** Default 60: delivery and server pools together stay below 40. */
  readonly maxConnections?: number;
  /** Told what a person should know, such as where the database went. */
  readonly say?: (sentence: string) => void;
  /**
   * Whether all that is written goes into an archive beside the cluster: see log-archive.ts. Unless given as it was before: a command
   * on a stopped Placard must not end what Placard keeps.
   */
  readonly archiving?: boolean;
  /** Settings of PostgreSQL beside its own, such as those of a recovery. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Default two minutes: a crash is recovered from in seconds. */
  readonly readyWithinMs?: number;
  /** Of its log. */
  readonly logCare?: LogCare;
}

/** A running PostgreSQL that belongs to this process: it ends when this process does. */
export interface Cluster {
  readonly port: number;
  /** Process number of the postmaster. */
  readonly pid: number;
  /** Connects Placard's role (no superuser) to Placard's database. */
  readonly url: string;
  /** Connects Placard's role to another database. */
  urlOf(database: string): string;
  /** Connects the superuser; for tests and for repairs. */
  superuserUrlOf(database: string): string;
  /** Resolves when the postmaster has ended, by whatever cause. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, everything committed is on the disk. */
  stop(): Promise<void>;
}

/**
 * Starts the postmaster as a child of a shell whose fourth descriptor is a pipe from us. When our process ends in
 * whatever way, the pipe closes, `read` returns and the postmaster is shut down: no orphans even after kill -9.
 */
const KEEPER = `
"$@" 3<&- &
postmaster=$!
( read -r _ <&3; kill -INT $postmaster 2>/dev/null ) &
watch=$!
exec 3<&-
wait $postmaster
code=$?
kill $watch 2>/dev/null
exit $code
`;

/** Old backends of a killed postmaster notice within milliseconds; one in a long statement takes longer. */
const START_ATTEMPTS = 40;
const ATTEMPT_EVERY_MS = 250;
const READY_WITHIN_MS = 120_000;

const logOf = (home: string) => join(home, 'log');

function endOfLog(home: string, from: number): string {
  return readLogFrom(logOf(home), from).trim().split('\n').slice(-8).join('\n');
}

function endOf(keeper: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    keeper.once('exit', () => resolve());
    keeper.once('error', () => resolve());
  });
}

/** The pipe must stay open, but shall not keep our process alive. */
function unrefPipe(keeper: ChildProcess): void {
  const pipe = keeper.stdio[3];
  if (pipe instanceof Socket) pipe.unref();
}

interface Start {
  readonly home: string;
  readonly distribution: string;
  readonly user: ReturnType<typeof postgresUser>;
  readonly args: string[];
  readonly readyWithinMs: number;
}

interface Attempt {
  readonly pid: number;
  readonly ended: Promise<void>;
  readonly keeper: ChildProcess;
}

/** One attempt; undefined when PostgreSQL gave up because remains of a killed run are still alive. */
async function attempt({
  home,
  distribution,
  user,
  args,
  readyWithinMs,
}: Start): Promise<Attempt | undefined> {
  const cluster = join(home, 'cluster');
  const { descriptor: log, from: logStart } = openLogFile(logOf(home));
  const keeper = spawn(
    '/bin/sh',
    ['-c', KEEPER, 'placard-postgres', join(distribution, 'bin', 'postgres'), '-D', cluster, ...args],
    // A session of its own: Ctrl-C in the terminal reaches the launcher only, which ends things in order.
    { ...spawnIdentity(user), detached: true, stdio: ['ignore', log, log, 'pipe'] },
  );
  closeSync(log);
  let over = false;
  const ended = endOf(keeper).then(() => {
    over = true;
  });
  const pid = await untilReady(cluster, () => over, readyWithinMs);
  if (pid !== undefined) {
    keeper.unref();
    unrefPipe(keeper);
    return { pid, ended, keeper };
  }
  const said = endOfLog(home, logStart);
  if (/pre-existing shared memory block|lock file "postmaster.pid"|Address already in use/.test(said))
    return undefined;
  throw new EmbeddedPostgresError(`PostgreSQL does not start on ${cluster}. It says:\n${said}`);
}

function refuseOtherOwner(home: string): void {
  const owner = statSync(join(home, 'cluster'), { throwIfNoEntry: false })?.uid;
  const ours = process.getuid?.();
  if (owner === undefined || ours === undefined || ours === 0 || owner === ours) return;
  throw new EmbeddedPostgresError(
    `The database in ${home} belongs to another user (number ${owner}): Placard was started as root or as somebody else before. ` +
      'Start it as that user, or choose another folder by PLACARD_DATA_DIR.',
  );
}

/** A `cp -r` by root leaves a cluster that belongs to root, which PostgreSQL cannot open: it is given to its user. */
function giveBack(cluster: string, user: Start['user'], say: (sentence: string) => void): void {
  if (user === undefined || statSync(cluster).uid === user.uid) return;
  say(`The database in ${cluster} is given to user ${user.name}, as whom PostgreSQL runs.`);
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  // Last: a run that is killed here begins again.
  chownSync(cluster, user.uid, user.gid);
}

/** For a cluster whose own are lost. A base of before would be restored with passwords that the log then changes: another chain begins. */
async function replacePasswords(
  where: Pick<Start, 'home' | 'distribution' | 'user'>,
  credentials: Credentials,
  archive: Readonly<Record<string, string>>,
): Promise<void> {
  const { home } = where;
  await clearPostmaster(join(home, 'cluster'));
  if (readLogChain(home) !== null) breakLogChain(home);
  await changePasswords(where, credentials, archive);
  // Last: a run that is killed here begins again.
  keepCredentials(home, credentials);
}

/**
 * Starts the PostgreSQL of `options.home`, making the cluster at the first time; resolves when it takes connections.
 * Recovers from whatever the last run left: a stale pid file, a postmaster still alive, backends of a killed one.
 * @throws EmbeddedPostgresError with a sentence that says what to do.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL runs on Linux and macOS. On Windows use WSL, or set DATABASE_URL.',
    );
  }
  const durable = options.durable ?? true;
  const asked = resolve(options.home);
  refuseOtherOwner(asked);
  const user = postgresUser(join(asked, 'cluster'));
  const home = prepareHome(asked, user, options.say ?? (() => {}));
  const distribution = executableDistribution(user);
  const known = readCredentials(home);
  const credentials = known ?? newCredentials();
  const cluster = join(home, 'cluster');
  const areLost = known === null && existsSync(cluster);
  if (known === null && !areLost) keepCredentials(home, credentials);
  await initialise({ home, distribution, user }, credentials, durable);
  giveBack(cluster, user, options.say ?? (() => {}));
  const { maxConnections = 60, settings = {}, readyWithinMs = READY_WITHIN_MS } = options;
  const { archiving = readLogChain(home) !== null } = options;
  if (!archiving) endLogArchive(home);
  const archive = archiving ? beginLogArchive(home, user) : {};
  if (areLost) {
    options.say?.(`${home}/credentials.json was gone or damaged: the database is given other passwords.`);
    await replacePasswords({ home, distribution, user }, credentials, archive);
  }

  for (let round = 1; round <= START_ATTEMPTS; round += 1) {
    await clearPostmaster(cluster);
    const port = await choosePort(home);
    const socketFolder = makeSocketFolder(home, port, user);
    const more = { ...archive, ...settings };
    const args = postmasterSettings(port, { durable, maxConnections, socketFolder, more });
    const started = await attempt({ home, distribution, user, args, readyWithinMs });
    if (started) {
      const address = (role: keyof typeof credentials, database: string) =>
        clusterAddress(home, port, { role, password: credentials[role], database });
      const care = keepLogSmall(logOf(home), options.logCare);
      void started.ended.then(() => care.stop());
      return {
        port,
        pid: started.pid,
        url: address(APP_ROLE, APP_DATABASE),
        urlOf: (database) => address(APP_ROLE, database),
        superuserUrlOf: (database) => address(SUPERUSER, database),
        ended: started.ended,
        stop: async () => {
          started.keeper.ref(); // Whoever stops it waits for the end, even as the last thing the process does.
          if (runningPostmaster(cluster) === started.pid) await stopPostmaster(started.pid);
          await started.ended;
        },
      };
    }
    await delay(ATTEMPT_EVERY_MS);
  }
  throw new EmbeddedPostgresError(
    `Processes of an earlier PostgreSQL on ${cluster} do not end. Find them ("ps aux | grep postgres"), end them and start again.`,
  );
}

/** Makes the folder of a cluster that is still to be put into it. @returns where it really is */
export function makeClusterHome(home: string, say: (sentence: string) => void): string {
  const asked = resolve(home);
  return prepareHome(asked, postgresUser(join(asked, 'cluster')), say);
}

/**
 * Removes a stopped cluster and everything in its home, also where the home is a link to the outside.
 * @param isHomeKept whether the home stays, empty: one that was there before it, such as a disk
 */
export async function removeCluster(home: string, isHomeKept = false): Promise<void> {
  if (!existsSync(home)) return rmSync(home, { force: true });
  const real = realpathSync(home);
  await clearPostmaster(join(real, 'cluster'));
  if (isHomeKept) return emptyFolder(real);
  rmSync(real, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}
