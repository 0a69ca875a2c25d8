import { spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BackupFault } from '../backup/backup-fault.ts';
import { syncFolder, syncFolders, writeBackupFile } from '../backup/backup-files.ts';
import type { BackupFile } from '../backup/manifest.ts';
import { BASE_FILES, baseName, type Chain, REMOVING, writeBase } from './chain.ts';
import { keepLog, LOG } from './keep-log.ts';

const UNFINISHED = 'unfinished-';
/** What a server makes anew when it starts, or what belongs to the process that runs now. */
const LEFT_OUT = [
  'postmaster.pid',
  'postmaster.opts',
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const CONTROL = 'global/pg_control';
/** Of GNU tar: a file that is gone is no error. */
const READING_ON = process.platform === 'linux' ? ['--ignore-failed-read'] : [];

export type BaseOrder = {
  readonly chain: Chain;
  /** Home of the running cluster. */
  readonly home: string;
  readonly archive: string;
  readonly superuserUrl: string;
  readonly program: string;
  /** So long the database may archive nothing before its log is said not to come. */
  readonly patienceMs?: number;
};

/** It tries a piece three times, a second apart, and rests for a minute then. */
const PATIENCE_MS = 150_000;
const ASK_EVERY_MS = 100;

/** What is below the cluster's folder, relative to it; the contents of what is left out are not, their folders are. */
async function listCluster(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const [folders, files]: [string[], string[]] = [[], []];
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    const name = join(entry.parentPath, entry.name).slice(cluster.length + 1);
    const [top = ''] = name.split('/');
    if (entry.isDirectory() && (name === top || !LEFT_OUT.includes(top))) folders.push(name);
    if (entry.isFile() && !LEFT_OUT.includes(top) && !entry.name.startsWith('pgsql_tmp')) files.push(name);
  }
  // Last: it says from where the log is to be played, where the label does not.
  const rest = files.filter((name) => name !== CONTROL).sort();
  return { folders: folders.sort(), files: [...rest, CONTROL] };
}

/**
 * Files as `tar` writes them: a small file each would take longer than all their content. What changes or goes while it is read is
 * told by its code 1, and the log has it.
 */
function packed(
  cluster: string,
  files: readonly string[],
): { readonly content: Readable; readonly ended: Promise<void> } {
  const tar = spawn('tar', ['-C', cluster, ...READING_ON, '-cf', '-', '-T', '-'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its complaints in English, and nothing of ours.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
  });
  let complaint = '';
  tar.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-1_000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', (code) => {
      if (code === 0 || code === 1) resolve();
      else reject(new BackupFault(`tar could not copy the files of the database: ${complaint.trim()}`));
    });
  });
  // Whoever reads the content hears of it first.
  ended.catch(() => undefined);
  tar.stdin.on('error', () => undefined);
  tar.stdin.end(files.map((file) => `${file}\n`).join(''));
  return { content: tar.stdout, ended };
}

/**
 * Copies the files of a running database into a folder of its own, as they are: what changes meanwhile is played from the log.
 * The folder has its name when it is whole, with the log that it needs; one that fails leaves nothing, as a disk that it filled has
 * no room for the log either.
 * @returns its name
 */
export async function takeBase(order: BaseOrder): Promise<string> {
  const client = new pg.Client({ connectionString: order.superuserUrl, application_name: 'placard-base' });
  client.on('error', () => {}); // A lost connection fails the query under way, which says more.
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    const [began] = (
      await client.query<Began>(
        `select clock_timestamp() as at, current_setting('server_version') as version,
                pg_walfile_name(pg_backup_start('placard', true)) as piece`,
      )
    ).rows;
    if (began === undefined) throw new Error('the database began no backup');
    const name = baseName(began.at);
    const folder = join(order.chain.folder, `${UNFINISHED}${name}`);
    mkdirSync(folder, { mode: 0o700 });
    try {
      await copyInto(folder, order, began, client);
      await rename(folder, join(order.chain.folder, name));
    } catch (cause) {
      await rm(folder, { recursive: true, force: true });
      throw cause;
    }
    await syncFolder(order.chain.folder);
    return name;
  } finally {
    await client.end();
  }
}

/** Removes what runs left that were killed as they took a base or dropped one. */
export async function sweepChain(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(UNFINISHED) || name.startsWith(REMOVING))
      await rm(join(folder, name), { recursive: true, force: true });
}

type Began = { readonly at: Date; readonly piece: string; readonly version: string };

async function copyInto(folder: string, order: BaseOrder, began: Began, client: pg.Client): Promise<void> {
  const { chain, home } = order;
  const cluster = join(home, 'cluster');
  const written: BackupFile[] = [];
  const write = async (name: string, content: Readable) => {
    written.push(await writeBackupFile(folder, name, content, chain.key));
  };
  const { folders, files } = await listCluster(cluster);
  const tar = packed(cluster, files);
  await write(BASE_FILES.cluster, tar.content);
  await tar.ended;
  await write(BASE_FILES.credentials, createReadStream(join(home, 'credentials.json')));
  // Without its own wait for the archive, which has no end where nothing can be archived.
  const [ended] = (
    await client.query<{ label: string; piece: string; at: Date }>(
      `select labelfile as label, pg_walfile_name(lsn) as piece, clock_timestamp() as at from pg_backup_stop(false)`,
    )
  ).rows;
  if (ended === undefined) throw new Error('the database ended no backup');
  await write(BASE_FILES.label, Readable.from([ended.label]));
  await keepLogUpTo(ended.piece, order, client);
  if (!existsSync(join(chain.folder, LOG, began.piece)))
    throw new BackupFault(`The log ${began.piece} of the database, which its copy needs, was not kept.`);
  writeBase(
    folder,
    {
      program: order.program,
      postgres: began.version,
      beganAt: began.at.toISOString(),
      endedAt: ended.at.toISOString(),
      firstPiece: began.piece,
      folders,
      files: written,
    },
    chain.key,
  );
  await syncFolders(folder);
}

/** Pieces are archived in order: with the last one all are there. @throws BackupFault where the database archives nothing for too long */
async function keepLogUpTo(piece: string, order: BaseOrder, client: pg.Client): Promise<void> {
  const { chain, archive, patienceMs = PATIENCE_MS } = order;
  let [archived, sinceMs] = ['', performance.now()];
  for (;;) {
    await keepLog(chain, archive);
    if (existsSync(join(chain.folder, LOG, piece))) return;
    const { rows } = await client.query<{ count: string }>(
      'select archived_count as count from pg_stat_archiver',
    );
    const count = rows[0]?.count ?? '';
    if (count !== archived) [archived, sinceMs] = [count, performance.now()];
    if (performance.now() - sinceMs > patienceMs)
      throw new BackupFault(
        `The database could not put its log ${piece}, which its copy needs, into ${archive}. Its own log says why.`,
      );
    await sleep(ASK_EVERY_MS);
  }
}
