import { keptViewOf, recordLayout, tokenLayout } from './layout.ts';
import { signedToken } from './signed-token.ts';

/**
 * Addresses by which another ad server reports what it shows of a creative: never billed, counted apart.
 *
 * Impression: GET {TRACKING_PATH}/i/TOKEN → 1×1 GIF, no-store.
 * Click:      GET {TRACKING_PATH}/c/TOKEN → 302 to the creative's click URL, whatever the query says.
 * Both may carry any query (a cache buster); nothing in it is read.
 *
 * TOKEN: as a decision's, 44 bytes of payload and 16 of MAC under the same keys, of a version of its own: no tracking
 * token passes for a decision or a click id, nor they for one. Nothing in it ages: an assignment has the same address while its key is known.
 */
export const TRACKING_PATH = '/t';
export const TRACKING_VERSION = 3;

const TRACKING_LINK = tokenLayout(TRACKING_VERSION, {
  keyId: 'u8',
  before: 10,
  adSetId: 'u32',
  creativeId: 'u32',
  after: 24,
});
export type TrackingLink = NonNullable<ReturnType<typeof TRACKING_LINK.read>>;

/** @returns `null` where there is none. The MAC must have been checked before anything in it is believed. */
export function readTrackingLink(view: DataView, offset: number): TrackingLink | null {
  return TRACKING_LINK.read(view, offset);
}

/**
 * The token's bytes.
 * @param sha512_256 32 bytes of the hash of its argument, as decisions are signed: SHA-512/256(key ‖ payload)
 */
export function trackingTokenBytes(
  link: TrackingLink,
  secret: Uint8Array,
  sha512_256: (input: Uint8Array) => Uint8Array,
): Uint8Array {
  const payload = new Uint8Array(TRACKING_LINK.bytes);
  TRACKING_LINK.write(new DataView(payload.buffer), 0, link);
  return signedToken(payload, secret, sha512_256);
}

export const RECORD_TYPE_TRACKING = 6;
/** Of the spool. */
export const TRACKING_RECORD = recordLayout(RECORD_TYPE_TRACKING, {
  /** Code of event-kind.ts: impression or click. */
  kind: 'u8',
  device: 'u2',
  between: 1,
  atMs: 'u48',
  adSetId: 'u32',
  creativeId: 'u32',
  /** Upper case; '' if unknown. */
  country: 'letters',
  /** Lower case; '' if unknown. */
  language: 'letters',
  widthPx: 'u16',
  heightPx: 'u16',
  after: 4,
});
export const TRACKING_RECORD_BYTES = TRACKING_RECORD.bytes;

export function writeTrackingRecord(
  target: Uint8Array,
  offset: number,
  record: Parameters<typeof TRACKING_RECORD.write>[2],
): void {
  TRACKING_RECORD.write(keptViewOf(target), offset, record);
}
