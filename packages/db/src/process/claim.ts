import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { livelyConnection } from '../lively-connection.ts';

/** What only one process of a network may be, each with a number of its own in PostgreSQL's advisory locks. */
const KINDS = { shard: 0x706c_0001, analytics: 0x706c_0002 } as const;

export interface ClaimOptions {
  readonly url: string;
  readonly kind: keyof typeof KINDS;
  /** Which of the kind. */
  readonly number: number;
  /** How this process is called where another one is refused, such as `placard-delivery-0`. */
  readonly name: string;
  /** A process that was killed just now is noticed within a moment. */
  readonly patienceMs?: number;
  /** Told when the claim was lost with its connection and somebody else has it now. */
  readonly onLost: (holder: string) => void;
}

export interface Claim {
  release(): Promise<void>;
}

/** Somebody else is what this process wanted to be. */
export class ClaimedError extends Error {
  override name = 'ClaimedError';
  readonly holder: string;

  constructor(holder: string) {
    super(`It is claimed by ${holder}.`);
    this.holder = holder;
  }
}

const PATIENCE_MS = 3_000;
const AGAIN_MS = 100;
const RECONNECT_MS = 1_000;

async function take(client: pg.Client, { kind, number }: ClaimOptions): Promise<string | null> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', [
    KINDS[kind],
    number,
  ]);
  if (rows[0]?.mine === true) return null;
  const found = await client.query<{ name: string; address: string | null; since: Date }>(
    `select a.application_name as name, host(a.client_addr) as address, a.backend_start as since
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.classid::bigint = $1 and l.objid::bigint = $2 and l.granted
        and a.datname = current_database()`,
    [KINDS[kind], number],
  );
  const [holder] = found.rows;
  if (holder === undefined) return 'a process that ends just now';
  return `${holder.name} at ${holder.address ?? 'this machine'}, since ${holder.since.toISOString()}`;
}

class HeldClaim implements Claim {
  readonly #options: ClaimOptions;
  #client: pg.Client | null = null;
  #released = false;

  constructor(options: ClaimOptions) {
    this.#options = options;
  }

  /** @returns who has it; null: this process. @throws where the database does not answer */
  async connect(): Promise<string | null> {
    const client = new pg.Client(livelyConnection(this.#options.url, this.#options.name));
    client.on('error', () => {});
    await client.connect();
    const holder = await take(client, this.#options).catch(async (cause: unknown) => {
      // It is tried again each second: none of these is left open, with a claim that nobody knows of.
      await client.end().catch(() => undefined);
      throw cause;
    });
    if (holder !== null || this.#released) {
      await client.end();
      return holder;
    }
    this.#client = client;
    client.once('end', () => {
      this.#client = null;
      if (!this.#released) void this.#reconnect();
    });
    return null;
  }

  async release(): Promise<void> {
    this.#released = true;
    await this.#client?.end().catch(() => undefined);
  }

  /** With its connection the claim is gone: it is taken again as soon as the database is back. */
  async #reconnect(): Promise<void> {
    let refusals = 0;
    while (!this.#released) {
      await delay(RECONNECT_MS, undefined, { ref: false });
      if (this.#released) return;
      const holder = await this.connect().catch(() => undefined);
      if (holder === null) return;
      if (holder === undefined) continue;
      // Its own old connection may be there for a moment.
      refusals += 1;
      if (refusals >= 5) return this.#options.onLost(holder);
    }
  }
}

/**
 * Makes this process the only one of its kind and number among all that use the database, for as long as it lives.
 * @throws ClaimedError that names the holder; whatever `pg` throws where the database does not answer
 */
export async function claimFor(options: ClaimOptions): Promise<Claim> {
  const claim = new HeldClaim(options);
  const deadline = performance.now() + (options.patienceMs ?? PATIENCE_MS);
  for (;;) {
    const holder = await claim.connect();
    if (holder === null) return claim;
    if (performance.now() >= deadline) throw new ClaimedError(holder);
    await delay(AGAIN_MS);
  }
}
