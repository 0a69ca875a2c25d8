import { type DecisionPayload, readDecisionPayload, TOKEN_PAYLOAD_BYTES } from './decision-token.ts';

/**
 * Records of the spool and of `event_batch.body`: one after the other, each led by its own length, so that a
 * reader can pass over kinds it does not know.
 *
 * Token event (64 bytes): u16 length, u8 type=1, u8 event kind, u8 filter reason (0 = none yet),
 * u8 flags (EVENT_FLAG_OTHER_CLOCK), u48 event time (epoch ms), 8 bytes viewer hash, 44 bytes decision payload (zeros where the token was forged).
 *
 * Tally (32 bytes): u16 length, u8 type=2, u8 outcome, u8 device, u8 0, u48 time (epoch ms, start of the
 * tally's interval), u32 widget id, u32 count, u16 country, u16 width, u16 height, 6 bytes 0.
 */
export const RECORD_TYPE_TOKEN_EVENT = 1;
export const RECORD_TYPE_TALLY = 2;
export const TOKEN_EVENT_BYTES = 64;
export const TALLY_BYTES = 32;
export const VIEWER_HASH_BYTES = 8;
/** Another process decided than took the event: their clocks may differ. Records from before this flag have 0. */
export const EVENT_FLAG_OTHER_CLOCK = 1;

export type TokenEvent = {
  readonly type: typeof RECORD_TYPE_TOKEN_EVENT;
  /** Code of event-kind.ts. */
  readonly kind: number;
  /** Code of filter-reason.ts as far as delivery could judge; 0 = none. */
  readonly reason: number;
  readonly eventAtMs: number;
  readonly otherClock: boolean;
  /** Offset of the 8 hash bytes in the buffer read. */
  readonly viewerHashOffset: number;
  /** `null` where the token was not ours. */
  readonly decision: DecisionPayload | null;
};

/**
 * Outcomes of a widget view: filled, or the first gate that left nothing. Three come before any candidate is looked at:
 * widget, website or account do not serve; the page is not of the website; every size is wider than the element. on_page:
 * all that is left stands on the page already, or is kept apart from what does.
 */
export const TALLY_OUTCOMES = {
  filled: 0,
  no_candidate: 1,
  schedule: 2,
  budget: 3,
  pacing: 4,
  frequency: 5,
  blocked: 6,
  floor: 7,
  not_serving: 8,
  wrong_site: 9,
  too_narrow: 10,
  on_page: 11,
} as const;

/** What a widget's views came to within an interval. Statistics only, never money. */
export type Tally = {
  readonly type: typeof RECORD_TYPE_TALLY;
  readonly outcome: number;
  readonly device: number;
  readonly atMs: number;
  readonly widgetId: number;
  readonly count: number;
  readonly country: string;
  readonly widthPx: number;
  readonly heightPx: number;
};

export type EventRecord = TokenEvent | Tally;

function setTimeMs(view: DataView, offset: number, epochMs: number): void {
  view.setUint16(offset, Math.floor(epochMs / 2 ** 32));
  view.setUint32(offset + 2, epochMs % 2 ** 32);
}

function getTimeMs(view: DataView, offset: number): number {
  return view.getUint16(offset) * 2 ** 32 + view.getUint32(offset + 2);
}

/** Writes a token event's 64 bytes; `payload` are the token's 44 payload bytes or null for a forged one. */
export function writeTokenEvent(
  target: Uint8Array,
  offset: number,
  event: {
    readonly kind: number;
    readonly reason: number;
    readonly eventAtMs: number;
    readonly viewerHash: Uint8Array;
    readonly payload: Uint8Array | null;
    readonly otherClock?: boolean;
  },
): void {
  const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
  view.setUint16(offset, TOKEN_EVENT_BYTES);
  view.setUint8(offset + 2, RECORD_TYPE_TOKEN_EVENT);
  view.setUint8(offset + 3, event.kind);
  view.setUint8(offset + 4, event.reason);
  view.setUint8(offset + 5, event.otherClock === true ? EVENT_FLAG_OTHER_CLOCK : 0);
  setTimeMs(view, offset + 6, event.eventAtMs);
  target.set(event.viewerHash.subarray(0, VIEWER_HASH_BYTES), offset + 12);
  if (event.payload === null) target.fill(0, offset + 20, offset + TOKEN_EVENT_BYTES);
  else target.set(event.payload.subarray(0, TOKEN_PAYLOAD_BYTES), offset + 20);
}

export function writeTally(target: Uint8Array, offset: number, tally: Omit<Tally, 'type'>): void {
  const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
  target.fill(0, offset, offset + TALLY_BYTES);
  view.setUint16(offset, TALLY_BYTES);
  view.setUint8(offset + 2, RECORD_TYPE_TALLY);
  view.setUint8(offset + 3, tally.outcome);
  view.setUint8(offset + 4, tally.device);
  setTimeMs(view, offset + 6, tally.atMs);
  view.setUint32(offset + 12, tally.widgetId);
  view.setUint32(offset + 16, tally.count);
  view.setUint16(
    offset + 20,
    tally.country.length === 2 ? tally.country.charCodeAt(0) * 256 + tally.country.charCodeAt(1) : 0,
  );
  view.setUint16(offset + 22, tally.widthPx);
  view.setUint16(offset + 24, tally.heightPx);
}

/** Walks a body's records in order. @throws RangeError where a length does not fit: the body is damaged. */
export function* readEventRecords(body: Uint8Array): Generator<EventRecord> {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let offset = 0;
  while (offset < body.byteLength) {
    const length = body.byteLength - offset >= 3 ? view.getUint16(offset) : 0;
    if (length < 3 || offset + length > body.byteLength) {
      throw new RangeError(
        `event record at byte ${offset} has length ${length}, body has ${body.byteLength} bytes`,
      );
    }
    const type = view.getUint8(offset + 2);
    if (type === RECORD_TYPE_TOKEN_EVENT && length === TOKEN_EVENT_BYTES) {
      yield {
        type: RECORD_TYPE_TOKEN_EVENT,
        kind: view.getUint8(offset + 3),
        reason: view.getUint8(offset + 4),
        eventAtMs: getTimeMs(view, offset + 6),
        otherClock: (view.getUint8(offset + 5) & EVENT_FLAG_OTHER_CLOCK) !== 0,
        viewerHashOffset: offset + 12,
        decision: readDecisionPayload(view, offset + 20),
      };
    } else if (type === RECORD_TYPE_TALLY && length === TALLY_BYTES) {
      const country = view.getUint16(offset + 20);
      yield {
        type: RECORD_TYPE_TALLY,
        outcome: view.getUint8(offset + 3),
        device: view.getUint8(offset + 4),
        atMs: getTimeMs(view, offset + 6),
        widgetId: view.getUint32(offset + 12),
        count: view.getUint32(offset + 16),
        country: country === 0 ? '' : String.fromCharCode(country >>> 8, country & 255),
        widthPx: view.getUint16(offset + 22),
        heightPx: view.getUint16(offset + 24),
      };
    }
    offset += length;
  }
}
