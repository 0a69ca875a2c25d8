import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Figures, withSnapshot } from '@placard/db/backup/snapshot';
import { type Cluster, makeClusterHome, startCluster } from '@placard/db/embedded/cluster';
import { EmbeddedPostgresError } from '@placard/db/embedded/embedded-postgres-error';
import { migrate } from '@placard/db/migrate';
import { beginOfPiece, isLogNeeded } from '@placard/domain/backup/point-in-time';
import pg from 'pg';
import { auditCommand } from '../backup/audit-command.ts';
import { BackupFault } from '../backup/backup-fault.ts';
import {
  filesBelow,
  readBackupFile,
  readStoredFile,
  requireUnpacked,
  requireWhole,
} from '../backup/backup-files.ts';
import { fillUnused, refuseUsed } from '../backup/fill-unused.ts';
import { withConnection } from '../backup/one-connection.ts';
import { type RestoreOrder, rebuildReports, requireSecretKey } from '../backup/restore-backup.ts';
import { BASE_FILES, type Chain } from './chain.ts';
import { isImageNamed, keyFileAt, LOG } from './keep-log.ts';
import { findSource, type Source, type SourceOrder } from './source.ts';

export type PointInTimeOrder = RestoreOrder & SourceOrder;

export type PointInTimeReport = {
  /** The base that was played on from. */
  readonly folder: string;
  /** The last booking or audited act that is in it; null where there is none. */
  readonly lastChangeAt: string | null;
  readonly pieces: number;
  readonly migrated: readonly string[];
  readonly facts: number;
  readonly comparedLines: number;
};

/** Within the cluster, so that it belongs to whom that belongs to. */
const RECOVERY = 'placard_recovery';
/** A day of log takes minutes. */
const RECOVERED_WITHIN_MS = 24 * 3_600_000;

async function put(chain: Chain, folder: string, name: string, to: string, mode: number): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: mode === 0o644 ? 0o755 : 0o700 });
  await pipeline(
    readBackupFile(folder, name, chain.key),
    createWriteStream(to, { mode, flags: 'wx', flush: true }),
  );
}

async function unpack(content: Readable, into: string): Promise<void> {
  const tar = spawn('tar', ['-C', into, '--no-same-owner', '-xf', '-'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let complaint = '';
  tar.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-1_000);
  });
  const ended = once(tar, 'close');
  // It ends early where the disk is full: its own words say more than the broken pipe.
  const fed = pipeline(content, tar.stdin).catch((cause: Error) => cause);
  const [code] = await ended;
  const fault = await fed;
  if (code !== 0)
    throw new BackupFault(`tar could not unpack the files of the database: ${complaint.trim()}`);
  if (fault !== undefined && !isClosedByReader(fault)) throw fault;
}

/** A tar that has read the last block ends at once, now and then before the end of its input was noticed here. */
function isClosedByReader(fault: Error): boolean {
  return 'code' in fault && (fault.code === 'ERR_STREAM_PREMATURE_CLOSE' || fault.code === 'EPIPE');
}

