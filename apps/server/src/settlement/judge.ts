import { TOKEN_FLAG_VIDEO } from '@placard/contract/wire/decision-token';
import {
  TOKEN_EVENT_AT as AT,
  RECORD_TYPE_TALLY,
  RECORD_TYPE_TOKEN_EVENT,
  TALLY,
  TOKEN_EVENT_BYTES,
} from '@placard/contract/wire/event-record';
import { RECORD_TYPE_AT, u48At, viewOf } from '@placard/contract/wire/layout';
import { RECORD_TYPE_TRACKING, TRACKING_RECORD } from '@placard/contract/wire/tracking-link';
import { RECORD_TYPE_VIEW_SAMPLE } from '@placard/contract/wire/view-sample';
import { ROW_REQUESTED, ROW_TRACKED } from '@placard/domain/analytics/facts';
import { leastAgeMs } from '@placard/domain/decision/least-age';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { QUARTER_HOUR_MS } from '@placard/domain/time-zone';
import type { AdSetBook, WidgetRef } from './books.ts';
import { type FactTable, SUM } from './fact-table.ts';
import type { FilteredExamples } from './filtered-examples.ts';
import type { ParkedEvents } from './parked-events.ts';
import { clickAllowed, withClick } from './rate-ladder.ts';
import { KIND_CLICK, KIND_IMPRESSION, type StoredRecord, timeMsAt } from './records.ts';
import { isJudgeable, viewerAt } from './scan.ts';
import { KIND_COUNTED_CLICK, pageKey, type SeenPages } from './seen-pages.ts';
import { ViewerLog } from './viewer-log.ts';

const FORGED = FILTER_REASONS.forged_token.code;
const EXPIRED = FILTER_REASONS.expired_token.code;
const REPEATED = FILTER_REASONS.repeated.code;
const NO_IMPRESSION = FILTER_REASONS.no_impression.code;
const TOO_FAST = FILTER_REASONS.too_fast.code;
const RATE_LIMIT = FILTER_REASONS.rate_limit.code;

/** Told of each event what it was found to be, in the order in which that was decided. The record is at `offset`. */
export type Verdicts = {
  counted(bytes: Uint8Array, view: DataView, offset: number): void;
  filtered(bytes: Uint8Array, view: DataView, offset: number, reason: number): void;
};

export type JudgeInput = {
  readonly adSets: ReadonlyMap<number, AdSetBook>;
  readonly widgets: ReadonlyMap<number, WidgetRef>;
  readonly seen: SeenPages;
  readonly parked: ParkedEvents;
  /** Clicks of the viewers at hand, unix seconds; changed by judging. */
  readonly viewerClicks: Map<string, readonly number[]>;
  /** Decisions before this minute can't be checked for repeats any more. */
  readonly horizonMinute: number;
  readonly nowMs: number;
  /** Where tallies and tracking URLs are added up. */
  readonly facts: FactTable;
  readonly verdicts: Verdicts;
  readonly examples: FilteredExamples;
};

/**
 * Judges a transaction's events one by one in their order, over all advertisers. In this order: what delivery found;
 * unknown ad set or widget; too old to be checked; repeated (the first use counts, whatever becomes of it); no
 * impression yet (parked); too fast (click, viewable impression); rate ladder. What counts is priced and held against
 * limits by the charger, and nothing of that is asked here. The order of events decides, never where a batch or a
 * transaction ends.
 */
export class Judge {
  readonly facts: FactTable;
  /** Viewers whose clicks changed. */
  readonly clickedViewers = new Set<string>();
  /** Sampled views, as they came: nothing is judged about them. */
  readonly viewSamples: Uint8Array[] = [];
  /** Who saw the impressions that counted. */
  readonly viewers = new ViewerLog();
  eventCount = 0;
  readonly #input: JudgeInput;

  constructor(input: JudgeInput) {
    this.#input = input;
    this.facts = input.facts;
  }

  /** All records of a body that the scan has passed. */
  body(body: Uint8Array): void {
    const view = viewOf(body);
    let offset = 0;
    while (offset < body.byteLength) {
      const length = view.getUint16(offset);
      const type = view.getUint8(offset + RECORD_TYPE_AT);
      if (type === RECORD_TYPE_TOKEN_EVENT && length === TOKEN_EVENT_BYTES) {
        this.eventCount += 1;
        this.#event(body, view, offset);
      } else if (type === RECORD_TYPE_TALLY && length === TALLY.bytes) {
        this.#tally(view, offset);
      } else if (type === RECORD_TYPE_TRACKING && length === TRACKING_RECORD.bytes) {
        this.#tracked(view, offset);
      } else if (type === RECORD_TYPE_VIEW_SAMPLE) {
        this.viewSamples.push(body.subarray(offset, offset + length));
      }
      offset += length;
    }
  }

  /** A parked event whose time is over: its impression never came. */
  withoutImpression(event: StoredRecord): void {
    this.#filter(event.bytes, event.view, 0, NO_IMPRESSION);
  }

