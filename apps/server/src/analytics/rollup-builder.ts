import { randomUUID } from 'node:crypto';
import { localDayNumberAt, startOfLocalDayMs } from '@placard/domain/time-zone';
import type { Pool } from 'pg';
import { FACT_TABLES } from './fact-tables.ts';
import type { Analytics } from './open-analytics.ts';
import { startOfLocalHourSql } from './periods.ts';
import { ROLLUP_SCOPES, type RollupScope } from './rollup-sets.ts';
import { ALL_DAYS, type RollupState, type RollupStates } from './rollup-state.ts';
import { OWNER_COLUMN, placedFacts, ROLLUP_TABLES, rolledUp, rollupInsertColumns } from './rollup-tables.ts';

type Client = Pick<Analytics, 'client'>['client'];

const FIRST_DAYS = 7;
const MOST_DAYS = 800;
/** Loading waits for a step. */
const STEP_MS = 400;

export const FACTS_OF = {
  advertiser: FACT_TABLES.byAdvertiser,
  publisher: FACT_TABLES.byPublisher,
  network: FACT_TABLES.byAdvertiser,
} as const satisfies Record<RollupScope, string>;

async function rowsOf<Row>(client: Client, query: string, params: Record<string, unknown> = {}) {
  const result = await client.query({ query, query_params: params, format: 'JSONEachRow' });
  return await result.json<Row>();
}

/** Zones of accounts as they are now; the network is number 0. */
export async function zonesNow(pool: Pool, ids: readonly number[] | null): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ id: number; time_zone: string }>(
    `select id, time_zone from account where $1::int[] is null or id = any($1)
     union all select 0, time_zone from network_settings`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.time_zone]));
}

/** Counts every owner's facts. @returns owners of facts */
export async function countFacts(
  { client }: { readonly client: Client },
  states: RollupStates,
): Promise<Pick<RollupState, 'scope' | 'owner'>[]> {
  const found: Pick<RollupState, 'scope' | 'owner'>[] = [];
  for (const scope of ROLLUP_SCOPES) {
    const query = `select ${OWNER_COLUMN[scope]} as owner, toString(count()) as facts from ${FACTS_OF[scope]}
                    ${scope === 'network' ? '' : 'where owner > 0'} group by owner`;
    for (const row of await rowsOf<{ owner: number; facts: string }>(client, query)) {
      const owner = Number(row.owner);
      states.count(scope, owner, Number(row.facts));
      found.push({ scope, owner });
    }
  }
  return found;
}

/**
 * Writes down every owner of facts of whom nothing is known: his rollups are to be built. None is left out that has
 * facts, so whoever is unknown when facts are loaded has none yet.
 */
export async function enlistOwners(
  analytics: { readonly client: Client },
  pool: Pool,
  states: RollupStates,
): Promise<void> {
  const owners = await countFacts(analytics, states);
  const missing = owners.filter(({ scope, owner }) => states.of(scope, owner) === undefined);
  const zones = await zonesNow(pool, null);
  await states.save(missing.map((of) => ({ ...of, ...asNew(zones.get(of.owner), 1) })));
}

function asNew(timeZone: string | undefined, epoch: number): Omit<RollupState, 'scope' | 'owner'> {
  return { epoch, timeZone: timeZone ?? 'UTC', builtTo: 0 };
}

/** Begins the rollups of those anew whose account has another zone than theirs are in. */
export async function followZones(pool: Pool, states: RollupStates): Promise<void> {
  const zones = await zonesNow(pool, null);
  const moved = states.all().filter(({ owner, timeZone }) => (zones.get(owner) ?? timeZone) !== timeZone);
  await states.save(moved.map((state) => ({ ...state, ...asNew(zones.get(state.owner), state.epoch + 1) })));
}

