import type { ClickId } from '@placard/contract/wire/click-id';
import type { VisitRecord } from '@placard/contract/wire/collect-record';
import { TOKEN_EVENT_AT as AT } from '@placard/contract/wire/event-record';
import { lettersOf } from '@placard/contract/wire/layout';
import { FILTER_REASON_KEYS, FILTER_REASONS } from '@placard/domain/filter-reason';
import { EXAMPLE_EVERY_MS, TRAFFIC_KIND_CODES } from '@placard/domain/traffic/event-sample';
import type { PoolClient } from 'pg';
import { timeMsAt } from './records.ts';

type Example = {
  readonly shard: number;
  readonly at: string;
  readonly kind: number;
  readonly reason: number;
  readonly widget_id: number;
  readonly country: string;
};

/** Codes of the reasons that are judged here: of the others ad servers keep examples, with where they came from. */
const JUDGED_HERE: ReadonlySet<number> = new Set(
  FILTER_REASON_KEYS.flatMap((key) =>
    FILTER_REASONS[key].judge === 'settlement' ? [FILTER_REASONS[key].code] : [],
  ),
);

/** Letters are the upper half of country and language. */
const COUNTRY_SHIFT = 16;

/**
 * An example a minute of each reason that settlement filters for, of events and of conversions each: what the record says
 * and no more, so no network, browser or page. Stored with the transaction that judged it: once or not at all.
 */
export class FilteredExamples {
  /** When the next may be taken, by reason; conversions have places of their own. */
  readonly #dueMs = { event: new Map<number, number>(), conversion: new Map<number, number>() };
  #taken: Example[] = [];
  #nowMs = 0;

  /** A transaction begins. */
  begin(nowMs: number): void {
    this.#nowMs = nowMs;
    this.#taken = [];
  }

  /** @param offset of the token event that is filtered */
  event(view: DataView, offset: number, reason: number): void {
    if (!this.#isDue('event', reason)) return;
    this.#taken.push({
      reason,
      shard: view.getUint16(offset + AT.shard),
      at: new Date(timeMsAt(view, offset)).toISOString(),
      kind: view.getUint8(offset + AT.kind),
      widget_id: view.getUint32(offset + AT.widgetId),
      country: lettersOf(view.getUint16(offset + AT.country)),
    });
  }

  conversion(visit: VisitRecord, click: ClickId, reason: number): void {
    if (!JUDGED_HERE.has(reason) || !this.#isDue('conversion', reason)) return;
    this.#taken.push({
      reason,
      shard: click.shard,
      at: new Date(visit.atMs).toISOString(),
      kind: TRAFFIC_KIND_CODES.conversion,
      widget_id: click.widgetId,
      country: lettersOf(click.countryLanguage >>> COUNTRY_SHIFT),
    });
  }

  /** Writes the few that were taken, in the transaction. */
  async store(client: PoolClient): Promise<void> {
    if (this.#taken.length === 0) return;
    await client.query({
      name: 'settlement-filtered-examples',
      text: `insert into traffic_sample (shard, at, kind, reason, weight, widget_id, network, user_agent, page_host, country, charge_micros)
             select shard, at, kind, reason, 0, widget_id, '', '', '', country, 0
               from jsonb_to_recordset($1) as e
                    (shard integer, at timestamptz, kind smallint, reason smallint, widget_id integer, country text)`,
      values: [JSON.stringify(this.#taken)],
    });
  }

  #isDue(of: 'event' | 'conversion', reason: number): boolean {
    const due = this.#dueMs[of];
    if (this.#nowMs < (due.get(reason) ?? 0)) return false;
    due.set(reason, this.#nowMs + EXAMPLE_EVERY_MS);
    return true;
  }
}
