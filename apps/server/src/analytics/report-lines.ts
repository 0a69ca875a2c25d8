import { type BinaryRows, readBinaryRows, rowStarts } from './binary-rows.ts';
import type { LineSlice } from './line-slices.ts';
import type { Analytics } from './open-analytics.ts';
import type { MoneyLine } from './slice-lines.ts';

/** Day, ad set and widget, then two sums. */
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
  analytics: Pick<Analytics, 'client'>,
  table: string,
  { fromDay, toDay, share, shares }: LineSlice,
): Promise<Iterable<MoneyLine>> {
  const rows = await readBinaryRows(
    analytics,
    LINE_BYTES,
    `select toUInt16(day), ad_set_id, widget_id, sum(charged_micros) as charged, sum(publisher_micros) as publisher
       from ${table}
      where day between toDate({fromDay:UInt16}) and toDate({toDay:UInt16})
        and (toUInt64(ad_set_id) + widget_id) % {shares:UInt64} = {share:UInt64}
      group by day, ad_set_id, widget_id having charged <> 0 or publisher <> 0`,
    { fromDay, toDay, share, shares },
  );
  return linesIn(rows);
}

function* linesIn(rows: BinaryRows): Generator<MoneyLine> {
  const { bytes } = rows;
  for (const at of rowStarts(rows)) {
    yield {
      dayNumber: bytes.readUInt16LE(at),
      adSetId: bytes.readUInt32LE(at + 2),
      widgetId: bytes.readUInt32LE(at + 6),
      chargedMicros: bytes.readBigInt64LE(at + 10),
      publisherMicros: bytes.readBigInt64LE(at + 18),
    };
  }
}
