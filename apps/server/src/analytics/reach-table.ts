import type { ViewerColumns } from '../settlement/viewer-log.ts';
import { codecOf } from './codecs.ts';
import { type NativeColumn, nativeBlock, numbers } from './native-block.ts';

/**
 * Counted impressions of days that are open, each with its viewer's key of the day: what reach is counted from. A day is a partition,
 * which goes when the day is closed.
 */
export const REACH_TABLE = 'placard_reach_view';

const COLUMNS = {
  key_low: { type: 'UInt32', of: 'keyLow' },
  key_high: { type: 'UInt8', of: 'keyHigh' },
  advertiser_id: { type: 'UInt32', of: 'advertiserId' },
  campaign_id: { type: 'UInt32', of: 'campaignId' },
  ad_set_id: { type: 'UInt32', of: 'adSetId' },
  creative_id: { type: 'UInt32', of: 'creativeId' },
  publisher_id: { type: 'UInt32', of: 'publisherId' },
  website_id: { type: 'UInt32', of: 'websiteId' },
  widget_id: { type: 'UInt32', of: 'widgetId' },
} as const satisfies Record<string, { type: 'UInt32' | 'UInt8'; of: Exclude<keyof ViewerColumns, 'rows'> }>;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
export const REACH_COLUMNS: readonly string[] = ['day', ...NAMES];

export function reachTableDefinition(creation: string): string {
  const columns = NAMES.map((name) => `${name} ${COLUMNS[name].type} ${codecOf(COLUMNS[name].type)}`);
  return `${creation} ${REACH_TABLE} (day Date, ${columns.join(', ')})
    engine = MergeTree partition by day order by (advertiser_id, campaign_id, ad_set_id)
    settings non_replicated_deduplication_window = 1000, fsync_after_insert = 1`;
}

/** One block of all of them: the engine knows an insert that comes again by its blocks. @param day days since 1970-01-01 */
export function reachBlock(day: number, logs: readonly ViewerColumns[]): Uint8Array[] {
  const rows = logs.reduce((sum, log) => sum + log.rows, 0);
  const columns: NativeColumn[] = NAMES.map((name) => {
    const { type, of } = COLUMNS[name];
    return { name, type, bytes: Buffer.concat(logs.map((log) => numbers(type, log[of]))) };
  });
  const days = numbers('Date', new Uint32Array(rows).fill(day));
  return nativeBlock(rows, [{ name: 'day', type: 'Date', bytes: days }, ...columns]);
}