  #event(bytes: Uint8Array, view: DataView, offset: number): void {
    const reason = view.getUint8(offset + AT.reason);
    if (reason !== 0) {
      this.#input.verdicts.filtered(bytes, view, offset, reason);
      return;
    }
    const { seen, parked, horizonMinute } = this.#input;
    if (
      !this.#input.adSets.has(view.getUint32(offset + AT.adSetId)) ||
      !this.#input.widgets.has(view.getUint32(offset + AT.widgetId)) ||
      !isJudgeable(view, offset)
    ) {
      this.#input.verdicts.filtered(bytes, view, offset, FORGED);
      return;
    }
    const kind = view.getUint8(offset + AT.kind);
    const minute = view.getUint32(offset + AT.minute);
    if (minute < horizonMinute) {
      this.#input.verdicts.filtered(bytes, view, offset, EXPIRED);
      return;
    }
    const shard = view.getUint16(offset + AT.shard);
    const sequence = view.getUint32(offset + AT.sequence);
    if (!seen.add(kind, pageKey(shard, minute, kind, sequence), sequence)) {
      this.#filter(bytes, view, offset, REPEATED);
      return;
    }
    if (kind === KIND_IMPRESSION) {
      this.#input.verdicts.counted(bytes, view, offset);
      this.viewers.add(view, offset);
      if (parked.size > 0) {
        for (const event of parked.take(view, offset)) this.#afterImpression(event.bytes, event.view, 0);
      }
      return;
    }
    const impressionKey = pageKey(shard, minute, KIND_IMPRESSION, sequence);
    if (!seen.has(KIND_IMPRESSION, impressionKey, sequence)) {
      parked.park(bytes, offset, kind, this.#input.nowMs);
      return;
    }
    this.#afterImpression(bytes, view, offset);
  }

  /** A viewable impression's or click's first use, its impression known. */
  #afterImpression(bytes: Uint8Array, view: DataView, offset: number): void {
    if (!this.#input.adSets.has(view.getUint32(offset + AT.adSetId))) {
      this.#input.verdicts.filtered(bytes, view, offset, FORGED);
      return;
    }
    if (isTooFast(view, offset)) {
      this.#filter(bytes, view, offset, TOO_FAST);
      return;
    }
    if (view.getUint8(offset + AT.kind) === KIND_CLICK) {
      if (!this.#ladderAllows(bytes, view, offset)) {
        this.#filter(bytes, view, offset, RATE_LIMIT);
        return;
      }
      this.#noteCounted(view, offset);
    }
    this.#input.verdicts.counted(bytes, view, offset);
  }

  /** For a reason that only settlement can know. */
  #filter(bytes: Uint8Array, view: DataView, offset: number, reason: number): void {
    this.#input.verdicts.filtered(bytes, view, offset, reason);
    this.#input.examples.event(view, offset, reason);
  }

  /** Remembers that the click counted: its visit and its conversions may come for a month. */
  #noteCounted(view: DataView, offset: number): void {
    const minute = view.getUint32(offset + AT.minute);
    const sequence = view.getUint32(offset + AT.sequence);
    const key = pageKey(view.getUint16(offset + AT.shard), minute, KIND_COUNTED_CLICK, sequence);
    this.#input.seen.add(KIND_COUNTED_CLICK, key, sequence);
  }

  /** Whether the viewer's clicks so far leave room for this one, which counts among them in any case. */
  #ladderAllows(bytes: Uint8Array, view: DataView, offset: number): boolean {
    const viewer = viewerAt(bytes, offset);
    const clicks = this.#input.viewerClicks.get(viewer) ?? [];
    const atS = Math.floor(timeMsAt(view, offset) / 1000);
    const allowed = clickAllowed(clicks, atS);
    this.#input.viewerClicks.set(viewer, withClick(clicks, atS));
    this.clickedViewers.add(viewer);
    return allowed;
  }

  #tally(view: DataView, offset: number): void {
    const outcome = view.getUint8(offset + TALLY.at.outcome);
    const device = view.getUint8(offset + TALLY.at.device);
    const count = view.getUint32(offset + TALLY.at.count);
    const row = this.facts.row(
      0,
      0,
      view.getUint32(offset + TALLY.at.widgetId),
      view.getUint16(offset + TALLY.at.country) * 65_536,
      view.getUint32(offset + TALLY.at.widthPx),
      Math.floor(u48At(view, offset + TALLY.at.atMs) / QUARTER_HOUR_MS),
      device | (ROW_REQUESTED << 8) | (outcome << 16),
    );
    this.facts.add(row, SUM.requests, count);
    if (outcome === TALLY_OUTCOMES.filled) this.facts.add(row, SUM.filled, count);
  }

  /** Told by another ad server: no decision of ours, no widget, no money, and nothing to tell a repeat by. */
  #tracked(view: DataView, offset: number): void {
    const adSetId = view.getUint32(offset + TRACKING_RECORD.at.adSetId);
    if (!this.#input.adSets.has(adSetId)) return;
    const row = this.facts.row(
      adSetId,
      view.getUint32(offset + TRACKING_RECORD.at.creativeId),
      0,
      view.getUint32(offset + TRACKING_RECORD.at.country),
      view.getUint32(offset + TRACKING_RECORD.at.widthPx),
      Math.floor(u48At(view, offset + TRACKING_RECORD.at.atMs) / QUARTER_HOUR_MS),
      (view.getUint8(offset + TRACKING_RECORD.at.device) & 3) | (ROW_TRACKED << 8),
    );
    const isClick = view.getUint8(offset + TRACKING_RECORD.at.kind) === KIND_CLICK;
    this.facts.add(row, isClick ? SUM.clicks : SUM.impressions, 1);
  }
}

/** Sooner after its decision than it can have happened: not by the visitor's clock, but by those that took both. */
function isTooFast(view: DataView, offset: number): boolean {
  const decidedMs = view.getUint32(offset + AT.minute) * 60_000 + view.getUint16(offset + AT.msOfMinute);
  const kind = view.getUint8(offset + AT.kind) === KIND_CLICK ? 'click' : 'viewable';
  const isVideo = (view.getUint8(offset + AT.flags) & TOKEN_FLAG_VIDEO) !== 0;
  const otherClock = (view.getUint8(offset + AT.otherClock) & 1) !== 0;
  return timeMsAt(view, offset) - decidedMs < leastAgeMs(kind, isVideo, otherClock);
}
