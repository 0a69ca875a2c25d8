import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Backup, backupNamesIn, MANIFEST, newestOf } from '@placard/db/backup/backups';
import { z } from 'zod';
import { BackupFault } from './backup-fault.ts';
import type { BackupKey } from './sealing.ts';

const FORMAT = 1;

const count = z.int().min(0);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
export const backupFileSchema = z.object({
  /** Where it came from and goes to: `images/…` of the data folder, `tables/NAME`. */
  name: z.string().regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/),
  /** As it is stored. */
  bytes: count,
  sha256: digest,
});
export const encryptionSchema = z.object({
  kind: z.literal('scrypt'),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  cost: z
    .int()
    .min(2)
    .max(2 ** 20),
  blockSize: z.int().min(1).max(16),
  parallelization: z.int().min(1).max(4),
  check: digest,
});
const contentOf = {
  format: z.literal(FORMAT),
  /** When the database was looked at: what happened later is not in the backup. */
  takenAt: z.iso.datetime(),
  program: z.string(),
  schema: z.array(z.object({ version: count, name: z.string(), sha256: digest })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(
    z.object({ name: z.string(), lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
  ),
  figures: z.object({
    accounts: count,
    entries: count,
    totalMicros: z.string(),
    unbalanced: count,
    drifted: count,
    balancesDigest: digest,
  }),
  files: z.array(backupFileSchema),
  encryption: encryptionSchema.nullable(),
};
const manifestSchema = z.object({ ...contentOf, signature: z.string().nullable() });

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupFile = z.infer<typeof backupFileSchema>;

/** What is signed: everything but the signature, in the order of the schema. */
function signedText({ signature: _, ...content }: Manifest): string {
  return JSON.stringify(content);
}

/** The last file of a backup: with it the folder is whole. */
export async function writeManifest(
  folder: string,
  content: Omit<Manifest, 'signature' | 'format'>,
  key: BackupKey | null,
): Promise<void> {
  const unsigned = manifestSchema.parse({ ...content, format: FORMAT, signature: null });
  const manifest: Manifest = { ...unsigned, signature: key?.sign(signedText(unsigned)) ?? null };
  const file = await open(join(folder, MANIFEST), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws BackupFault that says what is wrong with it */
export function readManifest(folder: string): Manifest {
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  } catch (cause) {
    throw new BackupFault(`${join(folder, MANIFEST)} is missing or damaged: this is no whole backup.`, {
      cause,
    });
  }
  const format = typeof raw === 'object' && raw !== null && 'format' in raw ? raw.format : undefined;
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupFault('A newer Placard made this backup. Restore it with that release or a newer one.');
  }
  const parsed = manifestSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new BackupFault(`${join(folder, MANIFEST)} is damaged: ${z.prettifyError(parsed.error)}`);
}

/** @throws BackupFault where anything in it was changed after it was written; only of a backup with a passphrase */
export function requireSigned(manifest: Manifest, key: BackupKey): void {
  if (manifest.signature === null || !key.isSigned(signedText(manifest), manifest.signature))
    throw new BackupFault(`The ${MANIFEST} of this backup was changed after it was made.`);
}

/** What lies in one place of backups. */
export interface Backups {
  /** Oldest first. */
  readonly whole: readonly Backup[];
  /** Those with a manifest that says nothing: they are none, and stay for whoever looks into them. */
  readonly unreadable: readonly { readonly name: string; readonly fault: BackupFault }[];
}

/** @param read throws BackupFault where the manifest of a backup can't be read */
export function sortBackups(names: readonly string[], read: (name: string) => Manifest): Backups {
  const whole: Backup[] = [];
  const unreadable: { name: string; fault: BackupFault }[] = [];
  for (const name of names) {
    try {
      whole.push({ name, takenAtMs: Date.parse(read(name).takenAt) });
    } catch (cause) {
      if (!(cause instanceof BackupFault)) throw cause;
      unreadable.push({ name, fault: cause });
    }
  }
  return { whole: whole.sort(byTime), unreadable };
}

const byTime = (one: Backup, other: Backup) =>
  one.takenAtMs - other.takenAtMs || (one.name < other.name ? -1 : 1);

export function backupsIn(folder: string): Backups {
  return sortBackups(backupNamesIn(folder), (name) => readManifest(join(folder, name)));
}

/** The newest to restore. @param say told what newer one is none. @throws BackupFault where there are only such */
export function chooseNewest(
  { whole, unreadable }: Backups,
  say: (sentence: string) => void,
  now: Date,
): string | undefined {
  const newest = newestOf(whole, now)?.name;
  if (newest === undefined && unreadable.length > 0) throw unreadable.at(-1)?.fault;
  for (const { name, fault } of unreadable)
    if (newest !== undefined && name > newest) say(`Left out ${name}, which is newer: ${fault.message}`);
  return newest;
}

export interface Outdated {
  /** Names of those that go. */
  readonly old: readonly string[];
  /** Sentences about those that are not counted. */
  readonly beside: readonly string[];
}

/**
 * Which of these go when `keep` stay, the one just made among them. What says that it is newer than that (a clock was ahead)
 * neither goes nor takes the place of one that stays.
 */
export function outdated({ whole, unreadable }: Backups, made: string, keep: number): Outdated {
  const madeMs = whole.find(({ name }) => name === made)?.takenAtMs ?? Number.NEGATIVE_INFINITY;
  const others = whole.filter(({ name }) => name !== made);
  const isAhead = ({ name, takenAtMs }: Backup) => takenAtMs > madeMs || name > made;
  const before = others.filter((each) => !isAhead(each)).map(({ name }) => name);
  return {
    old: before.slice(0, Math.max(0, before.length - (keep - 1))),
    beside: [
      ...others
        .filter(isAhead)
        .map(
          ({ name }) =>
            `${name} says that it is newer than this one: it does not count among the ${keep} that stay. Where a clock was ahead, remove it by hand.`,
        ),
      ...unreadable.map(
        ({ name, fault }) => `${name} does not count among the ${keep} that stay: ${fault.message}`,
      ),
    ],
  };
}
