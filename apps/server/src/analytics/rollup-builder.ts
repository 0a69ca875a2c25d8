import { randomUUID } from 'node:crypto';
import { localDayNumberAt, startOfLocalDayMs } from '@placard/domain/time-zone';
import type { Pool } from 'pg';
import { type BegunStep, beginStep } from './begun-step.ts';
import { FACT_TABLES } from './fact-tables.ts';
import type { Analytics } from './open-analytics.ts';
import { startOfLocalHourSql } from './periods.ts';
import { ROLLUP_SCOPES, type RollupScope, STRETCH_BIT, stretchedParts } from './rollup-sets.ts';
import { ALL_BUT_STRETCHES, ALL_DAYS, type RollupState, type RollupStates } from './rollup-state.ts';
import { type FactsToSum, PLANNED_OWNERS, planSteps, type RollupStep, STEP_FACTS } from './rollup-steps.ts';
import { StretchSummer } from './rollup-stretches.ts';
import { OWNER_COLUMN, placedFacts, ROLLUP_TABLES, rolledUp, rollupInsertColumns } from './rollup-tables.ts';
import { cutOf, type TableCut, WITHIN_CUT } from './table-cut.ts';

type Client = Pick<Analytics, 'client'>['client'];

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

/** Of those whose account has another zone than their rollups are in, what is to be known of them then: they begin anew. */
export async function movedOwners(pool: Pool, states: RollupStates): Promise<RollupState[]> {
  const known = states.all();
  // Held against each other where the accounts are: hardly any differ, and a network may have thousands.
  const { rows } = await pool.query<{ place: bigint; time_zone: string }>({
    name: 'analytics-moved-owners',
    text: `select s.place, z.time_zone
             from unnest($1::int[], $2::text[]) with ordinality as s (owner, zone, place)
             join (select id, time_zone from account union all select 0, time_zone from network_settings) z on z.id = s.owner
            where z.time_zone <> s.zone order by s.place`,
    values: [known.map(({ owner }) => owner), known.map(({ timeZone }) => timeZone)],
  });
  return rows.flatMap((row) => {
    const state = known[Number(row.place) - 1];
    return state === undefined ? [] : [{ ...state, ...asNew(row.time_zone, state.epoch + 1) }];
  });
}

/** How large a step may get. */
export type StepBounds = {
  readonly facts: Readonly<Record<RollupScope, number>>;
  /** Of memory, beyond which groups lie on disk until all are summed: that takes twice the processor time. */
  readonly groupBytes: number;
};

/**
 * 250,000 facts of advertisers, twice a step's, took some 300 MB of memory at most, as many different days, records and countries as they have. A day of
 * one owner may have more facts than a step, and takes no more memory for that.
 */
export const STEP_BOUNDS: StepBounds = { facts: STEP_FACTS, groupBytes: 512 * 1024 * 1024 };

type Place = Pick<RollupState, 'scope' | 'timeZone' | 'epoch'>;
type Planned = Place & { readonly steps: RollupStep[] };

/**
 * Builds step by step, each of about as many facts as fit into memory: how many there are of each owner and day is counted before.
 * Nothing of it depends on how fast the machine happens to be. Facts are loaded beside a step: those that were there when it began are the step's, by a
 * cut through their table; those that come later are the loads'.
 */
export class RollupBuilder {
  readonly #client: Client;
  readonly #bounds: StepBounds;
  readonly #stretches: StretchSummer;
  #planned: Planned | null = null;

  constructor(client: Client, bounds: StepBounds = STEP_BOUNDS) {
    this.#client = client;
    this.#bounds = bounds;
    this.#stretches = new StretchSummer(client, bounds.groupBytes);
  }

  /** Begins a step and ends it. @returns false when there is nothing left to build */
  async step(states: RollupStates): Promise<boolean> {
    const end = await this.begin(states);
    await end?.();
    return end !== null;
  }

