import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MANIFEST } from '@placard/db/backup/backups';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { makeWorld } from '../../settlement/testing/world.ts';
import type { Manifest } from '../manifest.ts';
import { type RestoreOrder, restoreBackup } from '../restore-backup.ts';
import { type BackupOrder, takeBackup } from '../take-backup.ts';

export const PASSPHRASE = 'a passphrase of some length';

/** A data folder and a database with something of everything; for each test a folder of backups and an unused database. */
export class BackupStage {
  parent = '';
  dataDir = '';
  into = '';
  #source: TestDatabase | undefined;
  #target: TestDatabase | undefined;
  /** Of the clock by which backups are made: the next one is later. */
  minute = 0;

  get source(): TestDatabase {
    if (this.#source === undefined) throw new Error('used before the hooks have run');
    return this.#source;
  }

  get target(): TestDatabase {
    if (this.#target === undefined) throw new Error('used before the hooks have run');
    return this.#target;
  }

  async begin(): Promise<void> {
    this.parent = mkdtempSync(join(tmpdir(), 'placard-backup-'));
    this.dataDir = join(this.parent, 'data');
    for (const folder of ['images', 'spool/0']) mkdirSync(join(this.dataDir, folder), { recursive: true });
    writeFileSync(join(this.dataDir, 'images', `${'a'.repeat(64)}.png`), randomBytes(5_000));
    writeFileSync(join(this.dataDir, 'images', '.half-made'), 'x');
    writeFileSync(join(this.dataDir, 'spool/0/0001'), randomBytes(300));
    mkdirSync(join(this.dataDir, 'logs'));
    writeFileSync(join(this.dataDir, 'logs/server.log'), 'not backed up');
    const source = await createTestDatabase();
    this.#source = source;
    const secrets = createSecrets(installationKey(this.dataDir));
    await loadSigningKeys(async (text, values) => (await source.pool.query(text, [...values])).rows, secrets);
    const campaigns = [{ totalBudgetMicros: 9_000_000n, adSets: [{ totalBudgetMicros: 9_000_000n }] }];
    const advertisers = [{ timeZone: 'Europe/Berlin', walletMicros: 123_456_789n, campaigns }];
    await makeWorld(source.db, { advertisers, widgetsOfPublishers: [2, 3] });
  }

  async end(): Promise<void> {
    await this.source.drop();
    rmSync(this.parent, { recursive: true });
  }

  async open(): Promise<void> {
    this.into = mkdtempSync(join(this.parent, 'backups-'));
    this.#target = await createTestDatabase();
  }

  backUp(extra: Partial<BackupOrder> = {}) {
    const now = () => {
      this.minute += 1;
      return new Date(Date.UTC(2026, 10, 22, 12, this.minute));
    };
    const order = {
      databaseUrl: this.source.url,
      dataDir: this.dataDir,
      into: this.into,
      passphrase: null,
      keep: null,
      program: '0.1.0',
      now,
    };
    return takeBackup({ ...order, ...extra });
  }

  restore(extra: Partial<RestoreOrder> = {}) {
    const order = {
      from: this.into,
      dataDir: this.restored(),
      databaseUrl: this.target.url,
      clickhouseUrl: undefined,
      caller: { osUser: 'ada' },
    };
    return restoreBackup({ ...order, passphrase: null, secretKeys: undefined, say: () => {}, ...extra });
  }

  restored(...path: string[]): string {
    return join(this.into, 'restored', ...path);
  }

  backups(): string[] {
    return readdirSync(this.into).filter((name) => !name.startsWith('.'));
  }
}

/** For the tests of the file that calls this. */
export function backupStage(): BackupStage {
  const stage = new BackupStage();
  beforeAll(async () => await stage.begin());
  afterAll(async () => await stage.end());
  beforeEach(async () => await stage.open());
  afterEach(async () => await stage.target.drop());
  return stage;
}

export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest;
}

export function changeManifest(folder: string, change: Partial<Manifest>): void {
  writeFileSync(join(folder, MANIFEST), JSON.stringify({ ...manifestIn(folder), ...change }));
}
