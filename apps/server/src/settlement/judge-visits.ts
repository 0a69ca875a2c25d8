import type { ClickId } from '@placard/contract/wire/click-id';
import { CONVERSION_WINDOW_DAYS } from '@placard/contract/wire/collect-protocol';
import { VISIT_KINDS, type VisitRecord } from '@placard/contract/wire/collect-record';
import { ROW_COUNTED, ROW_FILTERED } from '@placard/domain/analytics/facts';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { DAY_MS, QUARTER_HOUR_MS } from '@placard/domain/time-zone';
import type { AdSetBook } from './books.ts';
import { type CodeNotes, noteHit, noteProblem, noteSeen } from './code-notes.ts';
import { type FactTable, SUM } from './fact-table.ts';
import type { FilteredExamples } from './filtered-examples.ts';
import type { ParkedEvents } from './parked-events.ts';
import type { ParkedVisits, StoredVisit } from './parked-visits.ts';
import { KIND_CLICK } from './records.ts';
import { KIND_COUNTED_CLICK, pageKey, type SeenPages, sequenceInRange } from './seen-pages.ts';
import { conversionKey, visitKey } from './visit-keys.ts';

export const CONVERSION_WINDOW_MS = CONVERSION_WINDOW_DAYS * DAY_MS;

const NOT_COUNTED = FILTER_REASONS.click_not_counted.code;
const LATE = FILTER_REASONS.late_conversion.code;
const REPEATED = FILTER_REASONS.repeated.code;

export type CountedConversion = {
  readonly visit: VisitRecord;
  readonly click: ClickId;
  readonly valueMicros: bigint | null;
};
export type CountedVisit = { readonly visit: VisitRecord; readonly click: ClickId };

export type VisitJudgeInput = {
  readonly adSets: ReadonlyMap<number, AdSetBook>;
  readonly campaignIds: ReadonlySet<number>;
  readonly seen: SeenPages;
  readonly parkedEvents: ParkedEvents;
  readonly parkedVisits: ParkedVisits;
  readonly facts: FactTable;
  readonly notes: CodeNotes;
  readonly examples: FilteredExamples;
  /** What was counted before, as `visitKey` and `conversionKey` name it; judging adds to it. */
  readonly known: Set<string>;
  readonly currency: string;
  readonly horizonMinute: number;
  readonly nowMs: number;
};

/**
 * Judges visits and conversions after a transaction's events, in their order: what delivery found; no click of this
 * network; a click of another campaign; after the window; a click that is not settled yet (parked) or was not counted;
 * repeated. What is left counts. None of it moves money.
 */
export class VisitJudge {
  readonly visits: CountedVisit[] = [];
  readonly conversions: CountedConversion[] = [];
  readonly #input: VisitJudgeInput;

  constructor(input: VisitJudgeInput) {
    this.#input = input;
  }

  /** One that has just come in. */
  fresh(stored: StoredVisit): void {
    const { visit } = stored;
    const { notes, campaignIds } = this.#input;
    // Delivery knew the campaign; no campaign is ever deleted.
    if (!campaignIds.has(visit.campaignId)) return;
    const note = notes.of('campaign', visit.campaignId);
    noteHit(note, visit.atMs);
    if (visit.reason === 0) noteSeen(note, visit.atMs);
    if (visit.kind !== VISIT_KINDS.visit && visit.kind !== VISIT_KINDS.conversion) return;
    if (visit.reason !== 0) this.#filter(visit, visit.reason);
    else if (visit.click !== null) this.#judge(stored, visit.click, true);
    else if (visit.kind === VISIT_KINDS.conversion) note.unattributed += 1;
  }

  /** One that waits for its click. @param mayWait false when its time is over */
  waiting(stored: StoredVisit, mayWait: boolean): void {
    if (stored.visit.click !== null) this.#judge(stored, stored.visit.click, mayWait);
  }

