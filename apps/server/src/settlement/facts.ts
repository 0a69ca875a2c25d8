import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { viewOf } from '@placard/contract/wire/layout';
import { FACT_COUNT_KEYS, FACT_COUNTS, type FactCount } from '@placard/domain/analytics/facts';
import type { AdSetBook, WidgetRef } from './books.ts';
import {
  columnsOfRows,
  emptyColumns,
  FACT_ROW,
  type Fact,
  type FactColumns,
  rowsOfColumns,
} from './fact-columns.ts';
import { type FactTable, KEY, KEY_WORDS, SUM } from './fact-table.ts';

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
  return FACT_COUNTS[count].bytes === 'u64';
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

/** @throws as decodeFactColumns */
export function decodeFacts(body: Uint8Array, layout: number): Fact[] {
  return rowsOfColumns(decodeFactColumns(body, layout));
}

/** @throws RangeError when the layout is unknown or the body is none of it. */
export function decodeFactColumns(body: Uint8Array, layout: number): FactColumns {
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
  return columnsOfRows(facts);
}

function decodeColumns(bytes: Buffer): FactColumns {
  // Not where it lies: words need a place that can be divided by four.
  const words = new Uint32Array(Math.floor(bytes.byteLength / 4));
  bytes.copy(Buffer.from(words.buffer), 0, 0, words.byteLength);
  const rows = words[HEAD.rows] ?? 0;
  const adSetsAt = HEAD_WORDS;
  const widgetsAt = adSetsAt + (words[HEAD.adSets] ?? 0) * DICTIONARY_WORDS;
  let end = widgetsAt + (words[HEAD.widgets] ?? 0) * DICTIONARY_WORDS;
  const mask = words[HEAD.columns] ?? 0;
  const starts = Array.from({ length: COLUMNS }, (_, column) => {
    if ((mask & (1 << column)) === 0) return -1;
    end += rows;
    return end - rows;
  });
  if (end * 4 !== bytes.byteLength) {
    throw new RangeError(`a fact batch of ${bytes.byteLength} bytes is no whole number of columns`);
  }
  /** Nothing where the column is 0 throughout. */
  const wordsOf = (column: number) => {
    const start = starts[column] ?? -1;
    return start < 0 ? null : words.subarray(start, start + rows);
  };
  const facts = emptyColumns(rows);
  const { keys } = facts;
  const named = (column: number, at: number, names: readonly Uint32Array[]) => {
    const places = wordsOf(column);
    if (places === null) return;
    names.forEach((name, word) => {
      lookUp(name, places, words, at + word - DICTIONARY_WORDS);
    });
  };
  named(COLUMN.adSet, adSetsAt, [keys.adSetId, keys.campaignId, keys.advertiserId]);
  named(COLUMN.widget, widgetsAt, [keys.widgetId, keys.websiteId, keys.publisherId]);
  const parts = (column: number, split: readonly (readonly [Uint32Array, shift: number, mask: number])[]) => {
    const values = wordsOf(column);
    if (values === null) return;
    for (const [into, shift, bits] of split) takeBits(into, values, shift, bits);
  };
  keys.dayNumber.set(wordsOf(COLUMN.dayNumber) ?? []);
  keys.creativeId.set(wordsOf(COLUMN.creativeId) ?? []);
  keys.quarter.set(wordsOf(COLUMN.quarter) ?? []);
  parts(COLUMN.letters, [
    [keys.country, 16, 0xffff],
    [keys.language, 0, 0xffff],
  ]);
  parts(COLUMN.size, [
    [keys.widthPx, 16, 0xffff],
    [keys.heightPx, 0, 0xffff],
  ]);
  parts(COLUMN.codes, [
    [keys.code, 16, 0xffff],
    [keys.kind, 8, 0xff],
    [keys.device, 0, 0xff],
  ]);
  for (const { count, column, large } of COUNT_COLUMNS) {
    const into = facts.counts[count];
    into.set(wordsOf(column) ?? []);
    const upper = large ? wordsOf(column + 1) : null;
    if (upper !== null)
      for (let row = 0; row < rows; row += 1) into[row] = (into[row] ?? 0) + (upper[row] ?? 0) * 2 ** 32;
  }
  return facts;
}

/** Words of a dictionary by their places, which count from 1; 0 stays 0. @param before where place 0 would be */
function lookUp(into: Uint32Array, places: Uint32Array, words: Uint32Array, before: number): void {
  for (let row = 0; row < places.length; row += 1) {
    const place = places[row] ?? 0;
    if (place !== 0) into[row] = words[before + place * DICTIONARY_WORDS] ?? 0;
  }
}

function takeBits(into: Uint32Array, values: Uint32Array, shift: number, bits: number): void {
  for (let row = 0; row < values.length; row += 1) into[row] = ((values[row] ?? 0) >>> shift) & bits;
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
