import { TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import { TOKEN_EVENT_AT as AT } from '@placard/contract/wire/event-record';
import { u48At } from '@placard/contract/wire/layout';
import { ROW_COUNTED, ROW_FILTERED } from '@placard/domain/analytics/facts';
import { dueForViewable, publisherPart } from '@placard/domain/ledger/charging';
import { QUARTER_HOUR_MS } from '@placard/domain/time-zone';
import { type AdSetBook, chargeAdSet } from './books.ts';
import { type FactTable, SUM } from './fact-table.ts';
import type { Verdicts } from './judge.ts';
import { KIND_CLICK, KIND_IMPRESSION, KIND_VIEWABLE, timeMsAt } from './records.ts';

/** Counts and prices what was judged, in the order in which it was; what it costs depends on nothing but its advertiser's events. */
export class Charger implements Verdicts {
  readonly facts: FactTable;
  chargedMicros = 0;
  readonly #adSets: ReadonlyMap<number, AdSetBook>;

  /** @param facts where it is added up */
  constructor(adSets: ReadonlyMap<number, AdSetBook>, facts: FactTable) {
    this.#adSets = adSets;
    this.facts = facts;
  }

  counted(_bytes: Uint8Array, view: DataView, offset: number): void {
    const adSet = this.#adSets.get(view.getUint32(offset + AT.adSetId));
    if (adSet === undefined) throw new Error('an event of an unknown ad set was counted');
    adSet.touched = true;
    const kind = view.getUint8(offset + AT.kind);
    const row = this.#row(view, offset, ROW_COUNTED, 0);
    if (kind === KIND_IMPRESSION) {
      adSet.impressions += 1;
      this.facts.add(row, SUM.impressions, 1);
      return;
    }
    const isCpc = (view.getUint8(offset + AT.flags) & TOKEN_FLAG_CPC) !== 0;
    if (kind === KIND_CLICK) {
      adSet.clicks += 1;
      this.facts.add(row, SUM.clicks, 1);
      if (isCpc) this.#charge(view, offset, row, adSet, priceAt(view, offset));
      return;
    }
    adSet.viewables += 1;
    this.facts.add(row, SUM.viewables, 1);
    if (isCpc) return;
    const { dueMicros, carryThousandths } = dueForViewable(priceAt(view, offset), adSet.carryThousandths);
    adSet.carryThousandths = carryThousandths;
    this.#charge(view, offset, row, adSet, dueMicros);
  }

  filtered(_bytes: Uint8Array, view: DataView, offset: number, reason: number): void {
    const row = this.#row(view, offset, ROW_FILTERED, reason);
    const kind = view.getUint8(offset + AT.kind);
    if (kind === KIND_IMPRESSION) this.facts.add(row, SUM.impressions, 1);
    else if (kind === KIND_VIEWABLE) this.facts.add(row, SUM.viewables, 1);
    else this.facts.add(row, SUM.clicks, 1);
  }

  #charge(view: DataView, offset: number, row: number, adSet: AdSetBook, dueMicros: number): void {
    const quarter = Math.floor(timeMsAt(view, offset) / QUARTER_HOUR_MS);
    const charged = chargeAdSet(adSet, adSet.campaign.wallet.zone.dayOfQuarter(quarter), dueMicros);
    if (charged < dueMicros) {
      this.facts.add(row, SUM.overDelivered, 1);
      this.facts.add(row, SUM.overDeliveredMicros, dueMicros - charged);
    }
    this.chargedMicros += charged;
    this.facts.add(row, SUM.chargedMicros, charged);
    // The share is taken of each charge, not of their sum: so it does not matter which events are settled together.
    this.facts.add(row, SUM.publisherMicros, publisherPart(charged, view.getUint16(offset + AT.shareBp)));
  }

  #row(view: DataView, offset: number, kind: number, code: number): number {
    return this.facts.row(
      view.getUint32(offset + AT.adSetId),
      view.getUint32(offset + AT.creativeId),
      view.getUint32(offset + AT.widgetId),
      view.getUint32(offset + AT.country),
      view.getUint32(offset + AT.widthPx),
      Math.floor(timeMsAt(view, offset) / QUARTER_HOUR_MS),
      (view.getUint8(offset + AT.device) & 3) | (kind << 8) | (code << 16),
    );
  }
}

function priceAt(view: DataView, offset: number): number {
  return u48At(view, offset + AT.priceMicros);
}
