import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { TOKEN_EVENT_AT as AT, TOKEN_EVENT_BYTES } from '@placard/contract/wire/event-record';
import type { AdSetBook } from './books.ts';
import type { Verdicts } from './judge.ts';
import { sliceOf } from './slices.ts';

const FIRST_EVENTS = 1_024;

/** The judged events of one settler. */
export type Part = { readonly slice: number; readonly eventCount: number; readonly body: Buffer };

type Open = { bytes: Buffer; view: DataView; events: number };

/**
 * Keeps what was judged for the settlers of its advertisers, in the order in which it was: the records, with the verdict
 * in the place of the reason (0: counted), and without what only judging asks, which would not pack.
 */
export class PartWriter implements Verdicts {
  readonly #settlers: number;
  readonly #adSets: ReadonlyMap<number, AdSetBook>;
  readonly #open: (Open | undefined)[];
  readonly #sliceOfAdSet = new Map<number, number>();

  constructor(settlers: number, adSets: ReadonlyMap<number, AdSetBook>) {
    this.#settlers = settlers;
    this.#adSets = adSets;
    this.#open = Array.from({ length: settlers }, () => undefined);
  }

  counted(bytes: Uint8Array, view: DataView, offset: number): void {
    this.#add(bytes, view, offset, 0);
  }

  filtered(bytes: Uint8Array, view: DataView, offset: number, reason: number): void {
    this.#add(bytes, view, offset, reason);
  }

  /** Those of the settlers that have any events, packed. */
  parts(): Part[] {
    return this.#open.flatMap((open, slice) => {
      if (open === undefined) return [];
      const records = open.bytes.subarray(0, open.events * TOKEN_EVENT_BYTES);
      const body = zstdCompressSync(records, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
      return [{ slice, eventCount: open.events, body }];
    });
  }

  #add(bytes: Uint8Array, view: DataView, offset: number, verdict: number): void {
    const slice = this.#sliceFor(view.getUint32(offset + AT.adSetId));
    let open = this.#open[slice];
    if (open === undefined) {
      open = opened(FIRST_EVENTS);
      this.#open[slice] = open;
    } else if (open.events * TOKEN_EVENT_BYTES === open.bytes.byteLength) {
      const larger = opened(open.events * 2);
      larger.bytes.set(open.bytes);
      larger.events = open.events;
      open = larger;
      this.#open[slice] = open;
    }
    const at = open.events * TOKEN_EVENT_BYTES;
    open.bytes.set(bytes.subarray(offset, offset + TOKEN_EVENT_BYTES), at);
    open.view.setUint8(at + AT.reason, verdict);
    open.view.setUint32(at + AT.viewerHash, 0);
    open.view.setUint32(at + AT.viewerHash + 4, 0);
    open.view.setUint32(at + AT.minute, 0);
    open.view.setUint32(at + AT.sequence, 0);
    open.view.setUint16(at + AT.msOfMinute, 0);
    open.events += 1;
  }

  /** Nobody's are the first settler's. */
  #sliceFor(adSetId: number): number {
    let slice = this.#sliceOfAdSet.get(adSetId);
    if (slice === undefined) {
      const wallet = this.#adSets.get(adSetId)?.campaign.wallet;
      slice = wallet === undefined ? 0 : sliceOf(wallet.advertiserId, this.#settlers);
      this.#sliceOfAdSet.set(adSetId, slice);
    }
    return slice;
  }
}

/** The records of a part, one after the other. @throws RangeError when they are none */
export function recordsOfPart(body: Uint8Array): Buffer {
  const records = zstdDecompressSync(body);
  if (records.byteLength % TOKEN_EVENT_BYTES === 0) return records;
  throw new RangeError(`a part of ${records.byteLength} bytes is no whole number of records`);
}

function opened(events: number): Open {
  const bytes = Buffer.alloc(events * TOKEN_EVENT_BYTES);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), events: 0 };
}