  /**
   * Begins to sum one step's facts, or a stretch where all days are summed. Nothing may be loaded meanwhile; what is returned ends it, beside loads, and
   * `states` place their facts. What a step that failed or died has left of these days goes first, and what was loaded beside it, so each fact is in
   * once however often it is tried.
   * @returns `null` when there is nothing left to build
   */
  async begin(states: RollupStates): Promise<BegunStep | null> {
    await this.plan(states);
    const step = this.#planned?.steps.shift();
    if (this.#planned === null || step === undefined) return await this.#stretches.begin(states);
    const { scope, timeZone, epoch } = this.#planned;
    const days = { scope, timeZone, epoch, ...step };
    await removeDays(this.#client, days);
    const cut = await cutOf(this.#client, FACTS_OF[scope]);
    const waits = step.to === ALL_DAYS && stretchedParts(scope).length > 0;
    const builtTo = waits ? ALL_BUT_STRETCHES : step.to;
    const built = step.owners.map((owner) => ({ scope, owner, timeZone, epoch, builtTo }));
    return beginStep(states, built, async () => {
      await sumDays(this.#client, days, cut, this.#bounds.groupBytes);
      await states.save(built);
    });
  }

  /** Counts what is to be summed next where that is not known; loads and steps may come meanwhile. */
  async plan(states: RollupStates): Promise<void> {
    if (!this.#isNext(states)) this.#planned = await this.#count(states);
  }

  /** Whether what was planned next is still to be done: accounts move to other zones meanwhile. */
  #isNext(states: RollupStates): boolean {
    const [step] = this.#planned?.steps ?? [];
    if (this.#planned === null || step === undefined) return false;
    const { scope, timeZone, epoch } = this.#planned;
    return step.owners.every((owner) => {
      const state = states.of(scope, owner);
      return state?.timeZone === timeZone && state.epoch === epoch && state.builtTo === step.from;
    });
  }

  async #count(states: RollupStates): Promise<Planned | null> {
    const unfinished = states
      .all()
      .filter(
        ({ scope, owner, builtTo }) =>
          builtTo < ALL_BUT_STRETCHES && (builtTo > 0 || states.areWorthwhile(scope, owner)),
      );
    const [first] = unfinished;
    if (first === undefined) return null;
    const { scope, timeZone, epoch } = first;
    const together = unfinished
      .filter((one) => one.scope === scope && one.timeZone === timeZone && one.epoch === epoch)
      .toSorted((a, b) => a.owner - b.owner)
      .slice(0, PLANNED_OWNERS);
    const toSum = await countDays(this.#client, { scope, timeZone, epoch }, together);
    return { scope, timeZone, epoch, steps: planSteps(toSum, this.#bounds.facts[scope]) };
  }
}

/** Facts of these owners on each local day that their rollups have not reached. */
async function countDays(
  client: Client,
  { scope, timeZone }: Place,
  states: readonly RollupState[],
): Promise<FactsToSum[]> {
  const first = Math.min(...states.map(({ builtTo }) => builtTo));
  const rows = await rowsOf<{ owner: number; day: number; facts: string }>(
    client,
    `select ${OWNER_COLUMN[scope]} as owner, toUInt16(toDate(bucket, {zone:String})) as day, toString(count()) as facts
       from ${FACTS_OF[scope]}
      where ${OWNER_COLUMN[scope]} in {owners:Array(UInt32)} and bucket >= toDateTime({begin:UInt32}, 'UTC')
      group by owner, day order by owner, day`,
    { owners: states.map(({ owner }) => owner), zone: timeZone, begin: beginOf(timeZone, first) },
  );
  const ofOwners = Map.groupBy(rows, ({ owner }) => Number(owner));
  return states.map(({ owner, builtTo }) => ({
    owner,
    builtTo,
    days: (ofOwners.get(owner) ?? [])
      .map(({ day, facts }) => ({ day: Number(day), facts: Number(facts) }))
      .filter(({ day }) => day >= builtTo),
  }));
}

/** Seconds at which a local day begins; the first days have no other beginning than that of all facts. */
function beginOf(timeZone: string, day: number): number {
  return day === 0 ? 0 : startOfLocalDayMs(timeZone, day) / 1_000;
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

async function removeDays(
  client: Client,
  { scope, owners, epoch, from, to }: Place & RollupStep,
): Promise<void> {
  const params = { owners, epoch, from, to };
  const table = ROLLUP_TABLES[scope];
  const left = `owner in {owners:Array(UInt32)} and epoch = {epoch:UInt32}
    and toUInt16(local_day) >= {from:UInt32} and toUInt16(local_day) < {to:UInt32} and part < ${STRETCH_BIT}`;
  const [found] = await rowsOf<{ n: string }>(
    client,
    `select toString(count()) as n from ${table} where ${left}`,
    params,
  );
  if (found?.n !== '0')
    await client.command({ query: `delete from ${table} where ${left}`, query_params: params });
}

async function sumDays(
  client: Client,
  days: Place & RollupStep,
  cut: TableCut,
  groupBytes: number,
): Promise<void> {
  const { scope, timeZone, to } = days;
  const place = {
    epoch: '{epoch:UInt32}',
    day: 'toDate(bucket, {zone:String})',
    hour: `toDateTime(${startOfLocalHourSql('bucket', '{zone:String}')}, 'UTC')`,
  };
  const facts = placedFacts(
    scope,
    place,
    `${FACTS_OF[scope]} where bucket >= toDateTime({begin:UInt32}, 'UTC') and bucket < toDateTime({end:UInt32}, 'UTC')
       and ${OWNER_COLUMN[scope]} in {owners:Array(UInt32)} and ${WITHIN_CUT}`,
  );
  await client.command({
    query: `insert into ${ROLLUP_TABLES[scope]} (${rollupInsertColumns(scope)}) ${rolledUp(scope, facts)}`,
    query_params: {
      ...cut,
      owners: days.owners,
      epoch: days.epoch,
      zone: timeZone,
      begin: beginOf(timeZone, days.from),
      // The last days have no other end than that of all facts.
      end: to === ALL_DAYS ? 4_294_967_295 : startOfLocalDayMs(timeZone, to) / 1_000,
    },
    // Days built again after a failure are no repetition: what was there is gone. And the embedded engine keeps a
    // setting until it is given another, so that without a token of its own this would be taken for the last load.
    clickhouse_settings: {
      insert_deduplication_token: randomUUID(),
      // Each group is one row already: to look for equal ones again took two thirds of a step.
      optimize_on_insert: 0,
      compile_aggregate_expressions: 1,
      max_bytes_before_external_group_by: String(groupBytes),
    },
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
