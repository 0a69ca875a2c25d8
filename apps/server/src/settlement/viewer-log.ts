import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { TOKEN_EVENT_AT as AT } from '@placard/contract/wire/event-record';
import { DAY_MS } from '@placard/domain/time-zone';
import type { AdSetBook, WidgetRef } from './books.ts';
import { timeMsAt } from './records.ts';

/** Key's lower 32 bits, its upper 8, ad set, creative, widget. */
const NOTED_WORDS = 5;
const FIRST_ROWS = 1_024;

type Noted = { words: Uint32Array; rows: number };

/** Who saw what, an impression a row: keys of a day, ids of what was shown and where. */
export type ViewerColumns = {
  readonly rows: number;
  /** The key's lower 32 bits and its upper 8. */
  readonly keyLow: Uint32Array;
  readonly keyHigh: Uint32Array;
  readonly advertiserId: Uint32Array;
  readonly campaignId: Uint32Array;
  readonly adSetId: Uint32Array;
  readonly creativeId: Uint32Array;
  readonly publisherId: Uint32Array;
  readonly websiteId: Uint32Array;
  readonly widgetId: Uint32Array;
};

/** Notes a transaction's counted impressions by day of UTC, which is the day of the viewer's key. */
export class ViewerLog {
  readonly #days = new Map<number, Noted>();

  /** An impression that counts. */
  add(view: DataView, offset: number): void {
    const day = Math.floor(timeMsAt(view, offset) / DAY_MS);
    let noted = this.#days.get(day);
    if (noted === undefined) {
      noted = { words: new Uint32Array(FIRST_ROWS * NOTED_WORDS), rows: 0 };
      this.#days.set(day, noted);
    }
    const at = noted.rows * NOTED_WORDS;
    if (at === noted.words.length) {
      const larger = new Uint32Array(at * 2);
      larger.set(noted.words);
      noted.words = larger;
    }
    const { words } = noted;
    words[at] = view.getUint32(offset + AT.viewerHash + 4);
    words[at + 1] = view.getUint8(offset + AT.viewerHash + 3);
    words[at + 2] = view.getUint32(offset + AT.adSetId);
    words[at + 3] = view.getUint32(offset + AT.creativeId);
    words[at + 4] = view.getUint32(offset + AT.widgetId);
    noted.rows += 1;
  }

  /** Days since 1970-01-01, each with its rows and the body of its batch. */
  batches(adSets: ReadonlyMap<number, AdSetBook>, widgets: ReadonlyMap<number, WidgetRef>) {
    return [...this.#days].map(([day, noted]) => ({
      day,
      rows: noted.rows,
      body: encode(noted, adSets, widgets),
    }));
  }
}

const AD_WORDS = 4;
const PLACE_WORDS = 3;
const HEAD_WORDS = 3;
const COLUMNS = 4;

/**
 * 32-bit words, little-endian: rows, number of ads, number of places; four words for each ad (advertiser, campaign, ad set, creative),
 * three for each place (publisher, website, widget); then four columns: lower and upper bits of the key, number of the ad, of the place.
 */
function encode(
  { words, rows }: Noted,
  adSets: ReadonlyMap<number, AdSetBook>,
  widgets: ReadonlyMap<number, WidgetRef>,
): Buffer {
  const ads = new Numbered();
  const places = new Numbered();
  const columns = new Uint32Array(rows * COLUMNS);
  for (let row = 0; row < rows; row += 1) {
    const at = row * NOTED_WORDS;
    const adSetId = words[at + 2] ?? 0;
    const creativeId = words[at + 3] ?? 0;
    const widgetId = words[at + 4] ?? 0;
    columns[row] = words[at] ?? 0;
    columns[rows + row] = words[at + 1] ?? 0;
    columns[rows * 2 + row] = ads.numberOf(adSetId, creativeId, () => {
      const campaign = adSets.get(adSetId)?.campaign;
      return [campaign?.wallet.advertiserId ?? 0, campaign?.campaignId ?? 0, adSetId, creativeId];
    });
    columns[rows * 3 + row] = places.numberOf(widgetId, 0, () => {
      const widget = widgets.get(widgetId);
      return [widget?.publisherId ?? 0, widget?.websiteId ?? 0, widgetId];
    });
  }
  const head = [rows, ads.words.length / AD_WORDS, places.words.length / PLACE_WORDS];
  const all = new Uint32Array(HEAD_WORDS + ads.words.length + places.words.length + columns.length);
  all.set(head);
  all.set(ads.words, HEAD_WORDS);
  all.set(places.words, HEAD_WORDS + ads.words.length);
  all.set(columns, HEAD_WORDS + ads.words.length + places.words.length);
  return zstdCompressSync(Buffer.from(all.buffer), {
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
  });
}

/** Numbers pairs that occur, from 0 on in the order in which they do. */
class Numbered {
  readonly words: number[] = [];
  readonly #numbers = new Map<number, Map<number, number>>();
  #count = 0;

  numberOf(first: number, second: number, wordsOf: () => readonly number[]): number {
    let seconds = this.#numbers.get(first);
    if (seconds === undefined) {
      seconds = new Map();
      this.#numbers.set(first, seconds);
    }
    let number = seconds.get(second);
    if (number === undefined) {
      number = this.#count;
      this.#count += 1;
      seconds.set(second, number);
      this.words.push(...wordsOf());
    }
    return number;
  }
}

/** @throws RangeError where the body is no whole number of columns */
export function decodeViewerLog(body: Uint8Array): ViewerColumns {
  const bytes = zstdDecompressSync(body);
  // Not where it lies: words need a place that can be divided by four.
  const words = new Uint32Array(Math.floor(bytes.byteLength / 4));
  bytes.copy(Buffer.from(words.buffer), 0, 0, words.byteLength);
  const [rows = 0, ads = 0, places = 0] = words;
  const placesAt = HEAD_WORDS + ads * AD_WORDS;
  const columnsAt = placesAt + places * PLACE_WORDS;
  if ((columnsAt + rows * COLUMNS) * 4 !== bytes.byteLength) {
    throw new RangeError(`a batch of viewers of ${bytes.byteLength} bytes is no whole number of columns`);
  }
  const column = (number: number) =>
    words.subarray(columnsAt + number * rows, columnsAt + (number + 1) * rows);
  const named = (numbers: Uint32Array, from: number, width: number, word: number) =>
    numbers.map((number) => words[from + number * width + word] ?? 0);
  const [ad, place] = [column(2), column(3)];
  return {
    rows,
    keyLow: column(0),
    keyHigh: column(1),
    advertiserId: named(ad, HEAD_WORDS, AD_WORDS, 0),
    campaignId: named(ad, HEAD_WORDS, AD_WORDS, 1),
    adSetId: named(ad, HEAD_WORDS, AD_WORDS, 2),
    creativeId: named(ad, HEAD_WORDS, AD_WORDS, 3),
    publisherId: named(place, placesAt, PLACE_WORDS, 0),
    websiteId: named(place, placesAt, PLACE_WORDS, 1),
    widgetId: named(place, placesAt, PLACE_WORDS, 2),
  };
}