/** Builds step by step, each of as many days as are summed in about the time that loading may wait. */
export class RollupBuilder {
  readonly #client: Client;
  #days = FIRST_DAYS;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Sums some days of facts for all owners that have come equally far in the same zone. Nothing may be loaded meanwhile.
   * @returns false when there is nothing left to build.
   */
  async step(states: RollupStates): Promise<boolean> {
    const startedMs = performance.now();
    const built = await buildSomeDays(this.#client, states, this.#days);
    const tookMs = performance.now() - startedMs;
    if (tookMs < STEP_MS / 2) this.#days = Math.min(MOST_DAYS, this.#days * 2);
    if (tookMs > STEP_MS * 2) this.#days = Math.max(1, Math.floor(this.#days / 2));
    return built;
  }
}

/** What a run that died has left of these days goes first, so each fact is in once however often it is tried. */
export async function buildSomeDays(client: Client, states: RollupStates, days: number): Promise<boolean> {
  const unfinished = states
    .all()
    .filter(
      ({ scope, owner, builtTo }) =>
        builtTo !== ALL_DAYS && (builtTo > 0 || states.areWorthwhile(scope, owner)),
    );
  const [first] = unfinished;
  if (first === undefined) return false;
  const { scope, timeZone, epoch, builtTo } = first;
  const together = unfinished.filter(
    (one) =>
      one.scope === scope && one.timeZone === timeZone && one.epoch === epoch && one.builtTo === builtTo,
  );
  const owners = together.map(({ owner }) => owner);
  const extent = await daysOfFacts(client, scope, timeZone);
  const from = Math.max(builtTo, extent.first);
  const to = from + days > extent.last ? ALL_DAYS : from + days;
  await sumDays(client, { scope, timeZone, epoch, owners, from: builtTo, to });
  await states.save(together.map((state) => ({ ...state, builtTo: to })));
  return true;
}

/** The first and the last local day that any fact lies in. */
export async function daysOfFacts(
  client: Client,
  scope: RollupScope,
  timeZone: string,
): Promise<{ readonly first: number; readonly last: number }> {
  const [extent] = await rowsOf<{ first: string; last: string }>(
    client,
    `select toString(toUnixTimestamp(min(bucket))) as first, toString(toUnixTimestamp(max(bucket))) as last
       from ${FACTS_OF[scope]}`,
  );
  return {
    first: localDayNumberAt(timeZone, Number(extent?.first ?? 0) * 1_000),
    last: localDayNumberAt(timeZone, Number(extent?.last ?? 0) * 1_000),
  };
}

async function sumDays(
  client: Client,
  days: {
    readonly scope: RollupScope;
    readonly timeZone: string;
    readonly epoch: number;
    readonly owners: readonly number[];
    readonly from: number;
    readonly to: number;
  },
): Promise<void> {
  const { scope, timeZone, to } = days;
  const params = {
    owners: days.owners,
    epoch: days.epoch,
    zone: timeZone,
    from: days.from,
    to,
    // The first and the last days have no other end than that of all facts.
    begin: days.from === 0 ? 0 : startOfLocalDayMs(timeZone, days.from) / 1_000,
    end: to === ALL_DAYS ? 4_294_967_295 : startOfLocalDayMs(timeZone, to) / 1_000,
  };
  const table = ROLLUP_TABLES[scope];
  const left = `owner in {owners:Array(UInt32)} and epoch = {epoch:UInt32}
    and toUInt16(local_day) >= {from:UInt32} and toUInt16(local_day) < {to:UInt32}`;
  const [found] = await rowsOf<{ n: string }>(
    client,
    `select toString(count()) as n from ${table} where ${left}`,
    params,
  );
  if (found?.n !== '0')
    await client.command({ query: `delete from ${table} where ${left}`, query_params: params });
  const place = {
    epoch: '{epoch:UInt32}',
    day: 'toDate(bucket, {zone:String})',
    hour: `toDateTime(${startOfLocalHourSql('bucket', '{zone:String}')}, 'UTC')`,
  };
  const facts = placedFacts(
    scope,
    place,
    `${FACTS_OF[scope]} where bucket >= toDateTime({begin:UInt32}, 'UTC') and bucket < toDateTime({end:UInt32}, 'UTC')
       and ${OWNER_COLUMN[scope]} in {owners:Array(UInt32)}`,
  );
  await client.command({
    query: `insert into ${table} (${rollupInsertColumns(scope)}) ${rolledUp(scope, facts)}`,
    query_params: params,
    // Days built again after a failure are no repetition: what was there is gone. And the embedded engine keeps a
    // setting until it is given another, so that without a token of its own this would be taken for the last load.
    clickhouse_settings: { insert_deduplication_token: randomUUID() },
  });
}

/** Removes rows of rollups that another zone's have taken the place of. */
export async function dropOldEpochs(client: Client, states: RollupStates): Promise<void> {
  for (const scope of ROLLUP_SCOPES) {
    const old = states
      .all()
      .filter((state) => state.scope === scope && state.epoch > 1 && state.builtTo === ALL_DAYS);
    if (old.length === 0) continue;
    const condition = old.map(({ owner, epoch }) => `(owner = ${owner} and epoch < ${epoch})`).join(' or ');
    await client.command({ query: `delete from ${ROLLUP_TABLES[scope]} where ${condition}` });
  }
}
