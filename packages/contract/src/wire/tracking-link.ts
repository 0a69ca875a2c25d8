import { TOKEN_PAYLOAD_BYTES } from './decision-token.ts';
import { signedToken } from './signed-token.ts';

/**
 * Addresses by which another ad server reports what it shows of a creative: never billed, counted apart.
 *
 * Impression: GET {TRACKING_PATH}/i/TOKEN → 1×1 GIF, no-store.
 * Click:      GET {TRACKING_PATH}/c/TOKEN → 302 to the creative's click URL, whatever the query says.
 * Both may carry any query (a cache buster); nothing in it is read.
 *
 * TOKEN: as a decision's, 44 bytes of payload and 16 of MAC under the same keys, of a version of its own: no tracking
 * token passes for a decision or a click id, nor they for one. Payload: u8 version=3, u8 key id, 10 bytes 0, u32 ad
 * set, u32 creative, 24 bytes 0. Nothing in it ages: an assignment has the same address while its key is known.
 */
export const TRACKING_PATH = '/t';
export const TRACKING_VERSION = 3;

export type TrackingLink = {
  readonly keyId: number;
  readonly adSetId: number;
  readonly creativeId: number;
};

function payloadOf(link: TrackingLink): Uint8Array {
  const bytes = new Uint8Array(TOKEN_PAYLOAD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, TRACKING_VERSION);
  view.setUint8(1, link.keyId);
  view.setUint32(12, link.adSetId);
  view.setUint32(16, link.creativeId);
  return bytes;
}

/** @returns `null` where there is none. The MAC must have been checked before anything in it is believed. */
export function readTrackingLink(view: DataView, offset: number): TrackingLink | null {
  if (offset + TOKEN_PAYLOAD_BYTES > view.byteLength || view.getUint8(offset) !== TRACKING_VERSION)
    return null;
  return {
    keyId: view.getUint8(offset + 1),
    adSetId: view.getUint32(offset + 12),
    creativeId: view.getUint32(offset + 16),
  };
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
  return signedToken(payloadOf(link), secret, sha512_256);
}

/**
 * Record of the spool (32 bytes): u16 length, u8 type=6, u8 event kind (1 impression, 3 click), u8 device, u8 0,
 * u48 time (epoch ms), u32 ad set, u32 creative, u16 country, u16 language, u16 width, u16 height, 4 bytes 0.
 */
export const RECORD_TYPE_TRACKING = 6;
export const TRACKING_RECORD_BYTES = 32;

/** Where the fields lie, for settlement, which makes no object of each record. */
export const TRACKING_RECORD = {
  kind: 3,
  device: 4,
  timeHigh: 6,
  timeLow: 8,
  adSetId: 12,
  creativeId: 16,
  countryLanguage: 20,
  size: 24,
} as const;

export type TrackingRecord = {
  /** Code of event-kind.ts: impression or click. */
  readonly kind: number;
  readonly device: number;
  readonly atMs: number;
  readonly adSetId: number;
  readonly creativeId: number;
  /** Two upper-case letters, '' if unknown. */
  readonly country: string;
  /** Two lower-case letters, '' if unknown. */
  readonly language: string;
  readonly widthPx: number;
  readonly heightPx: number;
};

export function writeTrackingRecord(target: Uint8Array, offset: number, record: TrackingRecord): void {
  const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
  target.fill(0, offset, offset + TRACKING_RECORD_BYTES);
  view.setUint16(offset, TRACKING_RECORD_BYTES);
  view.setUint8(offset + 2, RECORD_TYPE_TRACKING);
  view.setUint8(offset + TRACKING_RECORD.kind, record.kind);
  view.setUint8(offset + TRACKING_RECORD.device, record.device);
  view.setUint16(offset + TRACKING_RECORD.timeHigh, Math.floor(record.atMs / 2 ** 32));
  view.setUint32(offset + TRACKING_RECORD.timeLow, record.atMs % 2 ** 32);
  view.setUint32(offset + TRACKING_RECORD.adSetId, record.adSetId);
  view.setUint32(offset + TRACKING_RECORD.creativeId, record.creativeId);
  view.setUint16(offset + TRACKING_RECORD.countryLanguage, pairOf(record.country));
  view.setUint16(offset + TRACKING_RECORD.countryLanguage + 2, pairOf(record.language));
  view.setUint16(offset + TRACKING_RECORD.size, record.widthPx);
  view.setUint16(offset + TRACKING_RECORD.size + 2, record.heightPx);
}

function pairOf(text: string): number {
  return text.length === 2 ? text.charCodeAt(0) * 256 + text.charCodeAt(1) : 0;
}
