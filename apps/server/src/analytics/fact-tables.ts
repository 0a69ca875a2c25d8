import type { ClickHouseClient } from '@clickhouse/client';
import { lettersOf } from '@placard/contract/wire/layout';
import { emptyCounts, isSumOf, sumsOfRows } from '@placard/domain/analytics/facts';
import type { FactColumns, FactKey } from '../settlement/fact-columns.ts';
import { codecOf } from './codecs.ts';
import {
  type BlockInsert,
  type NativeColumn,
  type NativeType,
  nativeBlock,
  numbers,
  sums,
  texts,
} from './native-block.ts';
import { PAGE_VIEW_INSERT_COLUMNS, PAGE_VIEW_TABLE, pageViewTableDefinition } from './page-view-table.ts';
import { reachTableDefinition } from './reach-table.ts';
import { ROLLUP_SCOPES, type RollupScope } from './rollup-sets.ts';
import { placedFacts, ROLLUP_TABLES, rolledUpTwice, rollupDefinitions } from './rollup-tables.ts';
import { STORED_SUMS, SUM_COLUMNS } from './stored-sums.ts';

/**
 * The same facts twice, in the two orders in which they are asked for: an advertiser reads a stretch of the first
 * table, a publisher one of the second, and neither touches anyone else's rows.
 */
export const FACT_TABLES = {
  byAdvertiser: 'placard_fact_by_advertiser',
  byPublisher: 'placard_fact_by_publisher',
} as const;
export const META_TABLE = 'placard_meta';
/**
 * Where facts are inserted: it keeps nothing and hands every block to the fact tables and the rollups, each of which
 * drops what it has of an insert's token already.
 */
export const FACT_INTAKE = 'placard_fact_intake';
/**
 * What makes the tables behind the intake know an insert that is sent again, and leaves putting equal rows together to merges:
 * done for each insert it took two thirds of what a fact costs, and settlement has put most of them together already.
 */
const INTAKE_SETTINGS = {
  deduplicate_blocks_in_dependent_materialized_views: 1,
  optimize_on_insert: 0,
} as const;
/** Compiling the rollups' sums takes as long as adding up some ten thousand facts without it, once in a process. */
const COMPILED_FROM_FACTS = 20_000;

/** Settings of an insert of so many facts. */
export function intakeSettings(facts: number): BlockInsert['settings'] {
  return { ...INTAKE_SETTINGS, compile_aggregate_expressions: facts >= COMPILED_FROM_FACTS ? 1 : 0 };
}

type KeyColumn = {
  readonly type: Exclude<NativeType, 'String'> | 'LowCardinality(String)';
  readonly key: FactKey;
  /** What a key counts in, in what the column does. */
  readonly times?: number;
};

/** Columns that tell rows apart. */
const KEYS = {
  bucket: { type: "DateTime('UTC')", key: 'quarter', times: 900 },
  day: { type: 'Date', key: 'dayNumber' },
  advertiser_id: { type: 'UInt32', key: 'advertiserId' },
  campaign_id: { type: 'UInt32', key: 'campaignId' },
  ad_set_id: { type: 'UInt32', key: 'adSetId' },
  creative_id: { type: 'UInt32', key: 'creativeId' },
  publisher_id: { type: 'UInt32', key: 'publisherId' },
  website_id: { type: 'UInt32', key: 'websiteId' },
  widget_id: { type: 'UInt32', key: 'widgetId' },
  country: { type: 'LowCardinality(String)', key: 'country' },
  language: { type: 'LowCardinality(String)', key: 'language' },
  device: { type: 'UInt8', key: 'device' },
  width: { type: 'UInt16', key: 'widthPx' },
  height: { type: 'UInt16', key: 'heightPx' },
  kind: { type: 'UInt8', key: 'kind' },
  code: { type: 'UInt8', key: 'code' },
} as const satisfies Record<string, KeyColumn>;
const KEY_NAMES = Object.keys(KEYS);

const COLUMNS: readonly { readonly name: string; readonly type: string }[] = [
  ...Object.entries<KeyColumn>(KEYS).map(([name, { type }]) => ({ name, type })),
  ...STORED_SUMS.map((name) => ({ name, type: 'Int64' })),
];

/** What is inserted into the fact tables, in this order. */
export const FACT_COLUMNS: readonly string[] = COLUMNS.map(({ name }) => name);

/** Where a fact belongs in the rollups of a scope. Day 0: they do not take it, their builder will. */
export type RollupPlace = { readonly epoch: number; readonly day: number; readonly hourSeconds: number };
/** @param owner of the scope's figures of the fact, as `ownersIn` says it */
export type PlaceOf = (scope: RollupScope, owner: number, quarter: number) => RollupPlace;

/** The accounts that a scope's figures of facts belong to; 0 for nobody's. `null` of the network, whose number is 0 in all. */
export function ownersIn(scope: RollupScope, { keys }: FactColumns): Uint32Array | null {
  if (scope === 'network') return null;
  return scope === 'advertiser' ? keys.advertiserId : keys.publisherId;
}

