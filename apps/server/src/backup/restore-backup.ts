import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MANIFEST } from '@placard/db/backup/backups';
import { type Load, loadSnapshot, migrationsOf } from '@placard/db/backup/load';
import { createDb, createPool } from '@placard/db/database';
import { startCluster } from '@placard/db/embedded/cluster';
import { openSecrets } from '@placard/db/secrets/installation-key';
import type { KeyRing } from '@placard/db/secrets/secrets';
import { loadSigningKeys, type RunQuery } from '@placard/db/secrets/signing-keys';
import { agrees, compareLedgerAndReports } from '../analytics/compare-ledger.ts';
import { replaceTables } from '../analytics/fact-tables.ts';
import { FactLoader } from '../analytics/loader.ts';
import { openAnalytics } from '../analytics/open-analytics.ts';
import type { Caller } from '../config.ts';
import { auditCommand } from './audit-command.ts';
import { BackupFault } from './backup-fault.ts';
import { readBackupFile, requireWhole } from './backup-files.ts';
import { fillUnused, refuseUsed } from './fill-unused.ts';
import { backupsIn, chooseNewest, type Manifest, readManifest, requireSigned } from './manifest.ts';
import { BackupKey } from './sealing.ts';

export interface RestoreOrder {
  /** A backup, or a folder of backups of which the newest is meant. */
  readonly from: string;
  /** Absolute; empty or not there yet. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  readonly passphrase: string | null;
  /** Undefined: the file of the backup. */
  readonly secretKeys: KeyRing | undefined;
  /** Whom the restored audit log names. */
  readonly caller: Caller;
  readonly say: (sentence: string) => void;
}

export interface RestoreReport {
  readonly folder: string;
  readonly takenAt: string;
  readonly rows: number;
  readonly migrated: readonly string[];
  readonly facts: number;
  /** Days, ad sets and widgets whose money was compared between ledger and reports. */
  readonly comparedLines: number;
}

function findBackup({ from, say }: Pick<RestoreOrder, 'from' | 'say'>): string {
  const folder = resolve(from);
  if (!existsSync(folder)) throw new BackupFault(`There is no folder ${folder}.`);
  if (existsSync(join(folder, MANIFEST))) return folder;
  const newest = chooseNewest(backupsIn(folder), say, new Date());
  if (newest === undefined)
    throw new BackupFault(`There is no whole backup in ${folder}: none of its folders has a ${MANIFEST}.`);
  return join(folder, newest);
}

function keyOf(manifest: Manifest, passphrase: string | null): BackupKey | null {
  if (manifest.encryption === null) return null;
  if (passphrase === null)
    throw new BackupFault(
      'This backup is sealed. Set PLACARD_BACKUP_PASSPHRASE to the passphrase it was made with.',
    );
  const key = BackupKey.open(passphrase, manifest.encryption);
  requireSigned(manifest, key);
  return key;
}

/** Everything is read once before anything is written: what is damaged is known while the old folder may still be there. */
async function requireWholeBackup(folder: string, manifest: Manifest): Promise<void> {
  const there = new Set(manifest.files.map(({ name }) => name));
  for (const { name } of manifest.tables)
    if (!there.has(`tables/${name}`))
      throw new BackupFault(`The ${MANIFEST} names no file for the table ${name}.`);
  for (const file of manifest.files) await requireWhole(folder, file);
}

async function putFiles(
  folder: string,
  manifest: Manifest,
  key: BackupKey | null,
  dataDir: string,
): Promise<void> {
  for (const { name } of manifest.files) {
    if (name.startsWith('tables/')) continue;
    const path = join(dataDir, name);
    const isPublic = name.startsWith('images/');
    mkdirSync(dirname(path), { recursive: true, mode: isPublic ? 0o755 : 0o700 });
    const mode = isPublic ? 0o644 : 0o600;
    await pipeline(
      readBackupFile(folder, name, key),
      createWriteStream(path, { mode, flags: 'wx', flush: true }),
    );
  }
}

function loadOf(folder: string, manifest: Manifest, key: BackupKey | null, order: RestoreOrder): Load {
  return {
    ...manifest,
    open: (table) => readBackupFile(folder, `tables/${table}`, key),
    approve: async (query) => await requireSecretKey(query, order),
  };
}

/** @throws BackupFault where the key that came with the backup, or PLACARD_SECRET_KEY, opens nothing of it */
export async function requireSecretKey(
  query: RunQuery,
  order: Pick<RestoreOrder, 'secretKeys' | 'dataDir'>,
): Promise<void> {
  try {
    await loadSigningKeys(query, openSecrets(order.secretKeys, order.dataDir));
  } catch (cause) {
    throw new BackupFault(
      'The key of this installation is not the one its secrets were sealed with. Set PLACARD_SECRET_KEY as it was where the backup was made.',
      { cause },
    );
  }
}

/** Builds analytics anew from the facts and holds it against the ledger. */
export async function rebuildReports(url: string, order: Pick<RestoreOrder, 'dataDir' | 'clickhouseUrl'>) {
  const pool = createPool({ url, name: 'placard-restore', max: 4 });
  const db = createDb(pool);
  const analytics = await openAnalytics(order);
  try {
    // A ClickHouse that is not empty holds what came after the backup.
    await replaceTables(analytics);
    const loader = new FactLoader({ pool, analytics });
    const facts = await loader.rebuild();
    const comparison = await compareLedgerAndReports({ pool, analytics, loader });
    if (!agrees(comparison)) {
      throw new BackupFault(
        `Reports and ledger differ after the restore in ${comparison.differingLines} lines; this backup is not to be trusted.`,
      );
    }
    return { facts, comparedLines: comparison.comparedLines };
  } finally {
    await analytics.close();
    await db.destroy();
    if (!pool.ended) await pool.end();
  }
}

async function fillDatabase(
  url: string,
  folder: string,
  manifest: Manifest,
  key: BackupKey | null,
  order: RestoreOrder,
) {
  order.say('Filling the database …');
  const migrated = await loadSnapshot(url, loadOf(folder, manifest, key, order));
  order.say('Building the reports and comparing them with the ledger …');
  const reports = await rebuildReports(url, order);
  await auditCommand(url, 'restore', { ...order.caller, from: folder, takenAt: manifest.takenAt });
  return { migrated, ...reports };
}

async function withDatabase<Result>(
  order: RestoreOrder,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (order.databaseUrl !== undefined) return await work(order.databaseUrl);
  const cluster = await startCluster({ home: join(order.dataDir, 'postgres'), say: order.say });
  try {
    return await work(cluster.url);
  } finally {
    await cluster.stop();
  }
}

/**
 * Makes an empty data folder and an unused database into what they were when the backup was taken, and compares.
 * @throws BackupFault or LoadError with a sentence
 */
export async function restoreBackup(order: RestoreOrder): Promise<RestoreReport> {
  const folder = findBackup(order);
  const manifest = readManifest(folder);
  migrationsOf(manifest.schema);
  const key = keyOf(manifest, order.passphrase);
  await refuseUsed(order);
  order.say(`Checking ${manifest.files.length} files of ${folder} …`);
  await requireWholeBackup(folder, manifest);
  return await fillUnused(order, async () => {
    await putFiles(folder, manifest, key, order.dataDir);
    const outcome = await withDatabase(
      order,
      async (url) => await fillDatabase(url, folder, manifest, key, order),
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { folder, takenAt: manifest.takenAt, rows, ...outcome };
  });
}
