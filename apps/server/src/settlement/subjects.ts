import { TOKEN_EVENT_AT as AT } from '@placard/contract/wire/event-record';
import { u48At } from '@placard/contract/wire/layout';
import { QUARTER_HOUR_MS } from '@placard/domain/time-zone';

/** Whom records name, and when they happened: what must be read before they are judged or settled. */
export class Subjects {
  readonly adSetIds = new Set<number>();
  readonly widgetIds = new Set<number>();
  firstQuarter = Number.MAX_SAFE_INTEGER;
  lastQuarter = 0;
  #recentAdSetId = 0;
  #recentWidgetId = 0;

  /** A token event. */
  event(view: DataView, offset: number): void {
    this.quarter(view, offset + AT.eventAtMs);
    const adSetId = view.getUint32(offset + AT.adSetId);
    if (adSetId !== this.#recentAdSetId) {
      this.#recentAdSetId = adSetId;
      this.adSetIds.add(adSetId);
    }
    this.widget(view.getUint32(offset + AT.widgetId));
  }

  widget(widgetId: number): void {
    if (widgetId === this.#recentWidgetId) return;
    this.#recentWidgetId = widgetId;
    this.widgetIds.add(widgetId);
  }

  /** @param timeAt where its milliseconds are, 48 bits */
  quarter(view: DataView, timeAt: number): void {
    const quarter = Math.floor(u48At(view, timeAt) / QUARTER_HOUR_MS);
    if (quarter < this.firstQuarter) this.firstQuarter = quarter;
    if (quarter > this.lastQuarter) this.lastQuarter = quarter;
  }
}