/** Facts as the intake takes them, each with its places in the rollups; without the columns that are 0 throughout. */
export function intakeBlock(
  facts: FactColumns,
  placeOf: PlaceOf,
): Pick<BlockInsert, 'table' | 'columns' | 'block'> {
  const columns: NativeColumn[] = Object.entries<KeyColumn>(KEYS).map(([name, { type, key, times = 1 }]) => {
    const values = facts.keys[key];
    if (type === 'LowCardinality(String)') return { name, type: 'String', bytes: texts(values, lettersIn) };
    return { name, type, bytes: numbers(type, times === 1 ? values : values.map((value) => value * times)) };
  });
  const empty = emptyCounts(facts.counts);
  for (const name of STORED_SUMS) {
    if (isSumOf(name, empty)) continue;
    const column = sums(name, sumsOfRows(name, facts.keys.kind, facts.counts));
    if (column !== null) columns.push(column);
  }
  for (const scope of ROLLUP_SCOPES) columns.push(...placesIn(scope, facts, placeOf));
  const block = nativeBlock(facts.rows, columns);
  return { table: FACT_INTAKE, columns: columns.map(({ name }) => name), block };
}

function placesIn(scope: RollupScope, facts: FactColumns, placeOf: PlaceOf): NativeColumn[] {
  const epochs = new Uint32Array(facts.rows);
  const days = new Uint32Array(facts.rows);
  const hours = new Uint32Array(facts.rows);
  const owners = ownersIn(scope, facts);
  const { quarter: quarters } = facts.keys;
  for (let row = 0; row < facts.rows; row += 1) {
    const { epoch, day, hourSeconds } = placeOf(scope, owners?.[row] ?? 0, quarters[row] ?? 0);
    epochs[row] = epoch;
    days[row] = day;
    hours[row] = hourSeconds;
  }
  return [
    { name: `${scope}_epoch`, type: 'UInt32', bytes: numbers('UInt32', epochs) },
    { name: `${scope}_day`, type: 'UInt16', bytes: numbers('UInt16', days) },
    { name: `${scope}_hour`, type: 'UInt32', bytes: numbers('UInt32', hours) },
  ];
}

/** Country and language are letters of a signed token or of a tally; anything else is dropped. */
function lettersIn(pair: number): string {
  const letters = lettersOf(pair);
  return /^[A-Za-z0-9]{2}$/.test(letters) ? letters : '';
}

const ORDERS = {
  byAdvertiser: ['advertiser_id', 'campaign_id', 'ad_set_id', 'bucket'],
  byPublisher: ['publisher_id', 'website_id', 'widget_id', 'bucket'],
} as const;

/**
 * Small accounts read a question's whole partition, and each further one takes half a millisecond for opening its columns: by months 400
 * days were 14 of them. By years what the network asks of one day would read a year of everybody's.
 */
const FACT_PARTITION = 'toStartOfQuarter(bucket)';

type Creation = 'create table if not exists' | 'create or replace table';

const VIEW_OF = {
  byAdvertiser: 'placard_intake_to_facts_by_advertiser',
  byPublisher: 'placard_intake_to_facts_by_publisher',
  advertiser: 'placard_intake_to_rollup_advertiser',
  publisher: 'placard_intake_to_rollup_publisher',
  network: 'placard_intake_to_rollup_network',
} as const satisfies Record<keyof typeof FACT_TABLES | RollupScope, string>;

function intakeDefinition(creation: string): string {
  const columns = COLUMNS.map(({ name, type }) => `${name} ${type}`);
  for (const scope of ROLLUP_SCOPES) {
    columns.push(`${scope}_epoch UInt32`, `${scope}_day UInt16`, `${scope}_hour UInt32`);
  }
  return `${creation} ${FACT_INTAKE} (${columns.join(', ')}) engine = Null`;
}

function intakeViews(): Record<keyof typeof VIEW_OF, string> {
  const columns = FACT_COLUMNS.join(', ');
  const facts = (table: string) => `to ${table} (${columns}) as select ${columns} from ${FACT_INTAKE}`;
  const rollup = (scope: RollupScope) => {
    const place = {
      epoch: `${scope}_epoch`,
      day: `toDate(${scope}_day)`,
      hour: `toDateTime(${scope}_hour, 'UTC')`,
    };
    const taken = placedFacts(scope, place, `${FACT_INTAKE} where ${scope}_day > 0`);
    return `to ${ROLLUP_TABLES[scope]} as ${rolledUpTwice(scope, taken)}`;
  };
  return {
    byAdvertiser: facts(FACT_TABLES.byAdvertiser),
    byPublisher: facts(FACT_TABLES.byPublisher),
    advertiser: rollup('advertiser'),
    publisher: rollup('publisher'),
    network: rollup('network'),
  };
}

