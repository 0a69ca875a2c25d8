import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataFolders, disksOf } from '@placard/db/process/disks';
import { sql } from 'kysely';
import type { HasAnalytics } from '../analytics/open-analytics.ts';
import { requireAnalytics } from '../analytics/open-analytics.ts';
import type { HasDb, HasDisks } from '../deps.ts';

/** Each resolves when what it looks at works, and throws otherwise. */
export type Probes = Readonly<Record<'database' | 'analytics' | 'disk', () => Promise<unknown>>>;

export type Health = {
  readonly status: 'ok' | 'failing';
  readonly checks: Readonly<Record<keyof Probes, 'ok' | 'failing'>>;
};

/** What does not answer within it does not work for those who wait. */
const PATIENCE_MS = 3_000;
/** A disk that is nearly full still takes a byte or two. */
const PROBE_BYTES = 64 * 1_024;

export function probesOf(deps: HasDb & HasAnalytics & HasDisks): Probes {
  return {
    database: async () => await sql`select 1`.execute(deps.db),
    analytics: async () => await requireAnalytics(deps.analytics),
    disk: async () => await Promise.all([writeProbe(deps.dataDir), requireRoom(deps)]),
  };
}

async function writeProbe(folder: string): Promise<void> {
  const file = join(folder, `.health-${process.pid}`);
  try {
    await using probe = await open(file, 'w');
    await probe.writeFile(Buffer.alloc(PROBE_BYTES));
  } finally {
    // On a full disk there is the name of it, or as much as there was room for.
    await rm(file, { force: true });
  }
}

/** Folders that lie on other disks may be PostgreSQL's own, where nobody else may write: room is looked at. */
async function requireRoom({ dataDir, lookAtDisk }: HasDisks): Promise<void> {
  const disks = await disksOf(dataFolders(dataDir), lookAtDisk);
  const full = disks.find(({ folder, freeBytes }) => folder !== 'data' && freeBytes < PROBE_BYTES);
  if (full !== undefined) throw new Error(`the disk of ${full.folder} is full`);
}

/** Looks at everything together; nothing that hangs keeps the others from being told. */
export async function readHealth(probes: Probes, patienceMs = PATIENCE_MS): Promise<Health> {
  const [database, analytics, disk] = await Promise.all(
    [probes.database, probes.analytics, probes.disk].map(async (probe) => await works(probe, patienceMs)),
  );
  const word = (good: boolean | undefined) => (good === true ? ('ok' as const) : ('failing' as const));
  const checks = { database: word(database), analytics: word(analytics), disk: word(disk) };
  return { status: word(database === true && analytics === true && disk === true), checks };
}

export async function works(probe: () => Promise<unknown>, patienceMs = PATIENCE_MS): Promise<boolean> {
  const late = new AbortController();
  const good = probe().then(
    () => true,
    () => false,
  );
  const patience = sleep(patienceMs, false, { signal: late.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([good, patience]);
  } finally {
    late.abort();
  }
}
