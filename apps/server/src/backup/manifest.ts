import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupFault } from './backup-fault.ts';
import type { BackupKey } from './sealing.ts';

export const MANIFEST = 'manifest.json';
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

const BACKUP_NAME = /^placard-\d{8}T\d{9}Z$/;

export function backupName(at: Date): string {
  return `placard-${at.toISOString().replaceAll(/[-:.]/g, '')}`;
}

/** When the backup of this name was begun. */
export function backupTime(name: string): Date {
  const digits = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(name)?.slice(1).map(Number) ?? [];
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = digits;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms));
}

/** Names of the whole backups in a folder of backups, oldest first: those with a manifest, which is a backup's last file. */
export function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name) && existsSync(join(folder, name, MANIFEST)))
    .sort();
}

/**
 * The newest of these names, oldest first. One whose time has not come yet was made while a clock was ahead, and is older than it
 * says: it is the newest only where there is no other.
 */
export function newestOf(names: readonly string[], now: Date): string | undefined {
  return names.findLast((name) => backupTime(name) <= now) ?? names.at(-1);
}

/**
 * Which of these names, oldest first, go when `keep` stay, the one just made among them. What says that it is newer than that
 * (a clock was ahead) neither goes nor takes the place of one that stays.
 */
export function outdated(names: readonly string[], made: string, keep: number): string[] {
  const before = names.filter((name) => name < made);
  return before.slice(0, Math.max(0, before.length - (keep - 1)));
}

/** Whether a backup could be restored as far as its manifest tells. */
export function isReadable(folder: string): boolean {
  try {
    readManifest(folder);
    return true;
  } catch {
    return false;
  }
}
