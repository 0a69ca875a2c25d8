import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { breakLogChain, logArchiveOf, readLogChain } from '@placard/db/embedded/log-archive';
import { runningClusterSuperuserUrl } from '@placard/db/embedded/running-cluster';
import { takeLock } from '@placard/db/process/file-lock';
import { basesToDrop, isBaseDue, WAITING_LOG_MOST_BYTES } from '@placard/domain/backup/point-in-time';
import { DAY_MS } from '@placard/domain/time-zone';
import { auditCommand } from '../backup/audit-command.ts';
import type { BackupBy } from '../backup/back-up.ts';
import { BackupFault } from '../backup/backup-fault.ts';
import { explainFault } from '../backup/explain-fault.ts';
import { refusePlace } from '../backup/refuse-place.ts';
import { basesOf, type Chain, chainFor, chainsIn, openChain, REMOVING } from './chain.ts';
import { dropLog, keepFilesBeside, keepLog, mendImages, waitingLog } from './keep-log.ts';
import { sweepChain, takeBase } from './take-base.ts';

export type KeepOrder = {
  /** Absolute. */
  readonly dataDir: string;
  /** The folder of points in time, outside of the data folder. */
  readonly into: string;
  readonly days: number;
  readonly passphrase: string | null;
  readonly program: string;
  readonly now: () => Date;
  /** Who keeps them. */
  readonly by: BackupBy;
  /** Told that it could not be written into the audit log. */
  readonly warn: (sentence: string) => void;
  /** Most of log that waits beside the database. */
  readonly mostWaitingBytes?: number;
  /** So long the database may archive nothing while a base waits for its log. */
  readonly patienceMs?: number;
};

export type Kept = {
  readonly pieces: number;
  /** The base that was taken now. */
  readonly base: string | null;
  readonly removed: readonly string[];
};

/**
 * Takes the log that waits beside the database to where it is kept, and a base each day; drops what no moment of the days
 * that are kept needs.
 * @returns null while another one is at it
 * @throws BackupFault with a sentence
 */
export async function keepPointsInTime(order: KeepOrder): Promise<Kept | null> {
  refusePlace(order.into, order.dataDir);
  const root = resolve(order.into);
  const home = join(order.dataDir, 'postgres');
  const archive = logArchiveOf(home);
  const log = readLogChain(home);
  if (log === null)
    throw new BackupFault(
      `The database in ${home} keeps no log. Points in time need the embedded PostgreSQL, started with PLACARD_POINT_IN_TIME_DIR.`,
    );
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    const lock = takeLock(join(root, '.lock'), '');
    if (!('release' in lock)) return null;
    try {
      return await keepInto(order, { root, home, archive, log });
    } finally {
      lock.release();
    }
  } catch (cause) {
    dropWaiting(home, order.mostWaitingBytes ?? WAITING_LOG_MOST_BYTES);
    throw cause;
  }
}

/** The database needs its disk more than moments of the past are needed: what comes after is another chain. */
function dropWaiting(home: string, mostBytes: number): void {
  const archive = logArchiveOf(home);
  const { names, bytes } = waitingLog(archive);
  if (bytes <= mostBytes) return;
  breakLogChain(home);
  for (const name of names) rmSync(join(archive, name), { force: true });
  throw new BackupFault(
    `${Math.round(bytes / 1_000_000)} MB of the database's log could not be taken to the folder of points in time and were dropped.`,
  );
}

type Places = {
  readonly root: string;
  readonly home: string;
  readonly archive: string;
  readonly log: string;
};

async function keepInto(order: KeepOrder, { root, home, archive, log }: Places): Promise<Kept> {
  await sweep(root).catch((cause: unknown) => {
    order.warn(`What earlier runs left in ${root} cannot be removed: ${explainFault(cause)}`);
  });
  const chain = chainFor(root, log, order.passphrase);
  const pieces = await keepLog(chain, archive);
  await keepFilesBeside(chain, order.dataDir);
  let base: string | null = null;
  if (isBaseDue(basesOf(chain), order.now().getTime())) {
    await mendImages(chain, order.dataDir);
    await auditBase(order, home);
    base = await takeBase({
      chain,
      home,
      archive,
      superuserUrl: runningClusterSuperuserUrl(home),
      program: order.program,
      ...(order.patienceMs === undefined ? {} : { patienceMs: order.patienceMs }),
    });
  }
  const removed = base === null ? [] : await dropOld(root, order);
  return { pieces, base, removed };
}

/** That everything is copied stands in the audit log before, and so in the copy; where nothing can be written it is copied all the same. */
async function auditBase({ by, into, passphrase, warn }: KeepOrder, home: string): Promise<void> {
  try {
    const detail = { ...by, into: resolve(into), sealed: passphrase !== null };
    await auditCommand(runningClusterSuperuserUrl(home), 'base', detail);
  } catch (cause) {
    warn(`That a base was taken does not stand in the audit log: ${explainFault(cause)}`);
  }
}

/** Before anything is kept: what a killed run left may be what fills the disk. */
async function sweep(root: string): Promise<void> {
  for (const name of readdirSync(root))
    if (name.startsWith(REMOVING)) await rm(join(root, name), { recursive: true, force: true });
  for (const folder of chainsIn(root)) await sweepChain(folder);
}

/** A chain whose last moment is older than all that are kept goes as a whole. */
async function dropOld(root: string, { days, now, passphrase }: KeepOrder): Promise<string[]> {
  const removed: string[] = [];
  const chains = chainsIn(root);
  const open = chains.flatMap((folder) => openedOrNone(folder, passphrase));
  const all = open.flatMap((chain) => basesOf(chain).map((base) => ({ ...base, of: chain })));
  const old = basesToDrop(all, now().getTime(), days);
  for (const { of, name } of old) {
    await rename(join(of.folder, name), join(of.folder, `${REMOVING}${name}`));
    await rm(join(of.folder, `${REMOVING}${name}`), { recursive: true, force: true });
    removed.push(name);
  }
  for (const chain of open) {
    const left = basesOf(chain).map(({ firstPiece }) => firstPiece);
    const first = left.toSorted((one, other) => (one.slice(8) < other.slice(8) ? -1 : 1))[0];
    if (first !== undefined) await dropLog(chain, first);
    else if (old.some(({ of }) => of.folder === chain.folder)) await removeChain(root, chain.folder);
  }
  const oldestMs = now().getTime() - days * DAY_MS;
  for (const folder of chains) {
    // Sealed under a passphrase that is forgotten: nothing was added to it for longer than anything is kept.
    const isForeign = open.every((chain) => chain.folder !== folder);
    if (isForeign && newestChange(folder) < oldestMs) await removeChain(root, folder);
  }
  return removed;
}

function openedOrNone(folder: string, passphrase: string | null): Chain[] {
  try {
    return [openChain(folder, passphrase)];
  } catch (cause) {
    if (cause instanceof BackupFault) return [];
    throw cause;
  }
}

function newestChange(folder: string): number {
  const log = join(folder, 'wal');
  const [own, logs] = [folder, log].map((place) => (existsSync(place) ? statSync(place).mtimeMs : 0));
  return Math.max(own ?? 0, logs ?? 0);
}

async function removeChain(root: string, folder: string): Promise<void> {
  const away = join(root, `${REMOVING}${folder.slice(root.length + 1)}`);
  await rename(folder, away);
  await rm(away, { recursive: true, force: true });
}
