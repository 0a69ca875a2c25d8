import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Figures, withSnapshot } from '@placard/db/backup/snapshot';
import { type Cluster, makeClusterHome, removeCluster, startCluster } from '@placard/db/embedded/cluster';
import { EmbeddedPostgresError } from '@placard/db/embedded/embedded-postgres-error';
import { migrate } from '@placard/db/migrate';
import { takeLock } from '@placard/db/process/file-lock';
import { UNFINISHED_RESTORE } from '@placard/db/process/unfinished-restore';
import { baseFor, isLogNeeded } from '@placard/domain/backup/point-in-time';
import pg from 'pg';
import { BackupFault } from '../backup/backup-fault.ts';
import { filesBelow, readBackupFile, requireWhole } from '../backup/backup-files.ts';
import { type RestoreOrder, rebuildReports, refuseUsed, requireSecretKey } from '../backup/restore-backup.ts';
import {
  BASE_FILES,
  type BaseManifest,
  basesOf,
  type Chain,
  chainsIn,
  openChain,
  readBase,
} from './chain.ts';
import { keyFileAt, LOG } from './keep-log.ts';

export type PointInTimeOrder = Omit<RestoreOrder, 'databaseUrl'> & {
  readonly databaseUrl: string | undefined;
  /** The moment that everything is to be as of; null: as late as was kept. */
  readonly at: Date | null;
};

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

const LOCK = 'launcher.lock';
/** Within the cluster, so that it belongs to whom that belongs to. */
const RECOVERY = 'placard_recovery';
/** A day of log takes minutes. */
const RECOVERED_WITHIN_MS = 24 * 3_600_000;

type Source = { readonly chain: Chain; readonly name: string; readonly base: BaseManifest };

const textOf = (ms: number) => new Date(ms).toISOString();

/** @throws BackupFault where no base is early enough */
function sourceOf({ from, at, passphrase }: PointInTimeOrder): Source {
  const chains = chainsIn(resolve(from));
  const faults: BackupFault[] = [];
  const bases = chains.flatMap((folder) => {
    try {
      const chain = openChain(folder, passphrase);
      return basesOf(chain).map((base) => ({ ...base, of: chain }));
    } catch (cause) {
      if (!(cause instanceof BackupFault)) throw cause;
      faults.push(cause);
      return [];
    }
  });
  const found = baseFor(bases, at?.getTime() ?? null);
  if (found !== undefined) return { chain: found.of, name: found.name, base: readBase(found.of, found.name) };
  const [fault] = faults;
  if (bases.length === 0 && fault !== undefined) throw fault;
  const first = bases.toSorted((one, other) => one.endedAtMs - other.endedAtMs)[0];
  throw new BackupFault(
    first === undefined
      ? `There is no whole base in ${resolve(from)} yet: no moment can be restored from it.`
      : `The earliest moment that ${resolve(from)} can restore is ${textOf(first.endedAtMs)}.`,
  );
}

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
  if (fault !== undefined) throw fault;
}

/** @returns pieces of the log that wait for PostgreSQL */
async function putCluster({ chain, name, base }: Source, home: string): Promise<number> {
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
    // Packed as it was kept: a day of pieces would take gigabytes.
    await pipeline(
      readBackupFile(chain.folder, `${LOG}/${piece}`, chain.key),
      createGzip({ level: 1 }),
      createWriteStream(join(recovery, `${piece}.gz`), { mode: 0o600, flags: 'wx' }),
    );
  }
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  return pieces.length;
}

async function putFilesBeside({ chain }: Source, order: PointInTimeOrder): Promise<void> {
  for (const name of await filesBelow(chain.folder, 'images'))
    await put(chain, chain.folder, name, join(order.dataDir, name), 0o644);
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

async function lastChange(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'placard-restore' });
  await client.connect();
  try {
    // Of what has a time: a booking or an audited act.
    const { rows } = await client.query<{ at: Date | null }>(
      `select greatest((select max(at) from ledger_transaction), (select max(at) from audit_log)) as at`,
    );
    return rows[0]?.at?.toISOString() ?? null;
  } finally {
    await client.end();
  }
}

async function checkSecretKey(url: string, order: PointInTimeOrder): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'placard-restore' });
  await client.connect();
  try {
    await requireSecretKey(async (text, values) => (await client.query(text, [...values])).rows, order);
  } finally {
    await client.end();
  }
}

/** Of a restore that failed: the folder was empty before. */
async function empty(dataDir: string): Promise<void> {
  await removeCluster(join(dataDir, 'postgres'));
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

async function restoreInto(order: PointInTimeOrder, source: Source): Promise<PointInTimeReport> {
  const { dataDir, say } = order;
  const asked = join(dataDir, 'postgres');
  const home = makeClusterHome(asked, say);
  await putFilesBeside(source, order);
  const pieces = await putCluster(source, home);
  say(`Playing ${pieces} pieces of the log …`);
  const cluster = await recover(asked, order);
  try {
    rmSync(join(home, 'cluster', RECOVERY), { recursive: true });
    const migrated = await migrate(cluster.url);
    await checkSecretKey(cluster.url, order);
    requireBooks(await withSnapshot(cluster.url, async ({ figures }) => figures));
    say('Building the reports and comparing them with the ledger …');
    const lastChangeAt = await lastChange(cluster.url);
    const reports = await rebuildReports(cluster.url, order);
    return { folder: join(source.chain.folder, source.name), lastChangeAt, pieces, migrated, ...reports };
  } finally {
    await cluster.stop();
  }
}

/**
 * Makes an empty data folder into what it was at a moment: the files of the base before it, the log played up to it, images and
 * keys, and reports that are built anew and compared with the ledger.
 * A restore that is killed leaves a mark, with which nothing starts on the folder; one that fails leaves it empty.
 * @throws BackupFault or EmbeddedPostgresError with a sentence
 */
export async function restorePointInTime(order: PointInTimeOrder): Promise<PointInTimeReport> {
  if (order.databaseUrl !== undefined)
    throw new BackupFault(
      'Points in time are of the embedded PostgreSQL: leave DATABASE_URL out, or restore your own server by its own means.',
    );
  const source = sourceOf(order);
  await refuseUsed(order);
  const folder = join(source.chain.folder, source.name);
  order.say(`Checking ${source.base.files.length} files of ${folder} …`);
  for (const file of source.base.files) await requireWhole(folder, file);
  const { dataDir } = order;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const lock = takeLock(join(dataDir, LOCK), 'a restore');
  if (!('release' in lock)) throw new BackupFault(`The data folder ${dataDir} is in use.`);
  try {
    writeFileSync(join(dataDir, UNFINISHED_RESTORE), '', { flush: true });
    const report = await restoreInto(order, source);
    rmSync(join(dataDir, UNFINISHED_RESTORE));
    lock.release();
    return report;
  } catch (cause) {
    if (existsSync(dataDir)) await empty(dataDir);
    throw cause;
  }
}
