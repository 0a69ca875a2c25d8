import { Readable } from 'node:stream';
import type { ClientBase, Pool } from 'pg';
import { decodeFacts, type Fact } from '../settlement/facts.ts';
import { decodePageViews, type PageViewFact } from '../settlement/page-views.ts';
import {
  createTables,
  FACT_COLUMNS,
  FACT_TABLES,
  haveRightColumns,
  linesOfFacts,
  META_TABLE,
  replaceTables,
} from './fact-tables.ts';
import type { Analytics } from './open-analytics.ts';
import { PAGE_VIEW_INSERT_COLUMNS, PAGE_VIEW_TABLE, pageViewLine } from './page-view-table.ts';

export type LoaderDeps = { readonly pool: Pool; readonly analytics: Analytics };

type Checkpoint = { settledTo: bigint; loadingTo: bigint | null; generation: number };

/**
 * Moves fact batches from PostgreSQL into ClickHouse, in order, each once whatever dies between: the range to load
 * is written down before it is sent, and a range that is sent again carries the same token, by which ClickHouse
 * drops it. Analytics can be thrown away at any time: another generation begins from the first fact.
 */
export class FactLoader {
  readonly #deps: LoaderDeps;
  readonly #maxFacts: number;
  #prepared = false;
  // One at a time: whoever asks for a load or a comparison meanwhile waits.
  #tail: Promise<unknown> = Promise.resolve();

  /** @param maxFacts sent in one insert, about */
  constructor(deps: LoaderDeps, maxFacts = 100_000) {
    this.#deps = deps;
    this.#maxFacts = maxFacts;
  }

  /** Loads everything that is settled. @returns facts loaded. */
  async load(): Promise<number> {
    return await this.alone(async () => await this.#load());
  }

  /** Drops what analytics holds and loads it anew from the first fact. */
  async rebuild(): Promise<number> {
    return await this.alone(async () => {
      await this.#deps.pool.query(
        'update analytics_checkpoint set settlement_id = 0, loading_to = null, generation = generation + 1',
      );
      this.#prepared = false;
      return await this.#load();
    });
  }