/** The way into the tables. Only the loader makes it, once they are as this release has them. */
export async function createIntake({ client }: { readonly client: ClickHouseClient }): Promise<void> {
  await client.command({ query: intakeDefinition('create table if not exists') });
  for (const [key, view] of Object.entries(intakeViews()) as [keyof typeof VIEW_OF, string][]) {
    await client.command({ query: `create materialized view if not exists ${VIEW_OF[key]} ${view}` });
  }
}

async function dropIntake(client: ClickHouseClient): Promise<void> {
  for (const name of Object.values(VIEW_OF)) {
    await client.command({ query: `drop view if exists ${name} sync` });
  }
  await client.command({ query: `drop table if exists ${FACT_INTAKE} sync` });
}

/** Empties rollups and forgets what was known of them; the facts stay. For a release that rolls up otherwise. */
export async function replaceRollups({ client }: { readonly client: ClickHouseClient }): Promise<void> {
  await dropIntake(client);
  await define(client, rollupDefinitions('create or replace table'));
}

function definitionOf(table: keyof typeof FACT_TABLES, creation: Creation): string {
  const keys = Object.entries<KeyColumn>(KEYS).map(([name, { type }]) => `${name} ${type} ${codecOf(type)}`);
  const first: readonly string[] = ORDERS[table];
  const order = [...first, ...KEY_NAMES.filter((name) => !first.includes(name))];
  return `${creation} ${FACT_TABLES[table]} (${[...keys, ...SUM_COLUMNS].join(', ')})
    engine = SummingMergeTree((${STORED_SUMS.join(', ')}))
    partition by ${FACT_PARTITION} primary key (${first.join(', ')}) order by (${order.join(', ')})
    settings non_replicated_deduplication_window = 1000, fsync_after_insert = 1`;
}

function definitions(creation: Creation): string[] {
  return [
    definitionOf('byAdvertiser', creation),
    definitionOf('byPublisher', creation),
    ...rollupDefinitions(creation),
    pageViewTableDefinition(creation),
    reachTableDefinition(creation),
    // Which generation of facts the tables hold: see loader.ts.
    `${creation} ${META_TABLE} (generation UInt32) engine = MergeTree order by generation settings fsync_after_insert = 1`,
  ];
}

/** Statements that make the tables where there are none. */
export function tableDefinitions(): string[] {
  return definitions('create table if not exists');
}

async function define(client: ClickHouseClient, statements: readonly string[]): Promise<void> {
  for (const query of statements) await client.command({ query });
}

export async function createTables(analytics: { readonly client: ClickHouseClient }): Promise<void> {
  await define(analytics.client, tableDefinitions());
}

/**
 * Removes everything, and with the tables the memory of what was inserted before. Each table is exchanged at once:
 * a report that is asked meanwhile finds an empty one, never none.
 */
export async function replaceTables(analytics: { readonly client: ClickHouseClient }): Promise<void> {
  await dropIntake(analytics.client);
  await define(analytics.client, definitions('create or replace table'));
}

/**
 * Packs fact tables of an older release as this one does. Only what is written from now on, merges included: nothing
 * waits for it.
 */
export async function packFacts({ client }: { readonly client: ClickHouseClient }): Promise<void> {
  const result = await client.query({
    query: `select table, name from system.columns where database = currentDatabase() and compression_codec = ''`,
    format: 'JSONEachRow',
  });
  const plain = await result.json<{ table: string; name: string }>();
  for (const table of Object.values(FACT_TABLES)) {
    const changes = COLUMNS.filter(({ name }) =>
      plain.some((one) => one.table === table && one.name === name),
    ).map(({ name, type }) => `modify column ${name} ${codecOf(type)}`);
    if (changes.length > 0) await client.command({ query: `alter table ${table} ${changes.join(', ')}` });
  }
}

/**
 * Whether the tables are as this release writes and reads them. Those of an older one aren't: they are built anew from the facts, which
 * PostgreSQL keeps.
 */
export async function areRightTables({ client }: { readonly client: ClickHouseClient }): Promise<boolean> {
  const ask = async (query: string) =>
    await (await client.query({ query, format: 'JSONEachRow' })).json<{ table: string; name: string }>();
  const columns = await ask('select table, name from system.columns where database = currentDatabase()');
  // From within: `name` would be the other one's new name.
  const parted = await ask(
    `select table, key as name from (select name as table, partition_key as key from system.tables
                                      where database = currentDatabase())`,
  );
  const found = new Set([...columns, ...parted].map((row) => `${row.table}.${row.name}`));
  const wanted = Object.values(FACT_TABLES).flatMap((table) =>
    [...FACT_COLUMNS, FACT_PARTITION].map((name) => `${table}.${name}`),
  );
  wanted.push(...PAGE_VIEW_INSERT_COLUMNS.map((column) => `${PAGE_VIEW_TABLE}.${column}`));
  return wanted.every((name) => found.has(name));
}
