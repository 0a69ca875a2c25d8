import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Base } from '@placard/domain/backup/point-in-time';
import { z } from 'zod';
import { BackupFault } from '../backup/backup-fault.ts';
import { backupFileSchema, encryptionSchema } from '../backup/manifest.ts';
import { BackupKey } from '../backup/sealing.ts';

/**
 * A folder of points in time has one folder for each chain: `chain.json`, `base-…` (copies of the database's files),
 * `wal/` (the log between them), `images/` and `keys/` (what lies beside the database). A chain has no gap: a log that was
 * not kept for a while, another database or another passphrase begins another one.
 */
export const CHAIN = 'chain.json';
/** The last file of a base: with it, it is whole. */
export const BASE = 'base.json';
const BASE_NAME = /^base-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;
const FORMAT = 1;
/** What is half removed is none: a killed run leaves it to the next base. */
export const REMOVING = 'removing-';
/** Of a base, beside its manifest. */
export const BASE_FILES = {
  cluster: 'cluster/files.tar',
  label: 'cluster/backup_label',
  credentials: 'credentials.json',
} as const;

const chainSchema = z.object({
  format: z.literal(FORMAT),
  /** See packages/db/src/embedded/log-archive.ts. */
  log: z.uuid(),
  encryption: encryptionSchema.nullable(),
});
const baseSchema = z.object({
  format: z.literal(FORMAT),
  program: z.string(),
  /** `server_version` of the PostgreSQL whose files these are: another major version can't read them. */
  postgres: z.string(),
  beganAt: z.iso.datetime(),
  /** From this moment on one can be restored. */
  endedAt: z.iso.datetime(),
  /** The piece of the log that it is played from. */
  firstPiece: z.string().regex(/^[0-9A-F]{24}$/),
  /** Of the cluster: PostgreSQL misses empty ones too. */
  folders: z.array(z.string().regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/)),
  files: z.array(backupFileSchema),
  signature: z.string().nullable(),
});

export type BaseManifest = z.infer<typeof baseSchema>;
export type Chain = { readonly folder: string; readonly key: BackupKey | null };
export type FoundBase = Base & { readonly chain: string };

export function baseName(at: Date): string {
  return `base-${at.toISOString().replaceAll(/[-:.]/g, '')}`;
}

export function isBaseName(name: string): boolean {
  return BASE_NAME.test(name);
}

/** When its copy began, ms since 1970, by its name alone. */
export function baseNameMs(name: string): number {
  return Date.parse(name.replace(BASE_NAME, '$1-$2-$3T$4:$5:$6.$7Z'));
}

/** Folders of chains, whole or not. */
export function chainsIn(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .map((name) => join(root, name))
    .filter((folder) => existsSync(join(folder, CHAIN)))
    .sort();
}

/** Whether a folder holds points in time, and not backups. */
export function isPointInTimeFolder(root: string): boolean {
  return chainsIn(root).length > 0;
}

function readChain(folder: string): z.infer<typeof chainSchema> {
  try {
    return chainSchema.parse(JSON.parse(readFileSync(join(folder, CHAIN), 'utf8')));
  } catch (cause) {
    throw new BackupFault(`${join(folder, CHAIN)} is damaged, or of a newer Placard.`, { cause });
  }
}

/** @throws BackupFault where the passphrase is another one */
export function openChain(folder: string, passphrase: string | null): Chain {
  const { encryption } = readChain(folder);
  if (encryption === null) return { folder, key: null };
  if (passphrase === null)
    throw new BackupFault(
      'These points in time are sealed. Set PLACARD_BACKUP_PASSPHRASE to the passphrase they were made with.',
    );
  return { folder, key: BackupKey.open(passphrase, encryption) };
}

/** The chain that a log goes on in: the one of its name that this passphrase opens, else a new one. */
export function chainFor(root: string, log: string, passphrase: string | null): Chain {
  for (const folder of chainsIn(root)) {
    const { log: other, encryption } = readChain(folder);
    if (other !== log || (encryption === null) !== (passphrase === null)) continue;
    if (encryption === null || passphrase === null) return { folder, key: null };
    try {
      return { folder, key: BackupKey.open(passphrase, encryption) };
    } catch (cause) {
      if (!(cause instanceof BackupFault)) throw cause;
    }
  }
  const key = passphrase === null ? null : BackupKey.make(passphrase);
  const folder = join(root, `${log}-${(key?.derivation.salt ?? 'open').slice(0, 8)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${CHAIN}`);
  const content = { format: FORMAT, log, encryption: key?.derivation ?? null };
  writeFileSync(unfinished, `${JSON.stringify(content)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, join(folder, CHAIN));
  return { folder, key };
}

/** What is signed: everything but the signature, in the order of the schema. */
function signedText({ signature: _, ...content }: BaseManifest): string {
  return JSON.stringify(content);
}

export function writeBase(
  folder: string,
  content: Omit<BaseManifest, 'format' | 'signature'>,
  key: BackupKey | null,
): void {
  const unsigned = baseSchema.parse({ ...content, format: FORMAT, signature: null });
  const base: BaseManifest = { ...unsigned, signature: key?.sign(signedText(unsigned)) ?? null };
  writeFileSync(join(folder, BASE), `${JSON.stringify(base)}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

/** @throws BackupFault where it is damaged, or changed since it was signed */
export function readBase(chain: Chain, name: string): BaseManifest {
  const file = join(chain.folder, name, BASE);
  let base: BaseManifest;
  try {
    base = baseSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new BackupFault(`${file} is damaged, or of a newer Placard.`, { cause });
  }
  const { key } = chain;
  if (key !== null && (base.signature === null || !key.isSigned(signedText(base), base.signature)))
    throw new BackupFault(`${file} was changed after it was made.`);
  return base;
}

/** Whole bases of a chain; those that can't be read are none. */
export function basesOf(chain: Chain): (FoundBase & { readonly firstPiece: string })[] {
  const found = [];
  for (const name of readdirSync(chain.folder)) {
    if (!BASE_NAME.test(name) || !statSync(join(chain.folder, name)).isDirectory()) continue;
    try {
      const { beganAt, endedAt, firstPiece } = readBase(chain, name);
      const [beganAtMs, endedAtMs] = [Date.parse(beganAt), Date.parse(endedAt)];
      found.push({ chain: chain.folder, name, beganAtMs, endedAtMs, firstPiece });
    } catch (cause) {
      if (!(cause instanceof BackupFault)) throw cause;
    }
  }
  return found;
}
