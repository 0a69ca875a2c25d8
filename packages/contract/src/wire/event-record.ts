import { DECISION, TOKEN_PAYLOAD_BYTES } from './decision-token.ts';
import { keptViewOf, placesWithin, putBytes, recordLayout } from './layout.ts';

/**
 * Records of the spool and of `event_batch.body`: one after the other, each led by its own length and kind, so that a
 * reader can pass over kinds it does not know. These are token events and tallies; collect-record.ts, tracking-link.ts
 * and view-sample.ts have the others.
 */
export const RECORD_TYPE_TOKEN_EVENT = 1;
export const RECORD_TYPE_TALLY = 2;
export const VIEWER_HASH_BYTES = 8;

export const TOKEN_EVENT = recordLayout(RECORD_TYPE_TOKEN_EVENT, {
  /** Code of event-kind.ts. */
  kind: 'u8',
  /** Code of filter-reason.ts as far as delivery could judge; 0 = none. */
  reason: 'u8',
  /** Another process decided than took the event: their clocks may differ. Records from before this flag have 0. */
  otherClock: 'flag',
  eventAtMs: 'u48',
  viewerHash: VIEWER_HASH_BYTES,
  /** The token's payload; zeros where it was forged. */
  decision: TOKEN_PAYLOAD_BYTES,
});
export const TOKEN_EVENT_BYTES = TOKEN_EVENT.bytes;

/** Where the fields of a token event and of the decision in it lie, for reading them without making an object of each. */
export const TOKEN_EVENT_AT = {
  ...placesWithin(TOKEN_EVENT.at.decision, DECISION.at),
  version: TOKEN_EVENT.at.decision,
  ...TOKEN_EVENT.at,
};

/** What a widget's views came to within an interval. Statistics only, never money. */
export const TALLY = recordLayout(RECORD_TYPE_TALLY, {
  outcome: 'u8',
  device: 'u8',
  between: 1,
  /** Start of the interval. */
  atMs: 'u48',
  widgetId: 'u32',
  count: 'u32',
  country: 'letters',
  widthPx: 'u16',
  heightPx: 'u16',
  after: 6,
});
export const TALLY_BYTES = TALLY.bytes;
export type Tally = ReturnType<typeof TALLY.read>;

/** Writes a token event's 64 bytes; `payload` are the token's 44 payload bytes or null for a forged one. */
export function writeTokenEvent(
  target: Uint8Array,
  offset: number,
  event: ReturnType<typeof TOKEN_EVENT.read> & {
    readonly viewerHash: Uint8Array;
    readonly payload: Uint8Array | null;
  },
): void {
  TOKEN_EVENT.write(keptViewOf(target), offset, event);
  const { viewerHash, decision } = TOKEN_EVENT.at;
  putBytes(target, offset + viewerHash, event.viewerHash, VIEWER_HASH_BYTES);
  if (event.payload !== null) putBytes(target, offset + decision, event.payload, TOKEN_PAYLOAD_BYTES);
}

export function writeTally(target: Uint8Array, offset: number, tally: Tally): void {
  TALLY.write(keptViewOf(target), offset, tally);
}
