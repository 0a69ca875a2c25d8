import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Backup, backupNamesIn, MANIFEST, newestOf } from '@placard/db/backup/backups';
import { type Disk, dataFolders, disksOf, type LookAtDisk } from '@placard/db/process/disks';
import { counter, gauge, type Metric } from '@placard/db/process/metrics-text';
import type { Pool } from 'pg';
import { readManifest, sortBackups } from '../backup/manifest.ts';

type Row = Readonly<Record<string, number | null>>;

/**
 * Each reads an index or a table of a few rows. Nulls are left out: there is nothing to tell yet. Ages are of the
 * database's clock, which wrote what they are measured from.
 */
const QUESTIONS: readonly { readonly name: string; readonly help: string; readonly sql: string }[] = [
  {
    name: 'placard_settlement_waiting_batches',
    help: 'Batches of events that are in the log and not settled.',
    sql: `select count(*) from event_batch b left join settlement_checkpoint c using (shard)
           where b.spool_offset >= coalesce(c.spool_offset, 0)`,
  },
  {
    name: 'placard_settlement_waiting_parts',
    help: 'Judged events that wait for one of several settlers, in parts of one judging and settler.',
    sql: 'select count(*) from settlement_part',
  },
  {
    name: 'placard_settlement_lag_seconds',
    help: 'Age of the oldest batch or part of events that is not settled; 0 without one.',
    sql: `select coalesce(extract(epoch from now() - least(
                   (select min(b.received_at) from event_batch b left join settlement_checkpoint c using (shard)
                     where b.spool_offset >= coalesce(c.spool_offset, 0)),
                   (select min(judged_at) from settlement_part))), 0)`,
  },
  {
    name: 'placard_analytics_lag_seconds',
    help: 'Age of the oldest settlement that reports do not show yet; 0 without one.',
    sql: `select coalesce(extract(epoch from now() - (select s.settled_at from settlement s
            where s.id = (select min(f.settlement_id) from fact_batch f, analytics_checkpoint a
                           where f.settlement_id > a.settlement_id))), 0)`,
  },
  {
    name: 'placard_pacing_plan_age_seconds',
    help: 'Time since the plan for delivery was computed.',
    sql: 'select extract(epoch from now() - computed_at) from pacing_plan where version > 0',
  },
  {
    name: 'placard_ledger_total_micros',
    help: 'Sum of all balances of the ledger: 0, always.',
    sql: 'select sum(balance_micros) from ledger_account',
  },
  {
    name: 'placard_ledger_differences',
    help: 'Times in the last two days that reports differed from the ledger.',
    sql: "select count(*) from audit_log where subject_kind = 'ledger' and action = 'ledger.differs' and at > now() - interval '2 days'",
  },
  {
    name: 'placard_mails_waiting',
    help: 'Mails that are not sent and will be tried again.',
    sql: "select count(*) from mail_outbox where sent_at is null and created_at > now() - interval '1 day'",
  },
  {
    name: 'placard_mails_given_up',
    help: 'Mails of the last week that no mail server took until they were a day old.',
    sql: `select count(*) from mail_outbox
           where sent_at is null and created_at > now() - interval '7 days'
             and attempts > 0 and created_at <= now() - interval '1 day'`,
  },
];

export type FiguresDeps = {
  readonly pool: Pool;
  readonly dataDir: string;
  /** The folder of daily backups, if there is one. */
  readonly backupsDir: string | null;
  /** That of points in time. */
  readonly momentsDir?: string | null;
  /** Where disks are other than the system says. */
  readonly lookAtDisk?: LookAtDisk;
};

async function ofDatabase(pool: Pool): Promise<Metric[]> {
  const list = QUESTIONS.map(({ name, sql }) => `(${sql})::float8 as ${name}`).join(', ');
  try {
    const { rows } = await pool.query<Row>(`select ${list}`);
    const found = QUESTIONS.flatMap(({ name, help }) => {
      const value = rows[0]?.[name];
      return value === null || value === undefined ? [] : [gauge(name, help, value)];
    });
    return [gauge('placard_database_up', 'Does PostgreSQL answer?', 1), ...found];
  } catch {
    return [gauge('placard_database_up', 'Does PostgreSQL answer?', 0)];
  }
}

