import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its last file: with it a backup is whole. */
export const MANIFEST = 'manifest.json';
const BACKUP_NAME = /^placard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

export interface Backup {
  readonly name: string;
  /** By its manifest. */
  readonly takenAtMs: number;
}

export function backupName(at: Date): string {
  return `placard-${at.toISOString().replaceAll(/[-:.]/g, '')}`;
}

/** When the backup of this name was begun. */
export function backupTime(name: string): Date {
  return new Date(name.replace(BACKUP_NAME, '$1-$2-$3T$4:$5:$6.$7Z'));
}

/** Names of the folders with a manifest, in a folder of backups. */
export function backupNamesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name) && existsSync(join(folder, name, MANIFEST)))
    .sort();
}

/** Of the backups of a folder whose manifest says when they were taken, oldest first, for whoever restores none. */
export function backupsSeenIn(folder: string): Backup[] {
  return backupNamesIn(folder)
    .flatMap((name) => {
      const takenAtMs = takenAtMsOf(join(folder, name, MANIFEST));
      return Number.isNaN(takenAtMs) ? [] : [{ name, takenAtMs }];
    })
    .sort((one, other) => one.takenAtMs - other.takenAtMs);
}

/** @returns NaN where it says nothing */
function takenAtMsOf(manifest: string): number {
  try {
    const { takenAt } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly takenAt?: unknown };
    return typeof takenAt === 'string' ? Date.parse(takenAt) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/**
 * The newest of these, oldest first. One whose time has not come yet was made while a clock was ahead, and is older than it
 * says: it is the newest only where there is no other.
 */
export function newestOf(whole: readonly Backup[], now: Date): Backup | undefined {
  const isPast = ({ name, takenAtMs }: Backup) => takenAtMs <= now.getTime() && backupTime(name) <= now;
  return whole.findLast(isPast) ?? whole.at(-1);
}
