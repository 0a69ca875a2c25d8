/**
 * The signed token of one decision, as it travels from delivery to the tag and back.
 *
 * Fixed layout, big-endian, 44 bytes of payload and 16 bytes of MAC, together 80 characters of base64url:
 * a fixed length keeps the MAC sound (no extension, no ambiguity) and one batch record a plain copy.
 * It carries price and share, so that later edits of bids and rates never rewrite what was decided.
 */
export const TOKEN_PAYLOAD_BYTES = 44;
export const TOKEN_MAC_BYTES = 16;
export const TOKEN_BYTES = TOKEN_PAYLOAD_BYTES + TOKEN_MAC_BYTES;
export const TOKEN_TEXT_LENGTH = 80;
export const TOKEN_VERSION = 1;

export const DEVICE_CODES = { unknown: 0, desktop: 1, mobile: 2, tablet: 3 } as const;
export type DeviceCode = (typeof DEVICE_CODES)[keyof typeof DEVICE_CODES];

/** Bits of `flags`. */
export const TOKEN_FLAG_CPC = 1;
export const TOKEN_FLAG_VIDEO = 2;

export type DecisionPayload = {
  readonly keyId: number;
  readonly shard: number;
  /** Minutes since 1970-01-01T00:00Z. */
  readonly minute: number;
  /** Counts the shard's decisions of that minute from 0, so numbers are dense. */
  readonly sequence: number;
  readonly adSetId: number;
  readonly creativeId: number;
  readonly widgetId: number;
  /** CPM (micros per 1,000 viewable impressions) or, with TOKEN_FLAG_CPC, micros per click; below 2^48. */
  readonly priceMicros: number;
  readonly shareBp: number;
  readonly flags: number;
  readonly device: DeviceCode;
  /** Two ASCII letters, upper case; '' if unknown. */
  readonly country: string;
  /** Two ASCII letters, lower case; '' if unknown. */
  readonly language: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Milliseconds within `minute` when it was decided, 0 … 59,999. */
  readonly msOfMinute: number;
};

function twoLetters(text: string): number {
  return text.length === 2 ? text.charCodeAt(0) * 256 + text.charCodeAt(1) : 0;
}

function textOfTwoLetters(code: number): string {
  return code === 0 ? '' : String.fromCharCode(code >>> 8, code & 255);
}

/** Writes the payload's 44 bytes at `offset`; the MAC is the caller's. */
export function writeDecisionPayload(view: DataView, offset: number, payload: DecisionPayload): void {
  view.setUint8(offset, TOKEN_VERSION);
  view.setUint8(offset + 1, payload.keyId);
  view.setUint16(offset + 2, payload.shard);
  view.setUint32(offset + 4, payload.minute);
  view.setUint32(offset + 8, payload.sequence);
  view.setUint32(offset + 12, payload.adSetId);
  view.setUint32(offset + 16, payload.creativeId);
  view.setUint32(offset + 20, payload.widgetId);
  view.setUint16(offset + 24, Math.floor(payload.priceMicros / 2 ** 32));
  view.setUint32(offset + 26, payload.priceMicros % 2 ** 32);
  view.setUint16(offset + 30, payload.shareBp);
  view.setUint8(offset + 32, payload.flags);
  view.setUint8(offset + 33, payload.device);
  view.setUint16(offset + 34, twoLetters(payload.country));
  view.setUint16(offset + 36, twoLetters(payload.language));
  view.setUint16(offset + 38, payload.widthPx);
  view.setUint16(offset + 40, payload.heightPx);
  view.setUint16(offset + 42, payload.msOfMinute);
}

/** @returns `null` when the version is not ours; the MAC must have been checked before anything in it is believed. */
export function readDecisionPayload(view: DataView, offset: number): DecisionPayload | null {
  if (view.getUint8(offset) !== TOKEN_VERSION) return null;
  return {
    keyId: view.getUint8(offset + 1),
    shard: view.getUint16(offset + 2),
    minute: view.getUint32(offset + 4),
    sequence: view.getUint32(offset + 8),
    adSetId: view.getUint32(offset + 12),
    creativeId: view.getUint32(offset + 16),
    widgetId: view.getUint32(offset + 20),
    priceMicros: view.getUint16(offset + 24) * 2 ** 32 + view.getUint32(offset + 26),
    shareBp: view.getUint16(offset + 30),
    flags: view.getUint8(offset + 32),
    device: (view.getUint8(offset + 33) & 3) as DeviceCode,
    country: textOfTwoLetters(view.getUint16(offset + 34)),
    language: textOfTwoLetters(view.getUint16(offset + 36)),
    widthPx: view.getUint16(offset + 38),
    heightPx: view.getUint16(offset + 40),
    msOfMinute: view.getUint16(offset + 42),
  };
}

/** When the decision was made, epoch milliseconds. */
export function decidedAtMs(payload: Pick<DecisionPayload, 'minute' | 'msOfMinute'>): number {
  return payload.minute * 60_000 + payload.msOfMinute;
}
