import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { layout, lettersOf, viewOf } from '@placard/contract/wire/layout';
import {
  type CountedFact,
  FACT_COUNT_KEYS,
  FACT_COUNTS,
  type FactCount,
} from '@placard/domain/analytics/facts';
import type { AdSetBook, WidgetRef } from './books.ts';
import { type FactTable, KEY, KEY_WORDS, SUM } from './fact-table.ts';

const COUNTS = Object.fromEntries(FACT_COUNT_KEYS.map((count) => [count, FACT_COUNTS[count].bytes])) as {
  readonly [Count in FactCount]: (typeof FACT_COUNTS)[Count]['bytes'];
};

/**
 * A row of layouts 1 and 2 before compression: everything analytics needs, resolved, so that it never asks PostgreSQL
 * and a rebuild gives the same whatever has been edited or deleted since. Additive counts of one settlement for one
 * combination of everything a report can ask for.
 */
export const FACT_ROW = layout({
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
export type Fact = Omit<ReturnType<typeof FACT_ROW.read>, keyof CountedFact> & CountedFact;

/**
 * `fact_batch.layout` of what is written now. Layouts 1 and 2 are rows one after the other; 1 ended before the visits and
 * is read as having none.
 */
export const FACT_LAYOUT = 3;
const BYTES_OF_LAYOUT: Readonly<Record<number, number>> = { 1: FACT_ROW.at.visits, 2: FACT_ROW.bytes };

/**
 * Layout 3, all of it 32-bit words, little-endian: HEAD words; three words for each ad set (ad set, campaign, advertiser)
 * and each widget (widget, website, publisher) that occurs; then column after column, each a word for each row, without
 * those that are 0 throughout, which most counts are.
 */
const HEAD = { rows: 0, adSets: 1, widgets: 2, columns: 3 } as const;
const HEAD_WORDS = 4;
const DICTIONARY_WORDS = 3;
/** Places in their dictionaries, counted from 1; 0 = none. */
const COLUMN = {
  adSet: 0,
  widget: 1,
  dayNumber: 2,
  creativeId: 3,
  quarter: 4,
  letters: 5,
  size: 6,
  codes: 7,
} as const;
const KEY_COLUMNS = Object.keys(COLUMN).length;
/** Where each count is; a large one has its upper half in the column behind it. */
const COUNT_COLUMNS = placesOfCounts();
const COLUMNS = KEY_COLUMNS + FACT_COUNT_KEYS.reduce((sum, count) => sum + (isLarge(count) ? 2 : 1), 0);

function isLarge(count: FactCount): boolean {
  return COUNTS[count] === 'u64';
}

function placesOfCounts(): { readonly count: FactCount; readonly column: number; readonly large: boolean }[] {
  let column: number = KEY_COLUMNS;
  return FACT_COUNT_KEYS.map((count) => {
    const place = { count, column, large: isLarge(count) };
    column += place.large ? 2 : 1;
    return place;
  });
}

/** Writes columns of a word for each row, one behind the other, and takes one back that is nothing but zeros. */
class ColumnWriter {
  mask = 0;
  at: number;
  readonly words: Uint32Array;
  readonly #rows: number;

  constructor(words: Uint32Array, at: number, rows: number) {
    this.words = words;
    this.at = at;
    this.#rows = rows;
  }

  /** Every `step`th value from the `first` on. */
  column(column: number, values: Uint32Array, first = 0, step = 1): void {
    const { words, at } = this;
    let any = 0;
    for (let row = 0, place = first; row < this.#rows; row += 1, place += step) {
      const value = values[place] ?? 0;
      words[at + row] = value;
      any |= value;
    }
    this.#keep(column, any);
  }

  /** Exact integers below 2^53; of a large count the upper half is in the column behind it. */
  sums(column: number, values: Float64Array, large: boolean): void {
    const { words, at } = this;
    let any = 0;
    let highest = 0;
    for (let row = 0; row < this.#rows; row += 1) {
      const value = values[row] ?? 0;
      // Keeps the lower 32 bits: a remainder would take ten times as long.
      words[at + row] = value;
      any |= words[at + row] ?? 0;
      if (value > highest) highest = value;
    }
    this.#keep(column, any);
    if (!large || highest < 2 ** 32) return;
    for (let row = 0; row < this.#rows; row += 1) {
      words[this.at + row] = Math.floor((values[row] ?? 0) / 2 ** 32);
    }
    this.#keep(column + 1, 1);
  }

  #keep(column: number, any: number): void {
    if (any === 0) return;
    this.mask |= 1 << column;
    this.at += this.#rows;
  }
}

/** The body of a fact batch. */
export function encodeFacts(
  facts: FactTable,
  adSets: ReadonlyMap<number, AdSetBook>,
  widgets: ReadonlyMap<number, WidgetRef>,
): Buffer {
  const rows = facts.size;
  const named = namedIn(facts, adSets, widgets);
  const dictionary = [...named.adSets, ...named.widgets];
  const words = new Uint32Array(HEAD_WORDS + dictionary.length + rows * COLUMNS);
  words.set(dictionary, HEAD_WORDS);
  const out = new ColumnWriter(words, HEAD_WORDS + dictionary.length, rows);
  out.column(COLUMN.adSet, named.adSetAt);
  out.column(COLUMN.widget, named.widgetAt);
  out.column(COLUMN.dayNumber, named.dayAt);
  out.column(COLUMN.creativeId, named.creativeAt);
  out.column(COLUMN.quarter, facts.keys, KEY.quarter, KEY_WORDS);
  out.column(COLUMN.letters, facts.keys, KEY.countryLanguage, KEY_WORDS);
  out.column(COLUMN.size, facts.keys, KEY.size, KEY_WORDS);
  out.column(COLUMN.codes, facts.keys, KEY.deviceKindCode, KEY_WORDS);
  for (const { count, column, large } of COUNT_COLUMNS) out.sums(column, facts.sumsOf(SUM[count]), large);
  words[HEAD.rows] = rows;
  words[HEAD.adSets] = named.adSets.length / DICTIONARY_WORDS;
  words[HEAD.widgets] = named.widgets.length / DICTIONARY_WORDS;
  words[HEAD.columns] = out.mask;
  // The lowest level: half the time of the default one for a tenth more bytes.
  return zstdCompressSync(Buffer.from(words.buffer, 0, out.at * 4), {
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
  });
}

/** Which ad sets and widgets the rows name, which of them each row does, and on which day of the advertiser it lies. */
function namedIn(
  facts: FactTable,
  adSets: ReadonlyMap<number, AdSetBook>,
  widgets: ReadonlyMap<number, WidgetRef>,
) {
  const known = { adSets: [] as number[], widgets: [] as number[] };
  const places = { adSets: new Map<number, number>(), widgets: new Map<number, number>() };
  const adSetAt = new Uint32Array(facts.size);
  const widgetAt = new Uint32Array(facts.size);
  const dayAt = new Uint32Array(facts.size);
  const creativeAt = new Uint32Array(facts.size);
  for (let row = 0; row < facts.size; row += 1) {
    const quarter = facts.keyAt(row, KEY.quarter);
    const adSetId = facts.keyAt(row, KEY.adSetId);
    const campaign = adSets.get(adSetId)?.campaign;
    if (campaign === undefined) dayAt[row] = Math.floor(quarter / 96);
    else {
      dayAt[row] = campaign.wallet.zone.dayOfQuarter(quarter);
      let place = places.adSets.get(adSetId);
      if (place === undefined) {
        place =
          known.adSets.push(adSetId, campaign.campaignId, campaign.wallet.advertiserId) / DICTIONARY_WORDS;
        places.adSets.set(adSetId, place);
      }
      adSetAt[row] = place;
      creativeAt[row] = facts.keyAt(row, KEY.creativeId);
    }
    const widget = widgets.get(facts.keyAt(row, KEY.widgetId));
    if (widget === undefined) continue;
    let place = places.widgets.get(widget.widgetId);
    if (place === undefined) {
      place = known.widgets.push(widget.widgetId, widget.websiteId, widget.publisherId) / DICTIONARY_WORDS;
      places.widgets.set(widget.widgetId, place);
    }
    widgetAt[row] = place;
  }
  return { ...known, adSetAt, widgetAt, dayAt, creativeAt };
}

/** @throws RangeError when the layout is unknown or the body is none of it. */
export function decodeFacts(body: Uint8Array, layout: number): Fact[] {
  const bytes = zstdDecompressSync(body);
  if (layout === FACT_LAYOUT) return decodeColumns(bytes);
  const rowBytes = BYTES_OF_LAYOUT[layout];
  if (rowBytes === undefined) throw new RangeError(`a fact batch of layout ${layout} is of a newer release`);
  if (bytes.byteLength % rowBytes !== 0) {
    throw new RangeError(
      `a fact batch of ${bytes.byteLength} bytes is no whole number of ${rowBytes}-byte rows`,
    );
  }
  const view = viewOf(rowBytes === FACT_ROW.bytes ? bytes : lengthened(bytes, rowBytes));
  const facts: Fact[] = [];
  for (let at = 0; at < view.byteLength; at += FACT_ROW.bytes) facts.push(FACT_ROW.read(view, at));
  return facts;
}

function decodeColumns(bytes: Buffer): Fact[] {
  const view = viewOf(bytes);
  const word = (at: number) => view.getUint32(at * 4, true);
  const rows = bytes.byteLength < HEAD_WORDS * 4 ? -1 : word(HEAD.rows);
  const widgetsAt = HEAD_WORDS + (rows < 0 ? 0 : word(HEAD.adSets) * DICTIONARY_WORDS);
  let end = widgetsAt + (rows < 0 ? 0 : word(HEAD.widgets) * DICTIONARY_WORDS);
  const mask = rows < 0 ? 0 : word(HEAD.columns);
  const starts = Array.from({ length: COLUMNS }, (_, column) => {
    if ((mask & (1 << column)) === 0) return -1;
    end += rows;
    return end - rows;
  });
  if (rows < 0 || end * 4 !== bytes.byteLength) {
    throw new RangeError(`a fact batch of ${bytes.byteLength} bytes is no whole number of columns`);
  }
  const valueAt = (column: number, row: number) => {
    const start = starts[column] ?? -1;
    return start < 0 ? 0 : word(start + row);
  };
  const facts: Fact[] = [];
  for (let row = 0; row < rows; row += 1) {
    const adSet = valueAt(COLUMN.adSet, row);
    const widget = valueAt(COLUMN.widget, row);
    const letters = valueAt(COLUMN.letters, row);
    const size = valueAt(COLUMN.size, row);
    const codes = valueAt(COLUMN.codes, row);
    const adSetAt = HEAD_WORDS + (adSet - 1) * DICTIONARY_WORDS;
    const widgetAt = widgetsAt + (widget - 1) * DICTIONARY_WORDS;
    facts.push({
      quarter: valueAt(COLUMN.quarter, row),
      dayNumber: valueAt(COLUMN.dayNumber, row),
      creativeId: valueAt(COLUMN.creativeId, row),
      adSetId: adSet === 0 ? 0 : word(adSetAt),
      campaignId: adSet === 0 ? 0 : word(adSetAt + 1),
      advertiserId: adSet === 0 ? 0 : word(adSetAt + 2),
      widgetId: widget === 0 ? 0 : word(widgetAt),
      websiteId: widget === 0 ? 0 : word(widgetAt + 1),
      publisherId: widget === 0 ? 0 : word(widgetAt + 2),
      country: lettersOf(letters >>> 16),
      language: lettersOf(letters & 0xffff),
      ...{ widthPx: size >>> 16, heightPx: size & 0xffff },
      ...{ code: codes >>> 16, kind: (codes >>> 8) & 0xff, device: codes & 0xff },
      ...countsAt(row, valueAt),
    });
  }
  return facts;
}

type Counts = Omit<CountedFact, 'kind'>;

function countsAt(row: number, valueAt: (column: number, row: number) => number): Counts {
  const counts: Partial<Record<FactCount, number | bigint>> = {};
  for (const { count, column, large } of COUNT_COLUMNS) {
    const low = valueAt(column, row);
    counts[count] = large ? BigInt(valueAt(column + 1, row) * 2 ** 32 + low) : low;
  }
  return counts as Counts;
}

/** Rows of layout 1 are those of layout 2 once zeros are behind them. */
function lengthened(bytes: Buffer, rowBytes: number): Buffer {
  const count = bytes.byteLength / rowBytes;
  const rows = Buffer.alloc(count * FACT_ROW.bytes);
  for (let row = 0; row < count; row += 1) {
    bytes.copy(rows, row * FACT_ROW.bytes, row * rowBytes, (row + 1) * rowBytes);
  }
  return rows;
}
