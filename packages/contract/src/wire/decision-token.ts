import { tokenLayout } from './layout.ts';

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

/** Which decision it is, and of what. */
export const DECISION_NAMES = {
  shard: 'u16',
  /** Minutes since 1970-01-01T00:00Z. */
  minute: 'u32',
  /** Counts the shard's decisions of that minute from 0, so numbers are dense. */
  sequence: 'u32',
  adSetId: 'u32',
  creativeId: 'u32',
  widgetId: 'u32',
} as const;

export const DECISION = tokenLayout(TOKEN_VERSION, {
  keyId: 'u8',
  ...DECISION_NAMES,
  /** CPM (micros per 1,000 viewable impressions) or, with TOKEN_FLAG_CPC, micros per click; below 2^48. */
  priceMicros: 'u48',
  shareBp: 'u16',
  flags: 'u8',
  /** Of DEVICE_CODES. */
  device: 'u2',
  /** Upper case; '' if unknown. */
  country: 'letters',
  /** Lower case; '' if unknown. */
  language: 'letters',
  widthPx: 'u16',
  heightPx: 'u16',
  /** Milliseconds within `minute` when it was decided, 0 … 59,999. */
  msOfMinute: 'u16',
});
export type DecisionPayload = NonNullable<ReturnType<typeof DECISION.read>>;

/** Writes the payload's 44 bytes at `offset`; the MAC is the caller's. */
export function writeDecisionPayload(view: DataView, offset: number, payload: DecisionPayload): void {
  DECISION.write(view, offset, payload);
}

/** @returns `null` when the version is not ours; the MAC must have been checked before anything in it is believed. */
export function readDecisionPayload(view: DataView, offset: number): DecisionPayload | null {
  return DECISION.read(view, offset);
}

/** When the decision was made, epoch milliseconds. */
export function decidedAtMs(payload: Pick<DecisionPayload, 'minute' | 'msOfMinute'>): number {
  return payload.minute * 60_000 + payload.msOfMinute;
}
