import type { ClickHouseClient } from '@clickhouse/client';
import { ROLLED_UP_FROM, ROLLUP_SCOPES, type RolledUpFrom, type RollupScope } from './rollup-sets.ts';
import { ROLLUP_LAYOUT, ROLLUP_STATE_TABLE } from './rollup-tables.ts';

/** `builtTo` of rollups that hold all facts of their owner. A day number fits into two bytes, and no day is the last. */
export const ALL_DAYS = 65_535;
/** `builtTo` of rollups that hold all days, and whose stretches are still to be summed from them. */
export const ALL_BUT_STRETCHES = 65_534;

/**
 * What is known of one owner's rollups. They hold the facts of local days before `builtTo`, in days of `timeZone`,
 * under the number `epoch`: another zone's are built beside them under another one.
 */
export type RollupState = {
  readonly scope: RollupScope;
  readonly owner: number;
  readonly epoch: number;
  readonly timeZone: string;
  /** Days since 1970-01-01, exclusive. */
  readonly builtTo: number;
};

type StateRow = { scope: string; owner: number; epoch: number; time_zone: string; built_to: number };

const READ = `select toString(scope) as scope, owner, epoch, time_zone, built_to from ${ROLLUP_STATE_TABLE} final
               where layout = {layout:String}`;

async function read(
  client: ClickHouseClient,
  condition: string,
  params: Record<string, unknown>,
): Promise<RollupState[]> {
  const result = await client.query({
    query: `${READ} ${condition}`,
    query_params: { ...params, layout: ROLLUP_LAYOUT },
    format: 'JSONEachRow',
  });
  const rows = await result.json<StateRow>();
  return rows.map((row) => ({
    scope: row.scope as RollupScope,
    owner: Number(row.owner),
    epoch: Number(row.epoch),
    timeZone: row.time_zone,
    builtTo: Number(row.built_to),
  }));
}

/**
 * The number under which an owner's rollups lie where they hold everything in days of this zone; else `null`.
 * @param rollups what is known of them already: to ask takes longer than most answers do
 */
export async function readyEpoch(
  { client, rollups }: { readonly client: ClickHouseClient; readonly rollups?: RollupStates | null },
  of: { readonly scope: RollupScope; readonly owner: number; readonly timeZone: string },
): Promise<number | null> {
  const state = rollups ? rollups.of(of.scope, of.owner) : await readState(client, of);
  const isReady = state?.timeZone === of.timeZone && state.builtTo === ALL_DAYS;
  return isReady ? state.epoch : null;
}

async function readState(
  client: ClickHouseClient,
  { scope, owner }: Pick<RollupState, 'scope' | 'owner'>,
): Promise<RollupState | undefined> {
  const condition = 'and scope = {scope:String} and owner = {owner:UInt32}';
  const [state] = await read(client, condition, { scope, owner });
  return state;
}

/** All states in memory, for the one process that changes them: what is written down is known before it is relied on. */
export class RollupStates {
  readonly #client: ClickHouseClient;
  /** By owner within each scope: asked for each fact, so no text is put together. */
  readonly #states: Readonly<Record<RollupScope, Map<number, RollupState>>> = {
    advertiser: new Map(),
    publisher: new Map(),
    network: new Map(),
  };
  readonly #facts: Readonly<Record<RollupScope, Map<number, number>>> = {
    advertiser: new Map(),
    publisher: new Map(),
    network: new Map(),
  };
  readonly #from: RolledUpFrom;
  #begun: readonly RollupState[] = [];
  #version = 0;

  private constructor(client: ClickHouseClient, from: RolledUpFrom) {
    this.#client = client;
    this.#from = from;
  }

  static async load(client: ClickHouseClient, from: RolledUpFrom = ROLLED_UP_FROM): Promise<RollupStates> {
    const states = new RollupStates(client, from);
    for (const state of await read(client, '', {})) states.#keep(state);
    const result = await client.query({
      query: `select toString(max(version)) as version from ${ROLLUP_STATE_TABLE}`,
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ version: string }>();
    states.#version = Number(row?.version ?? 0);
    return states;
  }

  of(scope: RollupScope, owner: number): RollupState | undefined {
    return this.#states[scope].get(owner);
  }

  /**
   * Until `end`: these will be how far their owners have come. What is loaded meanwhile goes to the rollups as if they were that far already,
   * as the step that is summing sums what was there when it began.
   */
  begin(states: readonly RollupState[]): void {
    this.#begun = states;
  }

  end(): void {
    this.#begun = [];
  }

  /** By what facts are placed that are loaded now. */
  placing(scope: RollupScope, owner: number): RollupState | undefined {
    const begun = this.#begun.find((state) => state.owner === owner && state.scope === scope);
    return begun ?? this.of(scope, owner);
  }

  /** Notes facts of an owner. What is loaded again after a failure counts twice: it decides when rollups are built, never what is in them. */
  count(scope: RollupScope, owner: number, facts: number): void {
    this.#facts[scope].set(owner, (this.#facts[scope].get(owner) ?? 0) + facts);
  }

  /** Whether rollups of an owner take less than his facts. */
  areWorthwhile(scope: RollupScope, owner: number): boolean {
    return (this.#facts[scope].get(owner) ?? 0) >= this.#from[scope];
  }

  all(): RollupState[] {
    return ROLLUP_SCOPES.flatMap((scope) => [...this.#states[scope].values()]);
  }

  async save(states: readonly RollupState[]): Promise<void> {
    if (states.length === 0) return;
    this.#version += 1;
    await this.#client.insert({
      table: ROLLUP_STATE_TABLE,
      values: states.map((state) => ({
        scope: state.scope,
        owner: state.owner,
        epoch: state.epoch,
        time_zone: state.timeZone,
        built_to: state.builtTo,
        layout: ROLLUP_LAYOUT,
        version: String(this.#version),
      })),
      format: 'JSONEachRow',
    });
    for (const state of states) this.#keep(state);
  }

  #keep(state: RollupState): void {
    this.#states[state.scope].set(state.owner, state);
  }
}
