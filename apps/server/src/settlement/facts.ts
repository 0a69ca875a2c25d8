import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { layout, viewOf } from '@placard/contract/wire/layout';
import {
  type CountedFact,
  FACT_COUNT_KEYS,
  FACT_COUNTS,
  type FactCount,
} from '@placard/domain/analytics/facts';
import type { AdSetBook, WidgetRef } from './books.ts';
import { type FactTable, KEY, SUM } from './fact-table.ts';

const COUNTS = Object.fromEntries(FACT_COUNT_KEYS.map((count) => [count, FACT_COUNTS[count].bytes])) as {
  readonly [Count in FactCount]: (typeof FACT_COUNTS)[Count]['bytes'];
};

/**
 * A row of `fact_batch.body` before compression: everything analytics needs, resolved, so that it never asks PostgreSQL
 * and a rebuild gives the same whatever has been edited or deleted since. Additive counts of one settlement for one
 * combination of everything a report can ask for.
 */
const FACT = layout({
  /** Epoch ms / 900,000. */
  quarter: 'u32',
  /** Days since 1970-01-01 of the advertiser's local day; of the UTC day where there is no advertiser. */
  dayNumber: 'u32',
  advertiserId: 'u32',
  campaignId: 'u32',
  adSetId: 'u32',
  creativeId: 'u32',
  publisherId: 'u32',
  websiteId: 'u32',
  widgetId: 'u32',
  country: 'letters',
  language: 'letters',
  widthPx: 'u16',
  heightPx: 'u16',
  /** Filter reason or outcome of a request, by kind. */
  code: 'u16',
  /** Of the rows of domain/analytics/facts.ts. */
  kind: 'u8',
  device: 'u8',
  ...COUNTS,
});
export const FACT_BYTES = FACT.bytes;
export type Fact = Omit<ReturnType<typeof FACT.read>, keyof CountedFact> & CountedFact;

/** `fact_batch.layout` of what is written now. Layout 1 ended before the visits: its rows are read as having none. */
export const FACT_LAYOUT = 2;
const BYTES_OF_LAYOUT: Readonly<Record<number, number>> = { 1: FACT.at.visits, [FACT_LAYOUT]: FACT.bytes };

/** Where each sum of the table goes. */
const PLACES = FACT_COUNT_KEYS.map((count) => ({
  sum: SUM[count],
  place: FACT.at[count],
  isLarge: COUNTS[count] === 'u64',
}));

/** The body of a fact batch. */
export function encodeFacts(
  facts: FactTable,
  adSets: ReadonlyMap<number, AdSetBook>,
  widgets: ReadonlyMap<number, WidgetRef>,
): Buffer {
  const bytes = Buffer.alloc(facts.size * FACT.bytes);
  const view = viewOf(bytes);
  const { at } = FACT;
  for (let row = 0; row < facts.size; row += 1) {
    const start = row * FACT.bytes;
    const quarter = facts.keyAt(row, KEY.quarter);
    const adSetId = facts.keyAt(row, KEY.adSetId);
    const widgetId = facts.keyAt(row, KEY.widgetId);
    const campaign = adSets.get(adSetId)?.campaign;
    const widget = widgets.get(widgetId);
    const dayNumber = campaign?.wallet.zone.dayOfQuarter(quarter) ?? Math.floor(quarter / 96);
    view.setUint32(start + at.quarter, quarter);
    view.setUint32(start + at.dayNumber, dayNumber);
    view.setUint32(start + at.advertiserId, campaign?.wallet.advertiserId ?? 0);
    view.setUint32(start + at.campaignId, campaign?.campaignId ?? 0);
    view.setUint32(start + at.adSetId, campaign === undefined ? 0 : adSetId);
    view.setUint32(start + at.creativeId, campaign === undefined ? 0 : facts.keyAt(row, KEY.creativeId));
    view.setUint32(start + at.publisherId, widget?.publisherId ?? 0);
    view.setUint32(start + at.websiteId, widget?.websiteId ?? 0);
    view.setUint32(start + at.widgetId, widget === undefined ? 0 : widgetId);
    // Three pairs that the table has as one word each, in the order of their fields.
    view.setUint32(start + at.country, facts.keyAt(row, KEY.countryLanguage));
    view.setUint32(start + at.widthPx, facts.keyAt(row, KEY.size));
    view.setUint32(start + at.code, facts.keyAt(row, KEY.deviceKindCode));
    for (const { sum, place, isLarge } of PLACES) {
      const value = facts.sumAt(row, sum);
      // An exact integer below 2^53, in two halves.
      if (isLarge) view.setUint32(start + place, value / 2 ** 32);
      view.setUint32(start + place + (isLarge ? 4 : 0), value);
    }
  }
  // The lowest level: half the time of the default one for a tenth more bytes.
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** @throws RangeError when the layout is unknown or the body is no whole number of its rows. */
export function decodeFacts(body: Uint8Array, layout: number): Fact[] {
  const bytes = zstdDecompressSync(body);
  const rowBytes = BYTES_OF_LAYOUT[layout];
  if (rowBytes === undefined) throw new RangeError(`a fact batch of layout ${layout} is of a newer release`);
  if (bytes.byteLength % rowBytes !== 0) {
    throw new RangeError(
      `a fact batch of ${bytes.byteLength} bytes is no whole number of ${rowBytes}-byte rows`,
    );
  }
  const view = viewOf(rowBytes === FACT.bytes ? bytes : lengthened(bytes, rowBytes));
  const facts: Fact[] = [];
  for (let at = 0; at < view.byteLength; at += FACT.bytes) facts.push(FACT.read(view, at));
  return facts;
}

/** Rows of an older layout are those of today once zeros are behind them. */
function lengthened(bytes: Buffer, rowBytes: number): Buffer {
  const count = bytes.byteLength / rowBytes;
  const rows = Buffer.alloc(count * FACT.bytes);
  for (let row = 0; row < count; row += 1) {
    bytes.copy(rows, row * FACT.bytes, row * rowBytes, (row + 1) * rowBytes);
  }
  return rows;
}