/** @returns names of the pieces of the log that wait for PostgreSQL */
async function putCluster({ chain, name, base }: Source, home: string): Promise<readonly string[]> {
  const folder = join(chain.folder, name);
  const cluster = join(home, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  for (const each of base.folders) mkdirSync(join(cluster, each), { recursive: true, mode: 0o700 });
  await unpack(readBackupFile(folder, BASE_FILES.cluster, chain.key), cluster);
  await put(chain, folder, BASE_FILES.label, join(cluster, 'backup_label'), 0o600);
  await put(chain, folder, BASE_FILES.credentials, join(home, 'credentials.json'), 0o600);
  const recovery = join(cluster, RECOVERY);
  mkdirSync(recovery, { mode: 0o700 });
  const pieces = readdirSync(join(chain.folder, LOG)).filter((piece) => isLogNeeded(piece, base.firstPiece));
  for (const piece of pieces) {
    await putPiece(chain, piece, join(recovery, `${piece}.gz`));
  }
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  return pieces;
}

/** As it was packed when it was kept: a day of pieces would take gigabytes. @throws BackupFault where it is damaged */
async function putPiece(chain: Chain, piece: string, to: string): Promise<void> {
  const name = `${LOG}/${piece}`;
  await pipeline(
    readStoredFile(chain.folder, name, chain.key),
    createWriteStream(to, { mode: 0o600, flags: 'wx' }),
  );
  try {
    await requireUnpacked(readBackupFile(chain.folder, name, chain.key));
  } catch (cause) {
    throw new BackupFault(`The file ${name} of the points in time is damaged.`, { cause });
  }
}

/** An image is named by its content. @throws BackupFault where it has another one */
async function requireImage(path: string): Promise<void> {
  if (!(await isImageNamed(path, () => createReadStream(path))))
    throw new BackupFault(`The image ${basename(path)} of the points in time is damaged.`);
}

async function putFilesBeside({ chain }: Source, order: PointInTimeOrder): Promise<void> {
  for (const name of await filesBelow(chain.folder, 'images')) {
    await put(chain, chain.folder, name, join(order.dataDir, name), 0o644);
    await requireImage(join(order.dataDir, name));
  }
  const key = keyFileAt(chain, order.at?.getTime() ?? null);
  if (key !== null) await put(chain, chain.folder, key, join(order.dataDir, 'secret.key'), 0o600);
}

const LAST_CHANGE = /last completed transaction was at log time (\S+ \S+?)(?:\+00| UTC)/;

/** Plays the log up to the moment. It takes connections when it is there. */
async function recover(home: string, { at, say }: PointInTimeOrder): Promise<Cluster> {
  const target: Record<string, string> =
    at === null
      ? {}
      : { recovery_target_time: at.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' };
  try {
    return await startCluster({
      home,
      say,
      readyWithinMs: RECOVERED_WITHIN_MS,
      settings: {
        ...target,
        restore_command: `gunzip -c < "${RECOVERY}/%f.gz" > "%p"`,
        // Nobody reads before the moment is there.
        hot_standby: 'off',
      },
    });
  } catch (cause) {
    if (!(cause instanceof EmbeddedPostgresError)) throw cause;
    if (!cause.message.includes('recovery ended before configured recovery target was reached')) throw cause;
    const last = LAST_CHANGE.exec(cause.message)?.[1];
    throw new BackupFault(
      `The log that was kept ends before ${at?.toISOString()}${last === undefined ? '' : `; the last change in it is of ${last} UTC`}. ` +
        'Leave --to out to restore as late as can be.',
    );
  }
}

/** @throws BackupFault where the books don't agree with themselves */
function requireBooks({ totalMicros, unbalanced, drifted }: Figures): void {
  if (totalMicros !== '0' || unbalanced > 0 || drifted > 0)
    throw new BackupFault(
      `The ledger does not agree with itself after the restore (sum ${totalMicros} micros, ${unbalanced} transactions, ${drifted} balances).`,
    );
}

/**
 * Where no moment is named, PostgreSQL takes the first piece that it lacks or can't read for the end of the log.
 * @throws BackupFault where that is not the last one
 */
async function requireEnd(cluster: Cluster, pieces: readonly string[]): Promise<void> {
  const last = pieces
    .filter((piece) => beginOfPiece(piece) !== null)
    .toSorted(byPlace)
    .at(-1);
  if (last === undefined) return;
  const client = new pg.Client({ connectionString: cluster.url, application_name: 'placard-restore' });
  await client.connect();
  try {
    const { rows } = await client.query<{ reached: boolean }>(
      'select pg_current_wal_lsn() > $1::pg_lsn as reached',
      [beginOfPiece(last)],
    );
    if (rows[0]?.reached === true) return;
  } finally {
    await client.end();
  }
  const change = await lastChange(cluster.url);
  throw new BackupFault(
    `A piece of the log before ${last} is missing or damaged: it can be played up to ${change ?? 'its base'} and no further. ` +
      'To have what was there by then, name that moment by --to.',
  );
}

const byPlace = (one: string, other: string) => (one.slice(8) < other.slice(8) ? -1 : 1);

async function lastChange(url: string): Promise<string | null> {
  return await withConnection(url, 'placard-restore', async (client) => {
    // Of what has a time: a booking or an audited act.
    const { rows } = await client.query<{ at: Date | null }>(
      `select greatest((select max(at) from ledger_transaction), (select max(at) from audit_log)) as at`,
    );
    return rows[0]?.at?.toISOString() ?? null;
  });
}

async function checkSecretKey(url: string, order: PointInTimeOrder): Promise<void> {
  await withConnection(url, 'placard-restore', async (client) => {
    await requireSecretKey(async (text, values) => (await client.query(text, [...values])).rows, order);
  });
}

async function restoreInto(order: PointInTimeOrder, source: Source): Promise<PointInTimeReport> {
  const { dataDir, say } = order;
  const asked = join(dataDir, 'postgres');
  const home = makeClusterHome(asked, say);
  await putFilesBeside(source, order);
  const pieces = await putCluster(source, home);
  say(`Playing ${pieces.length} pieces of the log …`);
  const cluster = await recover(asked, order);
  try {
    rmSync(join(home, 'cluster', RECOVERY), { recursive: true });
    if (order.at === null) await requireEnd(cluster, pieces);
    const migrated = await migrate(cluster.url);
    await checkSecretKey(cluster.url, order);
    requireBooks(await withSnapshot(cluster.url, async ({ figures }) => figures));
    say('Building the reports and comparing them with the ledger …');
    const lastChangeAt = await lastChange(cluster.url);
    const reports = await rebuildReports(cluster.url, order);
    const folder = join(source.chain.folder, source.name);
    const to = order.at?.toISOString() ?? null;
    await auditCommand(cluster.url, 'restore', { ...order.caller, from: folder, to });
    return { folder, lastChangeAt, pieces: pieces.length, migrated, ...reports };
  } finally {
    await cluster.stop();
  }
}

/**
 * Makes an empty data folder into what it was at a moment: the files of the base before it, the log played up to it, images and
 * keys, and reports that are built anew and compared with the ledger.
 * @throws BackupFault or EmbeddedPostgresError with a sentence
 */
export async function restorePointInTime(order: PointInTimeOrder): Promise<PointInTimeReport> {
  if (order.databaseUrl !== undefined)
    throw new BackupFault(
      'Points in time are of the embedded PostgreSQL: leave DATABASE_URL out, or restore your own server by its own means.',
    );
  const source = findSource(order);
  await refuseUsed(order);
  const folder = join(source.chain.folder, source.name);
  order.say(`Checking ${source.base.files.length} files of ${folder} …`);
  for (const file of source.base.files) await requireWhole(folder, file);
  return await fillUnused(order, async () => await restoreInto(order, source));
}