/** Of the data folder without a label, as ever; of each other disk that something of it is on with one. */
async function ofDisks({ dataDir, backupsDir, momentsDir, lookAtDisk }: FiguresDeps): Promise<Metric[]> {
  const disks = await disksOf(
    {
      ...dataFolders(dataDir),
      backups: backupsDir ?? undefined,
      points_in_time: momentsDir ?? undefined,
    },
    lookAtDisk,
  );
  if (disks.length === 0) return [];
  const figure = (name: string, help: string, of: (disk: Disk) => number): Metric => ({
    ...{ name, help, type: 'gauge' },
    samples: disks.map((disk) => ({
      ...(disk.folder === 'data' ? {} : { labels: { folder: disk.folder } }),
      value: of(disk),
    })),
  });
  return [
    figure('placard_disk_free_bytes', 'Room on the disk of the data folder.', (disk) => disk.freeBytes),
    figure('placard_disk_size_bytes', 'Size of that disk.', (disk) => disk.totalBytes),
  ];
}

/** A manifest has a line for each image, and is never written again: it is read once, and again only where it changed. */
const seen = new Map<string, { readonly stamp: string; readonly backup: Backup | undefined }>();

async function seeBackup(folder: string, name: string): Promise<Backup[]> {
  const path = join(folder, name, MANIFEST);
  const found = await stat(path).catch(() => null);
  const stamp = `${found?.mtimeMs} ${found?.size} ${found?.ino}`;
  let known = seen.get(path);
  if (known?.stamp !== stamp) {
    const [backup] = sortBackups([name], () => readManifest(join(folder, name))).whole;
    known = { stamp, backup };
    seen.set(path, known);
  }
  return known.backup === undefined ? [] : [known.backup];
}

async function wholeBackups(folder: string): Promise<Backup[]> {
  const names = backupNamesIn(folder);
  for (const path of seen.keys())
    if (!names.some((name) => path === join(folder, name, MANIFEST))) seen.delete(path);
  const whole = (await Promise.all(names.map(async (name) => await seeBackup(folder, name)))).flat();
  return whole.sort((one, other) => one.takenAtMs - other.takenAtMs);
}

async function ofBackups(folder: string | null): Promise<Metric[]> {
  if (folder === null || (await readdir(folder).catch(() => null)) === null) return [];
  const whole = await wholeBackups(folder);
  // By a name from a clock that was ahead nobody would be told that there is no new one.
  const newest = newestOf(whole, new Date());
  const at = newest === undefined ? 0 : newest.takenAtMs / 1_000;
  return [
    gauge('placard_backups', 'Whole backups in PLACARD_BACKUP_DIR.', whole.length),
    gauge(
      'placard_last_backup_timestamp_seconds',
      'Of which moment the newest of them is; 0 without one.',
      at,
    ),
  ];
}

/** What is the same whichever process tells it; asked of the database when it is scraped. */
export async function networkFigures(deps: FiguresDeps): Promise<Metric[]> {
  const parts = await Promise.all([ofDatabase(deps.pool), ofDisks(deps), ofBackups(deps.backupsDir)]);
  return parts.flat();
}

/** What one worker has done since it began. */
export class WorkerFigures {
  leading = false;
  events = 0;
  chargedMicros = 0n;

  metrics(): Metric[] {
    return [
      gauge('placard_worker_leading', 'Does this worker settle, load and pace?', Number(this.leading)),
      counter('placard_settled_events_total', 'Events settled by this process.', this.events),
      counter(
        'placard_charged_micros_total',
        'Charged by this process, in millionths of a dollar.',
        Number(this.chargedMicros),
      ),
    ];
  }
}
