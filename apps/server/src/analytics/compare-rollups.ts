import type { FactSum } from '@placard/domain/analytics/facts';
import { startOfLocalDayMs } from '@placard/domain/time-zone';
import type { Analytics } from './open-analytics.ts';
import { daysOfFacts, FACTS_OF } from './rollup-builder.ts';
import {
  partOf,
  ROLLUP_SCOPES,
  ROLLUP_SETS,
  type RollupColumn,
  type RollupScope,
  rollupName,
  STRETCH_BIT,
  STRETCH_DAYS,
  stretchedParts,
  stretchSql,
} from './rollup-sets.ts';
import { ALL_DAYS, type RollupState, type RollupStates } from './rollup-state.ts';
import { OWNER_COLUMN, placedFacts, ROLLUP_TABLES } from './rollup-tables.ts';
import { STORED_SUMS } from './stored-sums.ts';

/** A sum of one owner's day, of an ad set or widget where the rollup tells them apart, that facts have otherwise. */
export type RollupDifference = {
  readonly rollup: string;
  readonly owner: number;
  /** In the owner's zone; of a stretch the first. */
  readonly day: string;
  /** The ad set or widget; 0 where the rollup tells neither. */
  readonly id: number;
  readonly sum: FactSum;
  readonly facts: bigint;
  readonly rollupHas: bigint;
};

/** So many local days are compared at once, whole stretches: loading waits for them. */
const DAYS_AT_ONCE = 2 * STRETCH_DAYS;
/** Enough to see that something is off, and what. */
const MOST_FOUND = 100;

/** By what a rollup is held against facts beside the day. */
const FINEST = ['ad_set_id', 'widget_id'] as const;
type Finest = (typeof FINEST)[number] | null;

function finestOf(set: readonly RollupColumn[]): Finest {
  return FINEST.find((column) => set.includes(column)) ?? null;
}

type Part = { readonly part: number; readonly name: string };
/** The days of a set, and its stretches where it has some. */
function partsOf(scope: RollupScope, set: readonly RollupColumn[]): Part[] {
  const days = { part: partOf(scope, set), name: rollupName(scope, set) };
  if (!stretchedParts(scope).includes(days.part)) return [days];
  return [days, { part: days.part + STRETCH_BIT, name: `${days.name}/${STRETCH_DAYS}d` }];
}

type Compared = {
  readonly scope: RollupScope;
  readonly timeZone: string;
  readonly owners: readonly RollupState[];
  readonly finest: Finest;
  readonly parts: readonly Part[];
};

/** Everything that is to be compared: rollups that hold all facts, those of one zone and of one fineness together. */
function comparisons(states: RollupStates): Compared[] {
  const ready = states.all().filter(({ builtTo }) => builtTo === ALL_DAYS);
  return ROLLUP_SCOPES.flatMap((scope) => {
    const sets: readonly (readonly RollupColumn[])[] = ROLLUP_SETS[scope];
    const ofScope = ready.filter((state) => state.scope === scope);
    return [...new Set(ofScope.map(({ timeZone }) => timeZone))].flatMap((timeZone) =>
      [null, ...FINEST].flatMap((finest) => {
        const parts = sets.filter((set) => finestOf(set) === finest).flatMap((set) => partsOf(scope, set));
        const owners = ofScope.filter((state) => state.timeZone === timeZone);
        return parts.length === 0 ? [] : [{ scope, timeZone, owners, finest, parts }];
      }),
    );
  });
}

/**
 * Holds every rollup against the facts: all sums by owner and day, by ad set and widget where it tells them apart.
 * @param alone runs what must not see anything being loaded
 */
export async function compareRollups(
  { client }: Pick<Analytics, 'client'>,
  states: RollupStates,
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>,
): Promise<RollupDifference[]> {
  const found: RollupDifference[] = [];
  const extents = new Map<string, Awaited<ReturnType<typeof daysOfFacts>>>();
  for (const compared of comparisons(states)) {
    const key = `${compared.scope} ${compared.timeZone}`;
    const days = extents.get(key) ?? (await daysOfFacts(client, compared.scope, compared.timeZone));
    extents.set(key, days);
    for (let from = days.first - (days.first % STRETCH_DAYS); from <= days.last; from += DAYS_AT_ONCE) {
      const to = from + DAYS_AT_ONCE;
      found.push(
        ...(await alone(async () => {
          // An account that has moved to another zone meanwhile: what was loaded since is not in the old one's.
          const owners = compared.owners.filter((state) => states.of(state.scope, state.owner) === state);
          return owners.length === 0 ? [] : await compareDays(client, { ...compared, owners }, from, to);
        })),
      );
      if (found.length >= MOST_FOUND) return found;
    }
  }
  return found;
}