  #judge(stored: StoredVisit, click: ClickId, mayWait: boolean): void {
    const { visit } = stored;
    const { adSets, seen, known, parkedVisits, nowMs } = this.#input;
    const note = this.#input.notes.of('campaign', visit.campaignId);
    const adSet = adSets.get(click.adSetId);
    if (adSet?.campaign.campaignId !== visit.campaignId) {
      // A site with the codes of several campaigns reports to all of them: only one is meant.
      parkedVisits.remove(stored);
      if (visit.kind === VISIT_KINDS.conversion) noteProblem(note, 'other_campaign', visit.atMs);
      return;
    }
    if (visit.atMs - click.clickedAtMs > CONVERSION_WINDOW_MS) {
      this.#refuse(stored, LATE, 'late_conversion');
      return;
    }
    const { shard, minute, sequence } = click;
    const counted =
      sequenceInRange(sequence) &&
      seen.has(KIND_COUNTED_CLICK, pageKey(shard, minute, KIND_COUNTED_CLICK, sequence), sequence);
    if (!counted) {
      if (mayWait && this.#isUndecided(click) && parkedVisits.park(stored, nowMs)) return;
      this.#refuse(stored, NOT_COUNTED, 'click_not_counted');
      return;
    }
    parkedVisits.remove(stored);
    if (visit.kind === VISIT_KINDS.visit) {
      // Opening the landing page again is no other visit and nothing to complain of.
      if (known.has(visitKey(click))) return;
      known.add(visitKey(click));
      this.visits.push({ visit, click });
      note.visits += 1;
      this.#input.facts.add(this.#row(visit, click, 0), SUM.visits, 1);
    } else if (known.has(conversionKey(visit, click))) {
      this.#filter(visit, REPEATED);
    } else {
      known.add(conversionKey(visit, click));
      this.#count(visit, click);
    }
  }

  #count(visit: VisitRecord, click: ClickId): void {
    const note = this.#input.notes.of('campaign', visit.campaignId);
    const otherCurrency = visit.currency !== '' && visit.currency !== this.#input.currency;
    const valueMicros = otherCurrency ? null : visit.valueMicros;
    if (otherCurrency && visit.valueMicros !== null) {
      noteProblem(note, 'other_currency', visit.atMs, visit.currency);
    }
    this.conversions.push({ visit, click, valueMicros });
    note.conversions += 1;
    note.lastConversionMs = Math.max(note.lastConversionMs, visit.atMs);
    const row = this.#row(visit, click, 0);
    this.#input.facts.add(row, SUM.conversions, 1);
    if (valueMicros !== null) this.#addValue(row, Number(valueMicros));
  }

  /** The click may still be counted: it was not settled yet, or waits for its impression. */
  #isUndecided({ shard, minute, sequence }: ClickId): boolean {
    const { seen, parkedEvents, horizonMinute } = this.#input;
    if (minute < horizonMinute || !sequenceInRange(sequence)) return false;
    if (!seen.has(KIND_CLICK, pageKey(shard, minute, KIND_CLICK, sequence), sequence)) return true;
    return parkedEvents.isWaiting(shard, minute, sequence, KIND_CLICK);
  }

  #refuse(stored: StoredVisit, reason: number, problem: 'late_conversion' | 'click_not_counted'): void {
    const { visit } = stored;
    this.#input.parkedVisits.remove(stored);
    if (visit.kind !== VISIT_KINDS.conversion) return;
    noteProblem(this.#input.notes.of('campaign', visit.campaignId), problem, visit.atMs);
    this.#filter(visit, reason);
  }

  /** Only conversions are kept with a reason: a visit that does not count says no more than its click. */
  #filter(visit: VisitRecord, reason: number): void {
    if (visit.kind !== VISIT_KINDS.conversion) return;
    const { click } = visit;
    // A campaign's statistics show nothing of clicks that are not its own.
    if (click === null || this.#input.adSets.get(click.adSetId)?.campaign.campaignId !== visit.campaignId)
      return;
    // Beside the code stands what the report has, so only here: what names no click of the campaign is in neither.
    this.#input.notes.of('campaign', visit.campaignId).filtered += 1;
    this.#input.facts.add(this.#row(visit, click, reason), SUM.conversions, 1);
    this.#input.examples.conversion(visit, click, reason);
  }

  #row(visit: VisitRecord, click: ClickId, reason: number): number {
    const kind = reason === 0 ? ROW_COUNTED : ROW_FILTERED;
    return this.#input.facts.row(
      click.adSetId,
      click.creativeId,
      click.widgetId,
      click.countryLanguage,
      click.size,
      Math.floor(visit.atMs / QUARTER_HOUR_MS),
      click.device | (kind << 8) | (reason << 16),
    );
  }

  /** Sums are exact below 2^53 micros, nine billion dollars; what somebody made up beyond that adds nothing. */
  #addValue(row: number, micros: number): void {
    const before = this.#input.facts.sumAt(row, SUM.conversionValueMicros);
    if (Number.isSafeInteger(before + micros)) this.#input.facts.add(row, SUM.conversionValueMicros, micros);
  }
}
