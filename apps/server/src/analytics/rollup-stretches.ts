import { randomUUID } from 'node:crypto';
import type { Analytics } from './open-analytics.ts';
import { STRETCH_BIT, STRETCH_DAYS, stretchedParts, stretchSql } from './rollup-sets.ts';
import { ALL_BUT_STRETCHES, ALL_DAYS, type RollupState, type RollupStates } from './rollup-state.ts';
import { ROLLUP_TABLES, rollupInsertColumns, summedStretches } from './rollup-tables.ts';

type Client = Pick<Analytics, 'client'>['client'];
/** First days, as numbers, of stretches that are still to be summed. */
type Planned = { readonly state: RollupState; readonly firstDays: number[] };

/**
 * Sums the stretches of rollups whose days are all there. What is loaded meanwhile goes to days and stretches alike: each stretch's rows go
 * before it is summed, so it holds its days however often that is tried, and those that come later.
 */
export class StretchSummer {
  readonly #client: Client;
  readonly #groupBytes: number;
  #planned: Planned | null = null;

  /** @param groupBytes of memory, beyond which groups lie on disk */
  constructor(client: Client, groupBytes: number) {
    this.#client = client;
    this.#groupBytes = groupBytes;
  }

  /** Sums one stretch. Nothing may be loaded meanwhile. @returns false where no rollups wait for it */
  async step(states: RollupStates): Promise<boolean> {
    const state = states.all().find(({ builtTo }) => builtTo === ALL_BUT_STRETCHES);
    if (state === undefined) return false;
    // Another process, or another zone, begins with the first.
    if (this.#planned?.state !== state) this.#planned = await this.#plan(state);
    const { firstDays } = this.#planned;
    const firstDay = firstDays.shift();
    if (firstDay !== undefined) await this.#sum(state, firstDay);
    if (firstDays.length === 0) await states.save([{ ...state, builtTo: ALL_DAYS }]);
    return true;
  }

  async #plan(state: RollupState): Promise<Planned> {
    const { scope, owner, epoch } = state;
    const rows = await this.#rows<{ first: number }>(
      `select distinct toUInt16(${stretchSql('local_day')}) as first from ${ROLLUP_TABLES[scope]}
        where owner = {owner:UInt32} and epoch = {epoch:UInt32} and part in {parts:Array(UInt32)} order by first`,
      { owner, epoch, parts: stretchedParts(scope) },
    );
    return { state, firstDays: rows.map(({ first }) => Number(first)) };
  }

  async #sum({ scope, owner, epoch }: RollupState, firstDay: number): Promise<void> {
    const table = ROLLUP_TABLES[scope];
    const params = { owner, epoch, from: firstDay, until: firstDay + STRETCH_DAYS };
    const of = 'owner = {owner:UInt32} and epoch = {epoch:UInt32} and local_day >= toDate({from:UInt16})';
    const left = `${of} and local_day < toDate({until:UInt16}) and part >= ${STRETCH_BIT}`;
    const [found] = await this.#rows<{ n: string }>(
      `select toString(count()) as n from ${table} where ${left}`,
      params,
    );
    if (found?.n !== '0')
      await this.#client.command({ query: `delete from ${table} where ${left}`, query_params: params });
    await this.#client.command({
      query: `insert into ${table} (${rollupInsertColumns(scope)})
              ${summedStretches(scope, `${of} and local_day < toDate({until:UInt16})`)}`,
      query_params: params,
      clickhouse_settings: {
        // As of the builder's steps: a stretch summed again is no repetition, and each group is one row already.
        insert_deduplication_token: randomUUID(),
        optimize_on_insert: 0,
        compile_aggregate_expressions: 1,
        max_bytes_before_external_group_by: String(this.#groupBytes),
      },
    });
  }

  async #rows<Row>(query: string, params: Record<string, unknown>): Promise<Row[]> {
    const result = await this.#client.query({ query, query_params: params, format: 'JSONEachRow' });
    return await result.json<Row>();
  }
}
