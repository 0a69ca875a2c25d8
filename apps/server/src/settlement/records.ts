import { EVENT_KIND_CODES } from '@placard/domain/event-kind';

/**
 * Where the fields of a token event and of a tally lie, for reading them without making an object of each:
 * the layouts of @placard/contract/wire/event-record and decision-token, which a test holds these against.
 */
export const RECORD = {
  length: 0,
  type: 2,
  kind: 3,
  reason: 4,
  eventFlags: 5,
  timeHigh: 6,
  timeLow: 8,
  viewerHash: 12,
  version: 20,
  shard: 22,
  minute: 24,
  sequence: 28,
  adSetId: 32,
  creativeId: 36,
  widgetId: 40,
  priceHigh: 44,
  priceLow: 46,
  shareBp: 50,
  flags: 52,
  device: 53,
  countryLanguage: 54,
  size: 58,
  msOfMinute: 62,
} as const;

export const TALLY_RECORD = {
  outcome: 3,
  device: 4,
  timeHigh: 6,
  timeLow: 8,
  widgetId: 12,
  count: 16,
  country: 20,
  size: 22,
} as const;

export const KIND_IMPRESSION = EVENT_KIND_CODES.impression;
export const KIND_VIEWABLE = EVENT_KIND_CODES.viewable;
export const KIND_CLICK = EVENT_KIND_CODES.click;

/** The u48 event time of a record at `offset`. */
export function timeMsAt(view: DataView, offset: number): number {
  return view.getUint16(offset + RECORD.timeHigh) * 4_294_967_296 + view.getUint32(offset + RECORD.timeLow);
}

/** One token event in bytes of its own. */
export type StoredRecord = { readonly bytes: Uint8Array; readonly view: DataView };

export function storedRecord(bytes: Uint8Array): StoredRecord {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}
