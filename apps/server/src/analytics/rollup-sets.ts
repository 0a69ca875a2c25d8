import type { Dimension } from '@placard/domain/analytics/metrics';

/** Whose figures a rollup holds, each in days of a zone of its own. */
export const ROLLUP_SCOPES = ['advertiser', 'publisher', 'network'] as const;
export type RollupScope = (typeof ROLLUP_SCOPES)[number];

/** What rows of a rollup are told apart by, beside owner and local day. `local_hour`: start of a local hour. */
export const ROLLUP_COLUMNS = {
  local_hour: "DateTime('UTC')",
  device: 'UInt8',
  kind: 'UInt8',
  code: 'UInt8',
  width: 'UInt16',
  height: 'UInt16',
  language: 'LowCardinality(String)',
  country: 'LowCardinality(String)',
  advertiser_id: 'UInt32',
  campaign_id: 'UInt32',
  ad_set_id: 'UInt32',
  creative_id: 'UInt32',
  publisher_id: 'UInt32',
  website_id: 'UInt32',
  widget_id: 'UInt32',
} as const satisfies Record<string, string>;
export type RollupColumn = keyof typeof ROLLUP_COLUMNS;

/** How many facts an owner has at least whose rollups are kept. */
export type RolledUpFrom = Readonly<Record<RollupScope, number>>;
/**
 * Fewer are read themselves: it takes some 15 ms of a processor for an account and 70 for the network at most, and rollups of few facts have
 * more rows than the facts.
 */
export const ROLLED_UP_FROM: RolledUpFrom = { advertiser: 100_000, publisher: 100_000, network: 1_000_000 };
/** For tests: rollups of everybody from the first fact on. */
export const ROLL_UP_ALL: RolledUpFrom = { advertiser: 0, publisher: 0, network: 0 };

/** The columns by which a dimension is told; a day is in every rollup. */
export const COLUMNS_OF_DIMENSION = {
  advertiser: ['advertiser_id'],
  campaign: ['campaign_id'],
  adSet: ['ad_set_id'],
  creative: ['creative_id'],
  publisher: ['publisher_id'],
  website: ['website_id'],
  widget: ['widget_id'],
  country: ['country'],
  language: ['language'],
  device: ['device'],
  size: ['width', 'height'],
  hourOfDay: ['local_hour'],
  weekday: [],
  date: [],
  reason: ['kind', 'code'],
  outcome: ['kind', 'code'],
} as const satisfies Record<Dimension, readonly RollupColumn[]>;

/**
 * By what each scope's facts are summed for each day, those with the fewest rows first. What a record belongs to costs
 * its rows nothing, so that one set answers for a campaign, its ad sets and their creatives together.
 */
export const ROLLUP_SETS = {
  advertiser: [
    ['device'],
    ['kind', 'code'],
    ['local_hour'],
    ['campaign_id'],
    ['language'],
    ['country'],
    ['device', 'country'],
    ['campaign_id', 'country'],
    ['website_id'],
    ['campaign_id', 'ad_set_id', 'creative_id', 'width', 'height'],
  ],
  publisher: [
    ['device'],
    ['width', 'height'],
    ['local_hour'],
    ['language'],
    ['country'],
    ['website_id', 'widget_id'],
    ['website_id', 'country'],
    ['website_id', 'widget_id', 'kind', 'code'],
  ],
  network: [
    ['device'],
    ['width', 'height'],
    ['kind', 'code'],
    ['local_hour'],
    ['language'],
    ['country'],
    ['publisher_id', 'website_id'],
    ['publisher_id', 'country'],
    ['advertiser_id', 'campaign_id'],
    ['publisher_id', 'website_id', 'widget_id'],
    ['advertiser_id', 'campaign_id', 'ad_set_id'],
    ['advertiser_id', 'campaign_id', 'ad_set_id', 'creative_id'],
    ['advertiser_id', 'publisher_id'],
  ],
} as const satisfies Record<RollupScope, readonly (readonly RollupColumn[])[]>;

/** All columns of a scope's rollups, in one order. */
export function columnsOfScope(scope: RollupScope): RollupColumn[] {
  const used = new Set<string>(ROLLUP_SETS[scope].flat());
  return (Object.keys(ROLLUP_COLUMNS) as RollupColumn[]).filter((column) => used.has(column));
}

