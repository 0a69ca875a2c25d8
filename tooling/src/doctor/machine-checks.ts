import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backupsSeenIn, newestOf } from '@placard/db/backup/backups';
import { commandLine } from '@placard/db/process/commands';
import type { Disk } from '@placard/db/process/disks';
import { unfinishedRestore } from '@placard/db/process/unfinished-restore';
import { type Finding, fault, ok, warning } from './finding.ts';

const NODE_LEAST = 24;

export function checkNode(version: string): Finding {
  const major = Number.parseInt(version, 10);
  if (major >= NODE_LEAST) return ok('Node', version);
  return fault(
    'Node',
    `${version} is too old.`,
    'Start by "npm run …", which brings Node 24 of its own, after "npm ci".',
  );
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The nearest folder on the way to it that there is. */
export function nearest(folder: string): string {
  let at = folder;
  while (!existsSync(at) && at !== dirname(at)) at = dirname(at);
  return at;
}

/** What Placard itself writes below its data folder; others may have put files for it to read there. */
const WRITTEN = ['analytics', 'compile-cache', 'images', 'logs', 'postgres', 'secret.key', 'spool'];

function notOf(user: number, dataDir: string) {
  return WRITTEN.map((part) => join(dataDir, part))
    .map((path) => ({ path, owner: statSync(path, { throwIfNoEntry: false })?.uid }))
    .find(({ owner }) => owner !== undefined && owner !== user);
}

/** @param user number of the user who starts Placard; undefined where the system has none */
export function checkFolder(dataDir: string, user: number | undefined): Finding {
  const name = 'Data folder';
  const at = nearest(dataDir);
  if (!statSync(at).isDirectory())
    return fault(name, `${at} is a file.`, 'Set PLACARD_DATA_DIR to a folder, or move that file away.');
  if (!mayWrite(at))
    return fault(
      name,
      `${at} may not be written by this user.`,
      `Give it to the user that runs Placard: chown ${user ?? 'USER'} ${at}`,
    );
  if (at !== dataDir) return ok(name, `${dataDir} is made at the first start.`);
  const unfinished = unfinishedRestore(dataDir);
  if (unfinished !== undefined) return fault(name, 'A restore did not come to its end here.', unfinished);
  const owner = statSync(dataDir).uid;
  if (user !== undefined && user !== 0 && owner !== user)
    return fault(
      name,
      `${dataDir} belongs to user ${owner}, and you are ${user}.`,
      `Start Placard as that user, or: chown -R ${user} ${dataDir}`,
    );
  const other = user === undefined || user === 0 ? undefined : notOf(user, dataDir);
  if (other !== undefined)
    return fault(
      name,
      `${other.path} belongs to user ${other.owner}, and you are ${user}: a command was run as somebody else.`,
      `chown -R ${user} ${dataDir}`,
    );
  const key = join(dataDir, 'secret.key');
  if (existsSync(key) && (statSync(key).mode & 0o077) !== 0)
    return fault(name, `${key} can be read by others.`, `chmod 600 ${key}`);
  return ok(name, dataDir);
}

const LEAST_FREE_BYTES = 500_000_000;
const LEAST_FREE_SHARE = 0.1;

/** @param folder whose disk it is where that is another than the data folder's */
export function checkDisk({ freeBytes: free, totalBytes: size, folder }: Disk): Finding {
  const name = folder === 'data' ? 'Disk' : `Disk of ${folder}`;
  const said = `${(free / 1e9).toFixed(1)} GB of ${(size / 1e9).toFixed(1)} GB are free.`;
  const todo = 'Make room: docs/runbooks/full-disk.md';
  if (free < LEAST_FREE_BYTES) return fault(name, said, todo);
  return free / size < LEAST_FREE_SHARE ? warning(name, said, todo) : ok(name, said);
}

const BACKUP_OLD_MS = 26 * 3_600_000;

/** Why a folder of backups can't be looked into, by the system's code. */
const CLOSED: Readonly<Record<string, string>> = {
  ENOENT: 'There is none',
  ENOTDIR: 'It is a file',
  EACCES: 'This user may not look into it',
};

/** @param folder PLACARD_BACKUP_DIR */
export function checkBackups(folder: string | undefined, nowMs: number): Finding {
  const name = 'Backups';
  if (folder === undefined)
    return warning(
      name,
      'Nothing is backed up by itself.',
      'Set PLACARD_BACKUP_DIR: docs/running.md#back-up',
    );
  try {
    return checkNewest(name, folder, nowMs);
  } catch (cause) {
    const why = CLOSED[(cause as NodeJS.ErrnoException).code ?? ''];
    if (why === undefined) throw cause;
    return fault(
      name,
      `${why}: ${folder}`,
      `Mount it, make it or give it away, then: ${commandLine('backup')}`,
    );
  }
}

/** As restores and alerts see them: without a manifest that can be read one is none, and a clock that was ahead made none newer. */
function checkNewest(name: string, folder: string, nowMs: number): Finding {
  const whole = backupsSeenIn(folder);
  const newest = newestOf(whole, new Date(nowMs));
  if (newest === undefined) return fault(name, `${folder} holds no whole backup.`, commandLine('backup'));
  const ageMs = nowMs - newest.takenAtMs;
  if (ageMs < 0)
    return fault(
      name,
      `${newest.name} is of a time that is still to come, and there is no other.`,
      `Look at the clock of this machine, then: ${commandLine('backup')}`,
    );
  const said = `The newest of ${whole.length} is ${Math.round(ageMs / 3_600_000)} hours old.`;
  return ageMs > BACKUP_OLD_MS
    ? fault(name, said, `${commandLine('backup')}, and read what it says`)
    : ok(name, said);
}
