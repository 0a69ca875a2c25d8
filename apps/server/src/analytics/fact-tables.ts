import type { ClickHouseClient } from '@clickhouse/client';
import { FACT_SUMS } from '@placard/domain/analytics/metrics';
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

/** Columns that tell rows apart, with their types. `kind` and `code` are those of settlement's fact-table.ts. */
export const FACT_KEYS = {
  bucket: "DateTime('UTC')",
  day: 'Date',
  advertiser_id: 'UInt32',
  campaign_id: 'UInt32',
  ad_set_id: 'UInt32',
  creative_id: 'UInt32',
  publisher_id: 'UInt32',
  website_id: 'UInt32',
  widget_id: 'UInt32',
  country: 'LowCardinality(String)',
  language: 'LowCardinality(String)',
  device: 'UInt8',
  width: 'UInt16',
  height: 'UInt16',
  kind: 'UInt8',
  code: 'UInt8',
} as const;

/** What is inserted into the fact tables, in this order. */
export const FACT_COLUMNS: readonly string[] = [...Object.keys(FACT_KEYS), ...FACT_SUMS];

const ORDERS = {
  byAdvertiser: ['advertiser_id', 'campaign_id', 'ad_set_id', 'bucket'],
  byPublisher: ['publisher_id', 'website_id', 'widget_id', 'bucket'],
} as const;

type Creation = 'create table if not exists' | 'create or replace table';

function definitionOf(table: keyof typeof FACT_TABLES, creation: Creation): string {
  const keys = Object.entries(FACT_KEYS).map(([name, type]) => `${name} ${type}`);
  const sums = FACT_SUMS.map((name) => `${name} Int64`);
  const first: readonly string[] = ORDERS[table];
  const order = [...first, ...Object.keys(FACT_KEYS).filter((name) => !first.includes(name))];
  return `${creation} ${FACT_TABLES[table]} (${[...keys, ...sums].join(', ')})
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