  /** Removes page views from before `day` ('YYYY-MM-DD', UTC). What PostgreSQL keeps of them is tidied with the event log. */
  async forgetPageViews(day: string): Promise<void> {
    await this.alone(async () => {
      await createTables(this.#deps.analytics);
      await this.#deps.analytics.client.command({
        query: `alter table ${PAGE_VIEW_TABLE} delete where bucket < toDateTime({day:Date}, 'UTC')`,
        query_params: { day },
        clickhouse_settings: { mutations_sync: '1' },
      });
    });
  }

  /** Runs `work` while nothing is being loaded. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#tail.then(work);
    this.#tail = turn.catch(() => undefined);
    return await turn;
  }

  async #load(): Promise<number> {
    if (!this.#prepared) await this.#prepare();
    let loaded = 0;
    for (;;) {
      const facts = await this.#loadRange();
      if (facts === null) return loaded;
      loaded += facts;
    }
  }

  /**
   * Makes tables and checkpoint of one generation; a ClickHouse that is new, holds another one, or has the tables of
   * another release starts from nothing.
   */
  async #prepare(): Promise<void> {
    const { pool, analytics } = this.#deps;
    await createTables(analytics);
    const result = await analytics.client.query({
      query: `select max(generation) as generation from ${META_TABLE}`,
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ generation: number | string }>();
    const held = (await haveRightColumns(analytics)) ? Number(row?.generation ?? 0) : 0;
    let { generation, settledTo, loadingTo } = await readCheckpoint(pool);
    if (held !== generation) {
      if (settledTo > 0n || loadingTo !== null) {
        const reset = await pool.query<{ generation: number }>(
          `update analytics_checkpoint set settlement_id = 0, loading_to = null, generation = generation + 1
           returning generation`,
        );
        generation = reset.rows[0]?.generation ?? generation;
        settledTo = 0n;
        loadingTo = null;
      }
      await replaceTables(analytics);
      await analytics.client.insert({ table: META_TABLE, values: [{ generation }], format: 'JSONEachRow' });
    }
    this.#prepared = true;
  }

  /** One range of settlements. @returns `null` when there is none. */
  async #loadRange(): Promise<number | null> {
    const { pool } = this.#deps;
    const { settledTo, loadingTo, generation } = await readCheckpoint(pool);
    const to = loadingTo ?? (await this.#chooseEnd(settledTo));
    if (to === null) return null;
    const facts = await readFacts(pool, settledTo, to);
    const pageViews = await readPageViews(pool, settledTo, to);
    const range = `${generation}-${settledTo}-${to}`;
    await this.#insert(facts, `facts-${range}`);
    await this.#insertPageViews(pageViews, `pages-${range}`);
    const { rowCount } = await pool.query(
      `update analytics_checkpoint set settlement_id = $2, loading_to = null
        where settlement_id = $1 and loading_to = $2 and generation = $3`,
      [settledTo, to, generation],
    );
    if (rowCount !== 1) throw new Error('the analytics checkpoint was moved by somebody else');
    return facts.length + pageViews.length;
  }

  /** Picks the end of the next range and writes it down. */
  async #chooseEnd(settledTo: bigint): Promise<bigint | null> {
    const { rows } = await this.#deps.pool.query<{ to: bigint | null }>({
      name: 'analytics-choose-range',
      text: `update analytics_checkpoint set loading_to = (
               select max(settlement_id) from (
                 select settlement_id, sum(facts) over (order by settlement_id) - facts as before
                   from (select settlement_id, sum(fact_count) as facts
                           from ((select settlement_id, fact_count from fact_batch where settlement_id > $1
                                   order by settlement_id limit 5000)
                                 union all
                                 (select settlement_id, fact_count from page_view_batch where settlement_id > $1
                                   order by settlement_id limit 5000)) both_kinds
                          group by settlement_id order by settlement_id limit 5000) next_batches) ranges
                where before < $2)
              where settlement_id = $1 and loading_to is null
                and (exists (select from fact_batch where settlement_id > $1)
                     or exists (select from page_view_batch where settlement_id > $1))
             returning loading_to as to`,
      values: [settledTo, this.#maxFacts],
    });
    const to = rows[0]?.to ?? null;
    return to === null ? null : BigInt(to);
  }

  async #insert(facts: readonly Fact[], token: string): Promise<void> {
    const lines = linesOfFacts(facts);
    if (lines === '') return;
    for (const table of Object.values(FACT_TABLES)) {
      await this.#deps.analytics.client.insert({
        table,
        columns: [...FACT_COLUMNS] as [string, ...string[]],
        format: 'TabSeparated',
        values: Readable.from([Buffer.from(lines)], { objectMode: false }),
        clickhouse_settings: { insert_deduplication_token: token },
      });
    }
  }

  async #insertPageViews(pageViews: readonly PageViewFact[], token: string): Promise<void> {
    if (pageViews.length === 0) return;
    const lines = pageViews.map(pageViewLine).join('');
    await this.#deps.analytics.client.insert({
      table: PAGE_VIEW_TABLE,
      columns: [...PAGE_VIEW_INSERT_COLUMNS],
      format: 'TabSeparated',
      values: Readable.from([Buffer.from(lines)], { objectMode: false }),
      clickhouse_settings: { insert_deduplication_token: token },
    });
  }
}

/** Page views of the settlements after `from` up to `to`, in their order. */
async function readPageViews(client: Pool, from: bigint, to: bigint): Promise<PageViewFact[]> {
  const { rows } = await client.query<{ body: Buffer }>({
    name: 'analytics-read-page-views',
    text: `select body from page_view_batch where settlement_id > $1 and settlement_id <= $2 order by settlement_id`,
    values: [from, to],
  });
  return rows.flatMap((row) => decodePageViews(row.body));
}

async function readCheckpoint(client: ClientBase | Pool): Promise<Checkpoint> {
  const { rows } = await client.query<{ settled_to: bigint; loading_to: bigint | null; generation: number }>(
    'select settlement_id as settled_to, loading_to, generation from analytics_checkpoint',
  );
  const row = rows[0];
  if (row === undefined) throw new Error('analytics_checkpoint has no row');
  return {
    settledTo: BigInt(row.settled_to),
    loadingTo: row.loading_to === null ? null : BigInt(row.loading_to),
    generation: row.generation,
  };
}

/** Facts of the settlements after `from` up to `to`, in their order. */
export async function readFacts(client: ClientBase | Pool, from: bigint, to: bigint): Promise<Fact[]> {
  const { rows } = await client.query<{ body: Buffer; layout: number }>({
    name: 'analytics-read-facts',
    text: `select body, layout from fact_batch where settlement_id > $1 and settlement_id <= $2 order by settlement_id`,
    values: [from, to],
  });
  const facts: Fact[] = [];
  for (const row of rows) for (const fact of decodeFacts(row.body, row.layout)) facts.push(fact);
  return facts;
}
