import { createPool } from '@placard/db/database';

/**
 * Numbers as the database gave them, each with what it was given for: batches of the event log by their offset in a spool, settlements,
 * transactions of the ledger.
 */
const GIVEN = `
  select 'batch of shard ' || shard || ' at ' || spool_offset as number, spool_end || ' ' || md5(body) as what
    from event_batch where received_at > now() - interval '20 seconds'
  union all
  select 'settlement ' || id, settled_at || ' ' || event_count || ' ' || charged_micros
    from settlement where id > (select coalesce(max(id), 0) - 100 from settlement)
  union all
  select 'transaction ' || id, reference || ' ' || at
    from ledger_transaction where id > (select coalesce(max(id), 0) - 100 from ledger_transaction)`;
const LOOK_EVERY_MS = 100;

/**
 * Looks at numbers while they are given. Whoever can read one reads what is committed, and that is on the standby too: after a failover it has to
 * be there, for the same thing.
 */
export class Numbers {
  readonly #seen = new Map<string, string>();
  readonly #pool: ReturnType<typeof createPool>;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  readonly broken: string[] = [];

  constructor(url: string) {
    this.#pool = createPool({ url, name: 'placard-faults', max: 1, statementTimeoutMs: 2_000 });
    this.#timer = setInterval(() => {
      if (this.#isLooking) return;
      this.#isLooking = true;
      this.#looking = this.#look()
        // While nobody is the primary there is nothing to see.
        .catch(() => undefined)
        .finally(() => {
          this.#isLooking = false;
        });
    }, LOOK_EVERY_MS);
  }

  get many(): number {
    return this.#seen.size;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#pool.end();
  }

  async #look(): Promise<void> {
    const { rows } = await this.#pool.query<{ number: string; what: string }>(GIVEN);
    for (const { number, what } of rows) {
      const before = this.#seen.get(number);
      if (before !== undefined && before !== what)
        this.broken.push(`${number} was given for ${before}, and again for ${what}`);
      this.#seen.set(number, what);
    }
  }
}
