import type { ClickHouseClient } from '@clickhouse/client';
import { FACT_SUMS, factSumOf } from '@placard/domain/analytics/facts';
import { dayOfNumber } from '@placard/domain/time-zone';
import type { Fact } from '../settlement/facts.ts';
import { codecOf } from './codecs.ts';
import { PAGE_VIEW_INSERT_COLUMNS, PAGE_VIEW_TABLE, pageViewTableDefinition } from './page-view-table.ts';
import { ROLLUP_SCOPES, type RollupScope } from './rollup-sets.ts';
import { createRollupTables, placedFacts, ROLLUP_TABLES, rolledUp } from './rollup-tables.ts';

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
/** What makes the tables behind the intake know an insert that is sent again. */
export const INTAKE_SETTINGS = { deduplicate_blocks_in_dependent_materialized_views: 1 } as const;

// A range has few days, and writing one down takes longer than all else of a line.
const DAY_TEXTS = new Map<number, string>();
const DAY_TEXTS_KEPT = 1_000;

function dayText(dayNumber: number): string {
  let text = DAY_TEXTS.get(dayNumber);
  if (text === undefined) {
    text = dayOfNumber(dayNumber);
    if (DAY_TEXTS.size >= DAY_TEXTS_KEPT) DAY_TEXTS.clear();
    DAY_TEXTS.set(dayNumber, text);
  }
  return text;
}

type Column = { readonly type: string; readonly value: (fact: Fact) => string | number | bigint };

/** Columns that tell rows apart. */
const KEYS = {
  bucket: { type: "DateTime('UTC')", value: (fact) => fact.quarter * 900 },
  day: { type: 'Date', value: (fact) => dayText(fact.dayNumber) },
  advertiser_id: { type: 'UInt32', value: (fact) => fact.advertiserId },
  campaign_id: { type: 'UInt32', value: (fact) => fact.campaignId },
  ad_set_id: { type: 'UInt32', value: (fact) => fact.adSetId },
  creative_id: { type: 'UInt32', value: (fact) => fact.creativeId },
  publisher_id: { type: 'UInt32', value: (fact) => fact.publisherId },
  website_id: { type: 'UInt32', value: (fact) => fact.websiteId },
  widget_id: { type: 'UInt32', value: (fact) => fact.widgetId },
  country: { type: 'LowCardinality(String)', value: (fact) => lettersOf(fact.country) },
  language: { type: 'LowCardinality(String)', value: (fact) => lettersOf(fact.language) },
  device: { type: 'UInt8', value: (fact) => fact.device },
  width: { type: 'UInt16', value: (fact) => fact.widthPx },
  height: { type: 'UInt16', value: (fact) => fact.heightPx },
  kind: { type: 'UInt8', value: (fact) => fact.kind },
  code: { type: 'UInt8', value: (fact) => fact.code },
} as const satisfies Record<string, Column>;
const KEY_NAMES = Object.keys(KEYS);

const COLUMNS: readonly (Column & { readonly name: string })[] = [
  ...Object.entries<Column>(KEYS).map(([name, column]) => ({ name, ...column })),
  ...FACT_SUMS.map((name) => ({ name, type: 'Int64', value: factSumOf(name) })),
];

/** What is inserted into the fact tables, in this order. */
export const FACT_COLUMNS: readonly string[] = COLUMNS.map(({ name }) => name);

/** Where a fact belongs in the rollups of a scope. Day 0: they do not take it, their builder will. */
export type RollupPlace = { readonly epoch: number; readonly day: number; readonly hourSeconds: number };
export type PlaceOf = (scope: RollupScope, fact: Fact) => RollupPlace;

/** Columns of the intake, in the order of `linesOfFacts`. */
export const INTAKE_COLUMNS: readonly string[] = [
  ...FACT_COLUMNS,
  ...ROLLUP_SCOPES.flatMap((scope) => [`${scope}_epoch`, `${scope}_day`, `${scope}_hour`]),
];

/** Lines of TSV in the order of `INTAKE_COLUMNS`. */
export function linesOfFacts(facts: readonly Fact[], placeOf: PlaceOf): string {
  let text = '';
  for (const fact of facts) {
    for (const { value } of COLUMNS) text += `${value(fact)}\t`;
    let end = '';
    for (const scope of ROLLUP_SCOPES) {
      const { epoch, day, hourSeconds } = placeOf(scope, fact);
      end += `${end === '' ? '' : '\t'}${epoch}\t${day}\t${hourSeconds}`;
    }
    text += `${end}\n`;
  }
  return text;
}

/** Country and language are letters of a signed token or of a tally; anything else is dropped. */
function lettersOf(text: string): string {
  return /^[A-Za-z0-9]{2}$/.test(text) ? text : '';
}

const ORDERS = {
  byAdvertiser: ['advertiser_id', 'campaign_id', 'ad_set_id', 'bucket'],
  byPublisher: ['publisher_id', 'website_id', 'widget_id', 'bucket'],
} as const;

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
    return `to ${ROLLUP_TABLES[scope]} as ${rolledUp(scope, taken)}`;
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
  await createRollupTables(client, 'create or replace table');
}

function definitionOf(table: keyof typeof FACT_TABLES, creation: Creation): string {
  const columns = COLUMNS.map(({ name, type }) => `${name} ${type} ${codecOf(type)}`);
  const first: readonly string[] = ORDERS[table];
  const order = [...first, ...KEY_NAMES.filter((name) => !first.includes(name))];
  return `${creation} ${FACT_TABLES[table]} (${columns.join(', ')})
    engine = SummingMergeTree((${FACT_SUMS.join(', ')}))
    partition by toYYYYMM(bucket) primary key (${first.join(', ')}) order by (${order.join(', ')})
    settings non_replicated_deduplication_window = 1000, fsync_after_insert = 1`;
}

async function define({ client }: { readonly client: ClickHouseClient }, creation: Creation): Promise<void> {
  await client.command({ query: definitionOf('byAdvertiser', creation) });
  await client.command({ query: definitionOf('byPublisher', creation) });
  await createRollupTables(client, creation);
  await client.command({ query: pageViewTableDefinition(creation) });
  // Which generation of facts the tables hold: see loader.ts.
  await client.command({
    query: `${creation} ${META_TABLE} (generation UInt32) engine = MergeTree order by generation
            settings fsync_after_insert = 1`,
  });
}

export async function createTables(analytics: { readonly client: ClickHouseClient }): Promise<void> {
  await define(analytics, 'create table if not exists');
}

/**
 * Removes everything, and with the tables the memory of what was inserted before. Each table is exchanged at once:
 * a report that is asked meanwhile finds an empty one, never none.
 */
export async function replaceTables(analytics: { readonly client: ClickHouseClient }): Promise<void> {
  await dropIntake(analytics.client);
  await define(analytics, 'create or replace table');
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
 * Whether the tables have the columns that this release writes and reads. Those of an older one don't: they are built
 * anew from the facts, which PostgreSQL keeps.
 */
export async function haveRightColumns({ client }: { readonly client: ClickHouseClient }): Promise<boolean> {
  const result = await client.query({
    query: 'select table, name from system.columns where database = currentDatabase()',
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ table: string; name: string }>();
  const found = new Set(rows.map((row) => `${row.table}.${row.name}`));
  const wanted = Object.values(FACT_TABLES).flatMap((table) =>
    FACT_COLUMNS.map((column) => `${table}.${column}`),
  );
  wanted.push(...PAGE_VIEW_INSERT_COLUMNS.map((column) => `${PAGE_VIEW_TABLE}.${column}`));
  return wanted.every((column) => found.has(column));
}
