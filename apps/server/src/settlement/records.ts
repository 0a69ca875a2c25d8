import { TOKEN_EVENT_AT } from '@placard/contract/wire/event-record';
import { u48At, viewOf } from '@placard/contract/wire/layout';
import { EVENT_KIND_CODES } from '@placard/domain/event-kind';

export const KIND_IMPRESSION = EVENT_KIND_CODES.impression;
export const KIND_VIEWABLE = EVENT_KIND_CODES.viewable;
export const KIND_CLICK = EVENT_KIND_CODES.click;

/** When the token event at `offset` happened. */
export function timeMsAt(view: DataView, offset: number): number {
  return u48At(view, offset + TOKEN_EVENT_AT.eventAtMs);
}

/** One token event in bytes of its own. */
export type StoredRecord = { readonly bytes: Uint8Array; readonly view: DataView };

export function storedRecord(bytes: Uint8Array): StoredRecord {
  return { bytes, view: viewOf(bytes) };
}
