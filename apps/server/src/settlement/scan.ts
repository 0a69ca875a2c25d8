import { RECORD_TYPE_PAGE_VIEW, RECORD_TYPE_VISIT } from '@placard/contract/wire/collect-record';
import { TOKEN_VERSION } from '@placard/contract/wire/decision-token';
import {
  TOKEN_EVENT_AT as AT,
  RECORD_TYPE_TALLY,
  RECORD_TYPE_TOKEN_EVENT,
  TALLY,
  TOKEN_EVENT_BYTES,
} from '@placard/contract/wire/event-record';
import { RECORD_TYPE_AT, viewOf } from '@placard/contract/wire/layout';
import { RECORD_TYPE_TRACKING, TRACKING_RECORD } from '@placard/contract/wire/tracking-link';
import type { ParkedEvents } from './parked-events.ts';
import type { StoredVisit } from './parked-visits.ts';
import { KIND_CLICK, KIND_IMPRESSION, type StoredRecord } from './records.ts';
import { KIND_COUNTED_CLICK, pageKey, type SeenPages, sequenceInRange } from './seen-pages.ts';
import { type Collected, clickOf, collect } from './settle-collected.ts';
import { Subjects } from './subjects.ts';

export type EventBatch = {
  readonly shard: number;
  readonly spoolOffset: bigint;
  readonly spoolEnd: bigint;
  readonly recordCount: number;
  readonly body: Buffer;
};

/** A batch's bytes are no sequence of records. Its shard stands still until an operator has looked at it. */
export class DamagedBatchError extends Error {
  readonly shard: number;

  constructor(batch: EventBatch, atByte: number) {
    super(`batch at offset ${batch.spoolOffset} of shard ${batch.shard} is damaged at byte ${atByte}`);
    this.name = 'DamagedBatchError';
    this.shard = batch.shard;
  }
}

/** What a transaction must read before it can judge its events. */
export class Scan {
  readonly subjects = new Subjects();
  /** Viewer hashes of clicks, as hexadecimal text. */
  readonly viewers = new Set<string>();
  /** What analytics.js told, in the order of the batches. */
  readonly collected: Collected = { pageViews: [], visits: [] };
  readonly #seen: SeenPages;
  readonly #parked: ParkedEvents;

  constructor(seen: SeenPages, parked: ParkedEvents) {
    this.#seen = seen;
    this.#parked = parked;
  }

  /** @throws DamagedBatchError */
  batch(batch: EventBatch): void {
    const { body } = batch;
    const collected: Collected = { pageViews: [], visits: [] };
    const view = viewOf(body);
    let offset = 0;
    while (offset < body.byteLength) {
      const length = body.byteLength - offset >= 3 ? view.getUint16(offset) : 0;
      if (length < 3 || offset + length > body.byteLength) throw new DamagedBatchError(batch, offset);
      const type = view.getUint8(offset + RECORD_TYPE_AT);
      if (type === RECORD_TYPE_TOKEN_EVENT && length === TOKEN_EVENT_BYTES) {
        this.#event(body, view, offset);
      } else if (type === RECORD_TYPE_TALLY && length === TALLY.bytes) {
        this.subjects.quarter(view, offset + TALLY.at.atMs);
        this.subjects.widget(view.getUint32(offset + TALLY.at.widgetId));
      } else if (type === RECORD_TYPE_TRACKING && length === TRACKING_RECORD.bytes) {
        this.subjects.quarter(view, offset + TRACKING_RECORD.at.atMs);
        this.subjects.adSetIds.add(view.getUint32(offset + TRACKING_RECORD.at.adSetId));
      } else if (type === RECORD_TYPE_PAGE_VIEW || type === RECORD_TYPE_VISIT) {
        collect(collected, body.subarray(offset, offset + length), type === RECORD_TYPE_PAGE_VIEW);
      }
      offset += length;
    }
    // Only now: nothing of a batch that is damaged further on counts.
    this.collected.pageViews.push(...collected.pageViews);
    for (const visit of collected.visits) {
      this.collected.visits.push(visit);
      this.visit(visit);
    }
  }

  /** Notes what judging a visit or conversion will ask for; also of those that wait. */
  visit(stored: StoredVisit): void {
    const click = clickOf(stored);
    if (click === null) return;
    this.subjects.adSetIds.add(click.adSetId);
    this.subjects.widgetIds.add(click.widgetId);
    if (!sequenceInRange(click.sequence)) return;
    for (const kind of [KIND_CLICK, KIND_COUNTED_CLICK]) {
      this.#seen.want(kind, pageKey(click.shard, click.minute, kind, click.sequence));
    }
  }

  /** An event whose first use was noted before: parked, and now to be judged. */
  parked(event: StoredRecord): void {
    this.#subject(event.bytes, event.view, 0);
  }

  #event(bytes: Uint8Array, view: DataView, offset: number): void {
    this.#subject(bytes, view, offset);
    if (!isJudgeable(view, offset)) return;
    const kind = view.getUint8(offset + AT.kind);
    const shard = view.getUint16(offset + AT.shard);
    const minute = view.getUint32(offset + AT.minute);
    const sequence = view.getUint32(offset + AT.sequence);
    this.#seen.want(kind, pageKey(shard, minute, kind, sequence));
    if (kind !== KIND_IMPRESSION) {
      this.#seen.want(KIND_IMPRESSION, pageKey(shard, minute, KIND_IMPRESSION, sequence));
    } else if (this.#parked.size > 0) {
      for (const event of this.#parked.waitingFor(view, offset)) this.parked(event);
    }
  }

  #subject(bytes: Uint8Array, view: DataView, offset: number): void {
    this.subjects.event(view, offset);
    if (view.getUint8(offset + AT.kind) !== KIND_CLICK) return;
    this.viewers.add(viewerAt(bytes, offset));
    if (isJudgeable(view, offset)) {
      const minute = view.getUint32(offset + AT.minute);
      const sequence = view.getUint32(offset + AT.sequence);
      const key = pageKey(view.getUint16(offset + AT.shard), minute, KIND_COUNTED_CLICK, sequence);
      this.#seen.want(KIND_COUNTED_CLICK, key);
    }
  }
}

/** Delivery found no fault, the token is of our making and its number is one that the bitmaps can hold. */
export function isJudgeable(view: DataView, offset: number): boolean {
  const kind = view.getUint8(offset + AT.kind);
  return (
    view.getUint8(offset + AT.reason) === 0 &&
    view.getUint8(offset + AT.version) === TOKEN_VERSION &&
    kind >= KIND_IMPRESSION &&
    kind <= KIND_CLICK &&
    sequenceInRange(view.getUint32(offset + AT.sequence))
  );
}

/** The viewer's hash as hexadecimal text. */
export function viewerAt(bytes: Uint8Array, offset: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + offset + AT.viewerHash, 8).toString('hex');
}
