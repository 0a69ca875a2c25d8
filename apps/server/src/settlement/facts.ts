import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { AdSetBook, WidgetRef } from './books.ts';
import { type FactTable, KEY_WORDS, SUM, SUMS } from './fact-table.ts';

/**
 * A row of `fact_batch.body` before compression, big-endian, 112 bytes: everything analytics needs, resolved, so
 * that it never asks PostgreSQL and a rebuild gives the same whatever has been edited or deleted since.
 */
export const FACT_BYTES = 112;

/** `fact_batch.layout` of what is written now. Layout 1 ended before the visits: its rows are read as having none. */
export const FACT_LAYOUT = 2;
const BYTES_OF_LAYOUT: Readonly<Record<number, number>> = { 1: 96, [FACT_LAYOUT]: FACT_BYTES };

/** Additive counts of one settlement for one combination of everything a report can ask for. */
export type Fact = {
  /** Epoch ms / 900,000. */
  readonly quarter: number;
  /** Days since 1970-01-01 of the advertiser's local day; of the UTC day where there is no advertiser. */
  readonly dayNumber: number;
  readonly advertiserId: number;
  readonly campaignId: number;
  readonly adSetId: number;
  readonly creativeId: number;
  readonly publisherId: number;
  readonly websiteId: number;
  readonly widgetId: number;
  /** Two letters or ''. */
  readonly country: string;
  readonly language: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly device: number;
  /** ROW_COUNTED, ROW_FILTERED, ROW_REQUESTED or ROW_TRACKED of fact-table.ts. */
  readonly kind: number;
  /** Filter reason or outcome of a request, by kind. */
  readonly code: number;
  readonly requests: number;
  readonly filled: number;
  readonly impressions: number;
  readonly viewables: number;
  readonly clicks: number;
  readonly overDelivered: number;
  readonly chargedMicros: bigint;
  readonly publisherMicros: bigint;
  readonly overDeliveredMicros: bigint;
  readonly visits: number;
  readonly conversions: number;
  readonly conversionValueMicros: bigint;
};

/** The body of a fact batch. */
export function encodeFacts(
  facts: FactTable,
  adSets: ReadonlyMap<number, AdSetBook>,
  widgets: ReadonlyMap<number, WidgetRef>,
): Buffer {
  const bytes = Buffer.alloc(facts.size * FACT_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let row = 0; row < facts.size; row += 1) {
    const key = (word: number) => facts.keys[row * KEY_WORDS + word] ?? 0;
    const sum = (place: number) => facts.sums[row * SUMS + place] ?? 0;
    const at = row * FACT_BYTES;
    const quarter = key(5);
    const campaign = adSets.get(key(0))?.campaign;
    const widget = widgets.get(key(2));
    view.setUint32(at, quarter);
    view.setUint32(at + 4, campaign?.wallet.zone.dayOfQuarter(quarter) ?? Math.floor(quarter / 96));
    view.setUint32(at + 8, campaign?.wallet.advertiserId ?? 0);
    view.setUint32(at + 12, campaign?.campaignId ?? 0);
    view.setUint32(at + 16, campaign === undefined ? 0 : key(0));
    view.setUint32(at + 20, campaign === undefined ? 0 : key(1));
    view.setUint32(at + 24, widget?.publisherId ?? 0);
    view.setUint32(at + 28, widget?.websiteId ?? 0);
    view.setUint32(at + 32, widget === undefined ? 0 : key(2));
    view.setUint32(at + 36, key(3));
    view.setUint32(at + 40, key(4));
    view.setUint32(at + 44, key(6));
    view.setUint32(at + 48, sum(SUM.requests));
    view.setUint32(at + 52, sum(SUM.filled));
    view.setUint32(at + 56, sum(SUM.impressions));
    view.setUint32(at + 60, sum(SUM.viewables));
    view.setUint32(at + 64, sum(SUM.clicks));
    view.setUint32(at + 68, sum(SUM.overDelivered));
    view.setBigUint64(at + 72, BigInt(sum(SUM.chargedMicros)));
    view.setBigUint64(at + 80, BigInt(sum(SUM.publisherMicros)));
    view.setBigUint64(at + 88, BigInt(sum(SUM.overDeliveredMicros)));
    view.setUint32(at + 96, sum(SUM.visits));
    view.setUint32(at + 100, sum(SUM.conversions));
    view.setBigUint64(at + 104, BigInt(sum(SUM.conversionValueMicros)));
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
  const hasVisits = layout >= 2;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const facts: Fact[] = [];
  for (let at = 0; at < bytes.byteLength; at += rowBytes) {
    const deviceKindCode = view.getUint32(at + 44);
    facts.push({
      quarter: view.getUint32(at),
      dayNumber: view.getUint32(at + 4),
      advertiserId: view.getUint32(at + 8),
      campaignId: view.getUint32(at + 12),
      adSetId: view.getUint32(at + 16),
      creativeId: view.getUint32(at + 20),
      publisherId: view.getUint32(at + 24),
      websiteId: view.getUint32(at + 28),
      widgetId: view.getUint32(at + 32),
      country: twoLetters(view.getUint16(at + 36)),
      language: twoLetters(view.getUint16(at + 38)),
      widthPx: view.getUint16(at + 40),
      heightPx: view.getUint16(at + 42),
      device: deviceKindCode & 255,
      kind: (deviceKindCode >>> 8) & 255,
      code: deviceKindCode >>> 16,
      requests: view.getUint32(at + 48),
      filled: view.getUint32(at + 52),
      impressions: view.getUint32(at + 56),
      viewables: view.getUint32(at + 60),
      clicks: view.getUint32(at + 64),
      overDelivered: view.getUint32(at + 68),
      chargedMicros: view.getBigUint64(at + 72),
      publisherMicros: view.getBigUint64(at + 80),
      overDeliveredMicros: view.getBigUint64(at + 88),
      visits: hasVisits ? view.getUint32(at + 96) : 0,
      conversions: hasVisits ? view.getUint32(at + 100) : 0,
      conversionValueMicros: hasVisits ? view.getBigUint64(at + 104) : 0n,
    });
  }
  return facts;
}

function twoLetters(code: number): string {
  return code === 0 ? '' : String.fromCharCode(code >>> 8, code & 255);
}