type Row = {
  part: number;
  owner: number;
  day: string;
  id: number;
  /** In the order of `STORED_SUMS`. */
  facts: string[];
  rollup: string[];
};

/** All sums as one value: told one by one, the engine spends ten times as long on reading the statement as on its rows. */
const SUMS = `[${STORED_SUMS.map((sum) => `toInt64(${sum})`).join(', ')}]`;
/** Zeros where one side has no row. */
const whole = (sums: string) => `arrayResize(${sums}, ${STORED_SUMS.length})`;
const texts = (sums: string) => `arrayMap(each -> toString(each), ${sums})`;

async function compareDays(
  client: Pick<Analytics, 'client'>['client'],
  { scope, timeZone, owners, finest, parts }: Compared,
  from: number,
  to: number,
): Promise<RollupDifference[]> {
  const id = finest ?? 'toUInt32(0)';
  const place = { epoch: 'toUInt32(0)', day: 'toDate(bucket, {zone:String})', hour: 'bucket' };
  const facts = placedFacts(
    scope,
    place,
    `${FACTS_OF[scope]} where bucket >= toDateTime({begin:UInt32}, 'UTC') and bucket < toDateTime({end:UInt32}, 'UTC')
       and ${OWNER_COLUMN[scope]} in {owners:Array(UInt32)}`,
  );
  // Facts once, and beside each rollup that is held against them.
  const result = await client.query({
    query: `select part, owner, toString(local_day) as day, id, ${texts('facts_sums')} as facts, ${texts('rollup_sums')} as rollup
              from (select part, owner, local_day, id, ${whole('sumForEachIf(sums, of_facts)')} as facts_sums,
                           ${whole('sumForEachIf(sums, not of_facts)')} as rollup_sums
                      from (select part, owner, local_day, ${id} as id, false as of_facts, sumForEach(${SUMS}) as sums
                              from ${ROLLUP_TABLES[scope]}
                             where (owner, epoch) in (select arrayJoin(arrayZip({owners:Array(UInt32)}, {epochs:Array(UInt32)})))
                               and part in {parts:Array(UInt32)}
                               and local_day >= toDate({from:UInt16}) and local_day < toDate({to:UInt16})
                             group by part, owner, local_day, id
                            union all
                            select place.1 as part, owner, place.2 as local_day, id, true as of_facts, sums
                              from (select owner, local_day as day, ${id} as id, sumForEach(${SUMS}) as sums
                                      from (${facts}) group by owner, day, id)
                             array join arrayMap(one -> (one, if(one >= ${STRETCH_BIT}, ${stretchSql('day')}, day)),
                                                 {parts:Array(UInt32)}) as place)
                     group by part, owner, local_day, id)
             where facts_sums <> rollup_sums
             order by local_day, part, owner, id limit ${MOST_FOUND}`,
    query_params: {
      owners: owners.map(({ owner }) => owner),
      epochs: owners.map(({ epoch }) => epoch),
      parts: parts.map(({ part }) => part),
      zone: timeZone,
      ...{ from, to },
      begin: startOfLocalDayMs(timeZone, from) / 1_000,
      end: startOfLocalDayMs(timeZone, to) / 1_000,
    },
    format: 'JSONEachRow',
  });
  const rows = await result.json<Row>();
  return rows.flatMap((row) =>
    STORED_SUMS.flatMap((sum, index) => {
      const [inFacts, inRollup] = [BigInt(row.facts[index] ?? 0), BigInt(row.rollup[index] ?? 0)];
      if (inFacts === inRollup) return [];
      const rollup = parts.find(({ part }) => part === Number(row.part))?.name ?? '';
      const { owner, day } = row;
      return [
        { rollup, owner: Number(owner), day, id: Number(row.id), sum, facts: inFacts, rollupHas: inRollup },
      ];
    }),
  );
}
