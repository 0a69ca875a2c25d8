import { randomUUID } from 'node:crypto';
import { type BegunStep, beginStep } from './begun-step.ts';
import type { Analytics } from './open-analytics.ts';
import { STRETCH_DAYS, stretchedParts, stretchSql } from './rollup-sets.ts';
import { ALL_BUT_STRETCHES, ALL_DAYS, type RollupState, type RollupStates } from './rollup-state.ts';
import { lackingStretches, ROLLUP_TABLES, rollupInsertColumns } from './rollup-tables.ts';
import { cutOf, type TableCut, WITHIN_CUT } from './table-cut.ts';

type Client = Pick<Analytics, 'client'>['client'];
/** First days, as numbers, of stretches that are still to be summed. */
type Planned = { readonly state: RollupState; readonly firstDays: number[] };

const OF_STRETCH = `owner = {owner:UInt32} and epoch = {epoch:UInt32}
  and local_day >= toDate({from:UInt16}) and local_day < toDate({until:UInt16})`;

function paramsOf({ owner, epoch }: RollupState, firstDay: number): Record<string, number> {
  return { owner, epoch, from: firstDay, until: firstDay + STRETCH_DAYS };
}

/**
 * Sums the stretches of rollups whose days are all there. What is loaded meanwhile goes to days and stretches alike: what a stretch's rows lack
 * of its days' at one moment is added to them, so it holds its days however often that is tried, and what is loaded beside it and later.
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

  /** Begins to sum one stretch, as `RollupBuilder.begin` does days. @returns `null` where no rollups wait for it */
  async begin(states: RollupStates): Promise<BegunStep | null> {
    const state = states.all().find(({ builtTo }) => builtTo === ALL_BUT_STRETCHES);
    if (state === undefined) return null;
    // Another process, or another zone, begins with the first.
    if (this.#planned?.state !== state) this.#planned = await this.#plan(state);
    const { firstDays } = this.#planned;
    const [firstDay] = firstDays;
    const cut = await cutOf(this.#client, ROLLUP_TABLES[state.scope]);
    return beginStep(states, [], async () => {
      if (firstDay !== undefined) await this.#sum(state, firstDay, cut);
      firstDays.shift();
      if (firstDays.length === 0) await states.save([{ ...state, builtTo: ALL_DAYS }]);
    });
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

  async #sum(state: RollupState, firstDay: number, cut: TableCut): Promise<void> {
    const { scope } = state;
    await this.#client.command({
      query: `insert into ${ROLLUP_TABLES[scope]} (${rollupInsertColumns(scope)})
              ${lackingStretches(scope, `${OF_STRETCH} and ${WITHIN_CUT}`)}`,
      query_params: { ...cut, ...paramsOf(state, firstDay) },
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
