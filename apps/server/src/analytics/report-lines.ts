import { buffer } from 'node:stream/consumers';
import type { LineSlice } from './line-slices.ts';
import type { Analytics } from './open-analytics.ts';
import type { MoneyLine } from './slice-lines.ts';

export type ReportLine = MoneyLine;

/** Day, ad set and widget, then two sums: ClickHouse's RowBinary, little-endian. */
const LINE_BYTES = 2 + 4 + 4 + 8 + 8;

/**
 * About how many lines with money a table of facts has on each day: counted exactly the engine would hold all of them in memory.
 * @returns by days since 1970-01-01
 */
export async function reportLinesOfDays(
  { client }: Pick<Analytics, 'client'>,
  table: string,
): Promise<Map<number, number>> {
  const result = await client.query({
    query: `select toUInt16(day) as number, toUInt32(uniqCombined64(ad_set_id, widget_id)) as lines
              from ${table} where charged_micros <> 0 or publisher_micros <> 0 group by day`,
    format: 'JSONEachRow',
  });
  const days = await result.json<{ number: number; lines: number }>();
  return new Map(days.map(({ number, lines }) => [number, lines]));
}

/** The lines of a slice with money, each once. */
export async function reportLines(
  { client }: Pick<Analytics, 'client'>,
  table: string,
  { fromDay, toDay, share, shares }: LineSlice,
): Promise<Iterable<ReportLine>> {
  const { stream } = await client.exec({
    query: `select toUInt16(day), ad_set_id, widget_id, sum(charged_micros) as charged, sum(publisher_micros) as publisher
              from ${table}
             where day between toDate({fromDay:UInt16}) and toDate({toDay:UInt16})
               and (toUInt64(ad_set_id) + widget_id) % {shares:UInt64} = {share:UInt64}
             group by day, ad_set_id, widget_id having charged <> 0 or publisher <> 0
            format RowBinary`,
    query_params: { fromDay, toDay, share, shares },
  });
  return linesIn(await buffer(stream));
}

function* linesIn(bytes: Buffer): Generator<ReportLine> {
  if (bytes.length % LINE_BYTES !== 0)
    throw new Error(`${bytes.length} bytes are no whole lines of a report`);
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    yield {
      dayNumber: bytes.readUInt16LE(at),
      adSetId: bytes.readUInt32LE(at + 2),
      widgetId: bytes.readUInt32LE(at + 6),
      chargedMicros: bytes.readBigInt64LE(at + 10),
      publisherMicros: bytes.readBigInt64LE(at + 18),
    };
  }
}
