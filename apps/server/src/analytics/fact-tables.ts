import type { ClickHouseClient } from '@clickhouse/client';
import { FACT_SUMS, factSumOf } from '@placard/domain/analytics/facts';
import { dayOfNumber } from '@placard/domain/time-zone';
import type { Fact } from '../settlement/facts.ts';
import { PAGE_VIEW_INSERT_COLUMNS, PAGE_VIEW_TABLE, pageViewTableDefinition } from './page-view-table.ts';

/**
 * The same facts twice, in the two orders in which they are asked for: an advertiser reads a stretch of the first
 * table, a publisher one of the second, and neither touches anyone else's rows.
 */
export const FACT_TABLES = {
  byAdvertiser: 'placard_fact_by_advertiser',
  byPublisher: 'placard_fact_by_publisher',
} as const;
export const META_TABLE = 'placard_meta';

type Column = { readonly type: string; readonly value: (fact: Fact) => string | number | bigint };

/** Columns that tell rows apart. */
const KEYS = {
  bucket: { type: "DateTime('UTC')", value: (fact) => fact.quarter * 900 },
  day: { type: 'Date', value: (fact) => dayOfNumber(fact.dayNumber) },
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

/** Lines of TSV in the order of `FACT_COLUMNS`. */
export function linesOfFacts(facts: readonly Fact[]): string {
  let text = '';
  for (const fact of facts) text += `${COLUMNS.map(({ value }) => value(fact)).join('\t')}\n`;
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

function definitionOf(table: keyof typeof FACT_TABLES, creation: Creation): string {
  const columns = COLUMNS.map(({ name, type }) => `${name} ${type}`);
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
  await define(analytics, 'create or replace table');
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