/** The number by which a set's rows are found: what `grouping()` of all columns gives, one bit for each that is not in it. */
export function partOf(scope: RollupScope, set: readonly RollupColumn[]): number {
  return columnsOfScope(scope).reduce((bits, column) => bits * 2 + (set.includes(column) ? 0 : 1), 0);
}

/** As the header of an answer says it. */
export function rollupName(scope: RollupScope, set: readonly RollupColumn[]): string {
  return `${scope}:${set.join('+')}`;
}

/**
 * Days that a stretch has; the first of each is a multiple of it, counted from 1970-01-01. Near the square root of 400 days,
 * by which reports are measured: whole stretches and the days beside them are then some 40 rows of a record.
 */
export const STRETCH_DAYS = 16;
/** Stretches lie beside the days of their set, under a number of their own. */
export const STRETCH_BIT = 2 ** 20;

/** Whether a set's rows are summed by stretches as well: those by the network's records, of which each day has thousands. */
export function hasStretches(scope: RollupScope, set: readonly RollupColumn[]): boolean {
  return scope === 'network' && set.some((column) => column.endsWith('_id'));
}

/** The numbers of a scope's sets that are summed by stretches. */
export function stretchedParts(scope: RollupScope): number[] {
  const sets: readonly (readonly RollupColumn[])[] = ROLLUP_SETS[scope];
  return sets.filter((set) => hasStretches(scope, set)).map((set) => partOf(scope, set));
}

/** The first day of a day's stretch, in SQL. */
export function stretchSql(day: string): string {
  return `toDate(intDiv(toUInt16(${day}), ${STRETCH_DAYS}) * ${STRETCH_DAYS})`;
}

/** Days from `from` to before `to` that are whole stretches; `null` where there are none. @param toDayNumber included */
export function wholeStretches(
  fromDayNumber: number,
  toDayNumber: number,
): { readonly from: number; readonly to: number } | null {
  const from = Math.ceil(fromDayNumber / STRETCH_DAYS) * STRETCH_DAYS;
  const to = Math.floor((toDayNumber + 1) / STRETCH_DAYS) * STRETCH_DAYS;
  return from < to ? { from, to } : null;
}

/**
 * What a record's number tells of the others as a rule: a creative may be in several ad sets, and what holds of today's
 * records need not hold of those of last year.
 */
const BELONGS_TO: Partial<Record<RollupColumn, RollupColumn>> = {
  creative_id: 'ad_set_id',
  ad_set_id: 'campaign_id',
  campaign_id: 'advertiser_id',
  widget_id: 'website_id',
  website_id: 'publisher_id',
};

/** Records of whom the network shows thousands a day. */
export const MANY_RECORDS: ReadonlySet<RollupColumn> = new Set([
  'campaign_id',
  'ad_set_id',
  'creative_id',
  'widget_id',
]);

/** Columns of a set beside that of a record which tells them as a rule; `null` where it does not. */
export function columnsToldBy(
  record: RollupColumn,
  set: readonly RollupColumn[],
): readonly RollupColumn[] | null {
  const told = new Set<RollupColumn>();
  for (let next = BELONGS_TO[record]; next !== undefined; next = BELONGS_TO[next]) told.add(next);
  const others = set.filter((column) => column !== record);
  return others.every((column) => told.has(column)) ? others : null;
}

export type RollupChoice = {
  readonly part: number;
  readonly name: string;
  readonly columns: readonly RollupColumn[];
  readonly stretches: boolean;
};

/** The smallest rollup that tells all these columns apart; `null`: only the facts do. */
export function smallestRollup(scope: RollupScope, needed: ReadonlySet<RollupColumn>): RollupChoice | null {
  const sets: readonly (readonly RollupColumn[])[] = ROLLUP_SETS[scope];
  const set = sets.find((columns) => [...needed].every((column) => columns.includes(column)));
  if (set === undefined) return null;
  return {
    part: partOf(scope, set),
    name: rollupName(scope, set),
    columns: set,
    stretches: hasStretches(scope, set),
  };
}
