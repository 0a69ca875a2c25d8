import type { PageViewFact } from '../settlement/page-views.ts';

/**
 * Page views of publishers' websites. Visitors are sets of hashes that ClickHouse merges: how many different ones a
 * period, page or country had is asked of the same rows. `reason` is 0 or the code of a filter reason; a filtered
 * view has neither path nor referrer nor visitor.
 */
export const PAGE_VIEW_TABLE = 'placard_page_view';

const COLUMNS = {
  bucket: "DateTime('UTC')",
  publisher_id: 'UInt32',
  website_id: 'UInt32',
  reason: 'UInt8',
  country: 'LowCardinality(String)',
  device: 'UInt8',
  referrer_host: 'String',
  path: 'String',
  views: 'SimpleAggregateFunction(sum, UInt64)',
} as const;

/** What is inserted; `visitor` is no column but makes `visitors`. */
export const PAGE_VIEW_INSERT_COLUMNS = ['visitor', ...Object.keys(COLUMNS)] as const;

export function pageViewTableDefinition(creation: string): string {
  const columns = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
  const keys = Object.keys(COLUMNS).filter((name) => name !== 'views');
  const first = ['publisher_id', 'website_id', 'bucket'];
  const order = [...first, ...keys.filter((name) => !first.includes(name))];
  return `${creation} ${PAGE_VIEW_TABLE} (${columns.join(', ')}, visitor Array(UInt64) ephemeral [],
      visitors AggregateFunction(uniq, UInt64) default arrayReduce('uniqState', visitor))
    engine = AggregatingMergeTree partition by toYYYYMM(bucket)
    primary key (${first.join(', ')}) order by (${order.join(', ')})
    settings non_replicated_deduplication_window = 1000, fsync_after_insert = 1`;
}

/** A row as it is inserted: a line of tab-separated values in the order of PAGE_VIEW_INSERT_COLUMNS. */
export function pageViewLine(fact: PageViewFact): string {
  const values = [
    `[${fact.visitors.join(',')}]`,
    ...[
      fact.quarter * 900,
      fact.publisherId,
      fact.websiteId,
      fact.reason,
      escaped(fact.country),
      fact.device,
    ],
    ...[escaped(fact.referrerHost), escaped(fact.path), fact.views],
  ];
  return `${values.join('\t')}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Paths are other people's texts. */
function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? '');
}
