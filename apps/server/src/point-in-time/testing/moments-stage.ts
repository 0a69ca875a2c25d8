import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, removeCluster, startCluster } from '@placard/db/embedded/cluster';
import { migrate } from '@placard/db/migrate';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { chainsIn } from '../chain.ts';
import { keepPointsInTime } from '../keep-points-in-time.ts';
import { restorePointInTime } from '../restore-point-in-time.ts';
import { readUsers, writeUser } from './written-users.ts';

export const PASSPHRASE = 'a passphrase of some length';

export type KeepChanges = {
  dataDir?: string;
  into?: string;
  passphrase?: string | null;
  days?: number;
  now?: () => Date;
  mostWaitingBytes?: number;
  patienceMs?: number;
};
type RestoreChanges = {
  at?: Date | null;
  passphrase?: string | null;
  databaseUrl?: string;
  say?: (sentence: string) => void;
};

/** What stays of a restore's order wherever the points in time come from. */
export const RESTORE_ORDER = {
  at: null,
  passphrase: null,
  databaseUrl: undefined,
  clickhouseUrl: undefined,
  secretKeys: undefined,
  say: () => {},
  caller: { osUser: 'ada' },
};

/**
 * A data folder with a database that archives its log, for the tests of a file, and beside it a folder `into` for each test,
 * which holds what is kept (`kept`) and what is restored (`restored`). Users of `…@moments.test` are gone after each test.
 */
export class MomentsStage {
  #parent = '';
  #cluster: Cluster | undefined;
  #client: pg.Client | undefined;
  into = '';
  /** What those who keep points in time were told. */
  readonly warned: string[] = [];

  constructor() {
    beforeAll(async () => {
      this.#parent = mkdtempSync(join(tmpdir(), 'placard-moments-'));
      // PostgreSQL, which runs as a user of its own, can enter: its files stay here.
      chmodSync(this.#parent, 0o711);
      mkdirSync(join(this.dataDir, 'images'), { recursive: true });
      writeFileSync(join(this.dataDir, 'images', 'one.png'), 'one');
      const cluster = await this.start();
      await migrate(cluster.url);
      const secrets = createSecrets(installationKey(this.dataDir));
      const query = async (text: string, values: readonly unknown[]) =>
        (await this.client.query(text, [...values])).rows;
      await loadSigningKeys(query, secrets);
    });
    afterAll(async () => {
      await this.stop();
      await removeCluster(join(this.dataDir, 'postgres'));
      rmSync(this.#parent, { recursive: true });
    });
    beforeEach(() => {
      this.into = mkdtempSync(join(this.#parent, 'moments-'));
      chmodSync(this.into, 0o711);
    });
    afterEach(async () => {
      await removeCluster(join(this.restored, 'postgres'));
      rmSync(this.into, { recursive: true });
      await this.client.query(`delete from app_user where email like '%@moments.test'`);
    });
  }

  get dataDir(): string {
    return join(this.#parent, 'data');
  }
  get kept(): string {
    return join(this.into, 'kept');
  }
  get restored(): string {
    return join(this.into, 'restored');
  }
  get client(): pg.Client {
    if (this.#client === undefined) throw new Error('used before the hooks have run');
    return this.#client;
  }

  async start(): Promise<Cluster> {
    this.#cluster = await startCluster({ home: join(this.dataDir, 'postgres'), archiving: true });
    this.#client = new pg.Client({ connectionString: this.#cluster.superuserUrlOf('placard') });
    await this.#client.connect();
    return this.#cluster;
  }
  async stop(): Promise<void> {
    await this.#client?.end();
    await this.#cluster?.stop();
  }

  async keep(changes: KeepChanges = {}) {
    const order = { dataDir: this.dataDir, into: this.kept, days: 7, passphrase: null, program: '0.1.0' };
    const by = { osUser: 'placard', by: 'placard' } as const;
    const warn = (sentence: string) => void this.warned.push(sentence);
    return await keepPointsInTime({ ...order, now: () => new Date(), by, warn, ...changes });
  }
  async restore(changes: RestoreChanges = {}) {
    const order = { ...RESTORE_ORDER, from: this.kept, dataDir: this.restored };
    return await restorePointInTime({ ...order, ...changes });
  }
  /** Writes a user down. @returns a moment right after it */
  async write(name: string): Promise<Date> {
    return await writeUser(this.client, `${name}@moments.test`);
  }
  /** Names of the users in what was restored. */
  async restoredUsers(): Promise<string[]> {
    return (await readUsers(this.restored)).map((email) => email.replace('@moments.test', ''));
  }
  chains(): string[] {
    return chainsIn(this.kept);
  }
}

export const basesIn = (chain: string): string[] =>
  readdirSync(chain).filter((name) => name.startsWith('base-'));
