import { writeClickId } from '@placard/contract/wire/click-id';
import {
  type PageViewRecord,
  pageViewRecord,
  type VisitRecord,
  visitRecord,
} from '@placard/contract/wire/collect-record';
import {
  type DecisionPayload,
  readDecisionPayload,
  TOKEN_PAYLOAD_BYTES,
  writeDecisionPayload,
} from '@placard/contract/wire/decision-token';
import {
  TALLY_BYTES,
  type Tally,
  TOKEN_EVENT_BYTES,
  VIEWER_HASH_BYTES,
  writeTally,
  writeTokenEvent,
} from '@placard/contract/wire/event-record';
import { EVENT_KIND_CODES, type EventKind } from '@placard/domain/event-kind';
import { FILTER_REASONS, type FilterReason } from '@placard/domain/filter-reason';

/** Writes events and tallies one behind the other as a delivery process writes its spool. */
export class EventWriter {
  recordCount = 0;
  #bytes = Buffer.alloc(1 << 20);
  #length = 0;
  readonly #payload = new Uint8Array(TOKEN_PAYLOAD_BYTES);
  readonly #payloadView = new DataView(this.#payload.buffer);
  readonly #viewer = new Uint8Array(VIEWER_HASH_BYTES);
  readonly #viewerView = new DataView(this.#viewer.buffer);

  /** Chooses the decision and the viewer that the next events belong to. */
  decision(payload: DecisionPayload, viewer: number): void {
    writeDecisionPayload(this.#payloadView, 0, payload);
    this.#viewerView.setUint32(0, 0xde301000);
    this.#viewerView.setUint32(4, viewer);
  }

  event(kind: EventKind, eventAtMs: number, reason?: FilterReason): void {
    this.#reserve(TOKEN_EVENT_BYTES);
    writeTokenEvent(this.#bytes, this.#length, {
      kind: EVENT_KIND_CODES[kind],
      reason: reason === undefined ? 0 : FILTER_REASONS[reason].code,
      eventAtMs,
      otherClock: false,
      viewerHash: this.#viewer,
      payload: this.#payload,
    });
    this.#length += TOKEN_EVENT_BYTES;
    this.recordCount += 1;
  }

  tally(tally: Omit<Tally, 'type'>): void {
    this.#reserve(TALLY_BYTES);
    writeTally(this.#bytes, this.#length, tally);
    this.#length += TALLY_BYTES;
    this.recordCount += 1;
  }

  /** A page view, from a page of the website's own domain. */
  pageView(
    view: Pick<PageViewRecord, 'websiteId' | 'country' | 'device' | 'referrerHost' | 'path' | 'atMs'>,
    reader: number,
    reason?: FilterReason,
  ): void {
    this.#viewerView.setUint32(0, 0xde302000);
    this.#viewerView.setUint32(4, reader);
    const found = reason === undefined ? 0 : FILTER_REASONS[reason].code;
    this.#append(pageViewRecord({ ...view, reason: found, onOwnDomain: true, pageHost: '' }, this.#viewer));
  }

  /** A visit or conversion after a click of the decision that was chosen last. */
  visit({ clickMs, ...visit }: Omit<VisitRecord, 'click' | 'reason'> & { readonly clickMs: number }): void {
    const decision = readDecisionPayload(this.#payloadView, 0);
    if (decision === null) throw new Error('no decision was chosen');
    const clickId = new Uint8Array(TOKEN_PAYLOAD_BYTES);
    writeClickId(new DataView(clickId.buffer), 0, decision, clickMs);
    this.#append(visitRecord({ ...visit, reason: 0 }, clickId));
  }

  #append(record: Uint8Array): void {
    this.#reserve(record.length);
    this.#bytes.set(record, this.#length);
    this.#length += record.length;
    this.recordCount += 1;
  }

  /** What was written; the writer begins anew. */
  take(): { readonly body: Buffer; readonly recordCount: number } {
    const batch = { body: Buffer.from(this.#bytes.subarray(0, this.#length)), recordCount: this.recordCount };
    this.#length = 0;
    this.recordCount = 0;
    return batch;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.alloc(this.#bytes.length * 2);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
