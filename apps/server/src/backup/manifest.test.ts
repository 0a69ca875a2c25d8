import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupName, backupTime, MANIFEST, newestOf } from '@placard/db/backup/backups';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackupFault } from './backup-fault.ts';
import {
  type Backups,
  backupsIn,
  chooseNewest,
  outdated,
  readManifest,
  requireSigned,
  sortBackups,
  writeManifest,
} from './manifest.ts';
import { BackupKey } from './sealing.ts';

const DIGEST = '0'.repeat(64);
const DERIVATION = { kind: 'scrypt' as const, salt: '0'.repeat(32), check: DIGEST };
const NUMBERS = { cost: 2, blockSize: 1, parallelization: 1 };
const CONTENT = {
  ...{
    takenAt: '2026-11-22T12:00:00.000Z',
    program: '0.1.0',
    schema: [],
    tables: [],
    sequences: [],
    files: [],
  },
  figures: { accounts: 0, entries: 0, totalMicros: '0', unbalanced: 0, drifted: 0, balancesDigest: DIGEST },
  encryption: null,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-manifest-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const rewritten = (change: (content: Record<string, unknown>) => void) => {
  const content = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  change(content);
  writeFileSync(join(folder, MANIFEST), JSON.stringify(content));
};
const isRead = () => {
  try {
    return readManifest(folder) !== undefined;
  } catch (cause) {
    if (cause instanceof BackupFault) return cause.message;
    throw cause;
  }
};

describe('a manifest', () => {
  it('is read as it was written, is its owner’s alone, and is never written over', async () => {
    await writeManifest(folder, CONTENT, null);
    expect(readManifest(folder)).toEqual({ ...CONTENT, format: 1, signature: null });
    expect(statSync(join(folder, MANIFEST)).mode & 0o777).toBe(0o600);
    await expect(writeManifest(folder, CONTENT, null)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('is none where it is missing, torn, of a newer Placard, or says what cannot be', async () => {
    expect(isRead()).toMatch(/is missing or damaged/);
    await writeManifest(folder, CONTENT, null);
    rewritten((content) => Object.assign(content, { format: 2 }));
    expect(isRead()).toMatch(/^A newer Placard made this backup/);
    rewritten((content) => Object.assign(content, { format: 0 }));
    expect(isRead()).toMatch(/manifest\.json is damaged: /);
    for (const figures of [{ accounts: -1 }, { balancesDigest: DIGEST.slice(1) }, { totalMicros: 0 }]) {
      rewritten((content) =>
        Object.assign(content, { format: 1, figures: { ...CONTENT.figures, ...figures } }),
      );
      expect(isRead()).toMatch(/is damaged: /);
    }
    for (const name of ['../a', 'images//a', '/etc/a', 'images/..']) {
      rewritten((content) => {
        Object.assign(content, { figures: CONTENT.figures, files: [{ name, bytes: 0, sha256: DIGEST }] });
      });
      expect([name, isRead()]).toEqual([name, expect.stringMatching(/is damaged: /)]);
    }
    rewritten((content) =>
      Object.assign(content, { files: [{ name: 'images/a.webp', bytes: 0, sha256: DIGEST }] }),
    );
    expect(isRead()).toBe(true);
    writeFileSync(join(folder, MANIFEST), 'null');
    expect(isRead()).toMatch(/is damaged: /);
  });

  it.each<[keyof typeof NUMBERS, least: number, most: number]>([
    ['cost', 2, 2 ** 20],
    ['blockSize', 1, 16],
    ['parallelization', 1, 4],
  ])('takes no %s that would cost more than %i to %i', async (name, least, most) => {
    await writeManifest(folder, { ...CONTENT, encryption: { ...DERIVATION, ...NUMBERS } }, null);
    const withNumber = (value: number) => {
      rewritten((content) =>
        Object.assign(content, { encryption: { ...DERIVATION, ...NUMBERS, [name]: value } }),
      );
      return isRead() === true;
    };
    expect([least - 1, least, most, most + 1].map(withNumber)).toEqual([false, true, true, false]);
  });

  it('that was sealed opens as it was signed alone', async () => {
    const key = BackupKey.make('Of-This-Backup-1');
    await writeManifest(folder, { ...CONTENT, encryption: key.derivation }, key);
    requireSigned(readManifest(folder), key);
    const changed = /was changed after it was made/;
    expect(() => requireSigned({ ...readManifest(folder), program: '0.2.0' }, key)).toThrow(changed);
    expect(() => requireSigned({ ...readManifest(folder), signature: null }, key)).toThrow(changed);
  });
});

const at = (day: number, ms = 0) => new Date(Date.UTC(2026, 10, day) + ms);
const of = (...days: readonly number[]): Backups => ({
  whole: days.map((day) => ({ name: backupName(at(day)), takenAtMs: at(day).getTime() })),
  unreadable: [],
});
const unreadable = (day: number) => ({ name: backupName(at(day)), fault: new BackupFault(`no ${day}`) });
const names = (...days: readonly number[]) => days.map((day) => backupName(at(day)));

describe('backups', () => {
  it('are called by their moment', () => {
    const moment = new Date('2026-11-22T12:34:56.789Z');
    expect(backupName(moment)).toBe('placard-20261122T123456789Z');
    expect(backupTime(backupName(moment))).toEqual(moment);
  });

  it('are what has a manifest, oldest first by what it says, alike in time by their names', async () => {
    const made = async (name: string, takenAt: Date | null) => {
      mkdirSync(join(folder, name));
      if (takenAt === null) writeFileSync(join(folder, name, MANIFEST), '{');
      else await writeManifest(join(folder, name), { ...CONTENT, takenAt: takenAt.toISOString() }, null);
    };
    const [one = '', two = '', three = '', four = ''] = names(1, 2, 3, 4);
    await made(one, at(9));
    await made(three, at(2));
    await made(two, at(2));
    await made(four, null);
    mkdirSync(join(folder, backupName(at(5))));
    await made(`unfinished-${one}`, at(1));
    const found = backupsIn(folder);
    expect(found.whole.map(({ name }) => name)).toEqual([two, three, one]);
    expect(found.unreadable.map(({ name }) => name)).toEqual([four]);
    expect(existsSync(join(folder, four))).toBe(true);
    const broken = new Error('the disk is gone');
    const read = () => {
      throw broken;
    };
    expect(() => sortBackups([one], read)).toThrow(broken);
  });

  it('have as their newest one whose time has come, by name and manifest, where there is such', () => {
    const newest = (backups: Backups, now: Date) => newestOf(backups.whole, now)?.name;
    expect(newest(of(1, 2, 30), at(2))).toBe(names(2)[0]);
    expect(newest(of(1, 2, 30), at(2, -1))).toBe(names(1)[0]);
    expect(newest(of(29, 30), at(2))).toBe(names(30)[0]);
    expect(newest(of(), at(2))).toBeUndefined();
    const ahead = { name: backupName(at(30)), takenAtMs: at(1).getTime() };
    expect(newest({ whole: [...of(1).whole, ahead], unreadable: [] }, at(2))).toBe(names(1)[0]);
  });

  it('are restored from the newest that can be read, and what is newer and cannot is said', () => {
    const said: string[] = [];
    const chosen = (backups: Backups) => chooseNewest(backups, (sentence) => said.push(sentence), at(9));
    expect(chosen({ ...of(2), unreadable: [unreadable(1), unreadable(3)] })).toBe(names(2)[0]);
    expect(said).toEqual([`Left out ${names(3)[0]}, which is newer: no 3`]);
    expect(chosen(of())).toBeUndefined();
    for (const torn of [[3], [1, 2, 3]])
      expect(() => chosen({ whole: [], unreadable: torn.map(unreadable) })).toThrow('no 3');
  });

  it('make room for the one just made, of which so many stay, and for none that is from a clock ahead', () => {
    const made = backupName(at(5));
    const old = (keep: number, backups = of(1, 2, 3, 5)) => outdated(backups, made, keep).old;
    expect([1, 2, 3, 4, 5].map((keep) => old(keep))).toEqual([names(1, 2, 3), names(1, 2), names(1), [], []]);
    const { old: gone, beside } = outdated({ ...of(1, 2, 5, 30), unreadable: [unreadable(3)] }, made, 2);
    expect(gone).toEqual(names(1));
    expect(beside).toEqual([
      expect.stringMatching(new RegExp(`^${names(30)[0]} says that it is newer .* among the 2 that stay`)),
      `${names(3)[0]} does not count among the 2 that stay: no 3`,
    ]);
  });
});
