import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { executableDistribution } from '@placard/db/embedded/binaries';
import { APP_DATABASE, APP_ROLE, newCredentials, SUPERUSER } from '@placard/db/embedded/credentials';
import { initialise } from '@placard/db/embedded/initialise';
import { postmasterSettings } from '@placard/db/embedded/settings';
import { postgresUser } from '@placard/db/embedded/system-user';
import { msUntil } from '../faults/back-again.ts';
import { childrenOf } from '../faults/faults.ts';
import { query } from '../faults/invariants.ts';
import { SYSTEM_PATH, type Wires } from './wires.ts';

const PORT = 5432;
const NAMES = ['postgres-a', 'postgres-b'] as const;
export type ServerName = (typeof NAMES)[number];
const READY_WITHIN_MS = 60_000;

/** A primary and its synchronous standby, each on a machine of its own; the moving address is the primary's. */
export class PostgresPair {
  readonly #wires: Wires;
  readonly #folder = mkdtempSync(join(tmpdir(), 'placard-pair-'));
  readonly #credentials = newCredentials();
  readonly #user = postgresUser(join(this.#folder, 'none'));
  readonly #distribution = executableDistribution(this.#user);
  readonly #running = new Map<ServerName, ChildProcess>();
  primary: ServerName = 'postgres-a';

  constructor(wires: Wires) {
    this.#wires = wires;
    chmodSync(this.#folder, 0o711);
    for (const name of NAMES) {
      wires.add(name);
      mkdirSync(this.#home(name), { mode: 0o711 });
    }
  }

  get standby(): ServerName {
    return this.primary === 'postgres-a' ? 'postgres-b' : 'postgres-a';
  }

  /** For Placard: of whoever is the primary. */
  get url(): string {
    return `postgres://${APP_ROLE}:${this.#credentials[APP_ROLE]}@${this.#wires.movingAddress}:${PORT}/${APP_DATABASE}`;
  }

  async start(): Promise<void> {
    const name = this.primary;
    const where = { home: this.#home(name), distribution: this.#distribution, user: this.#user };
    await initialise(where, this.#credentials, true);
    const network = this.#wires.backNetwork;
    appendFileSync(
      join(this.#cluster(name), 'pg_hba.conf'),
      `host all all ${network} scram-sha-256\nhost replication all ${network} scram-sha-256\n`,
    );
    await this.#run(name);
    this.#wires.moveAddress(name);
    await this.addStandby();
  }

  /** Makes the other machine's server anew, as a copy of the primary that follows it; resolves when commits wait for it. */
  async addStandby(): Promise<void> {
    await this.#copy();
    await this.#run(this.standby);
    const url = this.#superuserUrl(this.primary);
    await query(url, "alter system set synchronous_standby_names = '*'");
    await query(url, 'select pg_reload_conf()');
    const isSync = async () =>
      (await query(url, "select from pg_stat_replication where sync_state = 'sync'")).length === 1;
    if ((await msUntil(isSync, READY_WITHIN_MS)) === null) throw new Error('the standby does not follow');
  }

  /** kill -9 of the primary and all its backends. */
  async killPrimary(): Promise<void> {
    const child = this.#running.get(this.primary);
    if (child?.pid === undefined) throw new Error('there is no primary');
    const ended = once(child, 'exit');
    for (const pid of [child.pid, ...childrenOf(child.pid)]) process.kill(pid, 'SIGKILL');
    await ended;
    this.#running.delete(this.primary);
  }

  /** The standby is the primary from now on, alone, and the address is its. */
  async promote(): Promise<void> {
    const next = this.standby;
    await query(this.#superuserUrl(next), 'select pg_promote()');
    this.primary = next;
    this.#wires.moveAddress(next);
  }

  async end(): Promise<void> {
    for (const child of this.#running.values()) {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #home(name: ServerName): string {
    return join(this.#folder, name);
  }

  #cluster(name: ServerName): string {
    return join(this.#home(name), 'cluster');
  }

  #superuserUrl(name: ServerName): string {
    const address = this.#wires.address(name, 'back');
    return `postgres://${SUPERUSER}:${this.#credentials[SUPERUSER]}@${address}:${PORT}/postgres`;
  }

  /** A base backup by SQL: the binaries that come with Placard have no program for it. */
  async #copy(): Promise<void> {
    const [from, to] = [this.#cluster(this.primary), this.#cluster(this.standby)];
    rmSync(to, { recursive: true, force: true });
    // A backup is of the session that began it.
    const pool = createPool({ url: this.#superuserUrl(this.primary), name: 'placard-faults', max: 1 });
    const client = await pool.connect();
    try {
      await client.query("select pg_backup_start('standby', true)");
      // A file that goes while it is copied is not needed: the log has what came of it.
      spawnSync('cp', ['-a', from, to], { stdio: 'ignore' });
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(false)',
      );
      writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    } finally {
      client.release();
      await pool.end();
    }
    for (const file of ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf'])
      rmSync(join(to, file), { force: true });
    // Streamed from the primary, which keeps enough of it.
    for (const entry of readdirSync(join(to, 'pg_wal')))
      rmSync(join(to, 'pg_wal', entry), { recursive: true });
    writeFileSync(join(to, 'postgresql.auto.conf'), '');
    writeFileSync(join(to, 'standby.signal'), '');
    if (this.#user !== undefined) execFileSync('chown', ['-R', `${this.#user.uid}:${this.#user.gid}`, to]);
  }

  async #run(name: ServerName): Promise<void> {
    const other = name === 'postgres-a' ? 'postgres-b' : 'postgres-a';
    const leader = `host=${this.#wires.address(other, 'back')} port=${PORT} user=${SUPERUSER} password=${this.#credentials[SUPERUSER]}`;
    const more = {
      listen_addresses: '*',
      primary_conninfo: `${leader} application_name=standby connect_timeout=2`,
      wal_keep_size: '512MB',
      // As docs/running.md has it: otherwise a standby that was cut off is back only when TCP tries the next time.
      wal_sender_timeout: '3s',
      wal_receiver_timeout: '3s',
      wal_retrieve_retry_interval: '500ms',
    };
    const settings = postmasterSettings(PORT, { durable: true, maxConnections: 60, more });
    const { uid = 0, gid = 0 } = this.#user ?? {};
    const log = openSync(join(this.#home(name), 'log'), 'a');
    const child = this.#wires.start(
      name,
      [
        ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
        ...[join(this.#distribution, 'bin/postgres'), '-D', this.#cluster(name), ...settings],
      ],
      { stdio: ['ignore', log, log], cwd: '/', env: { PATH: SYSTEM_PATH, LC_ALL: 'C', TZ: 'UTC' } },
    );
    closeSync(log);
    this.#running.set(name, child);
    const answers = async () => (await query(this.#superuserUrl(name), 'select')).length === 1;
    if ((await msUntil(answers, READY_WITHIN_MS)) === null)
      throw new Error(
        `${name} does not start:\n${readFileSync(join(this.#home(name), 'log'), 'utf8').slice(-2_000)}`,
      );
  }
}
