import type { Database } from '@placard/db/schema';
import type { Supply, SupplyWidget } from '@placard/domain/reach/supply';
import { DAY_MS } from '@placard/domain/time-zone';
import { type Kysely, sql } from 'kysely';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { readSupply } from '../../analytics/read-supply.ts';
import type { HasClock, HasDb } from '../../deps.ts';

/** Whole UTC days looked at. */
export const SUPPLY_DAYS = 7;
const FRESH_MS = 10 * 60_000;
/** An empty network's first traffic should not take ten minutes to be seen. */
const FRESH_EMPTY_MS = 60_000;

/**
 * The network's supply, read again when it is ten minutes old. Typing asks for it several times a second and by many
 * at once: they share one reading, and who comes while it is read anew gets the one before.
 */
export class SupplyCache {
  readonly #deps: HasDb & HasAnalytics & HasClock;
  #kept: { readonly supply: Supply; readonly untilMs: number; readonly readAtMs: number } | null = null;
  #reading: Promise<Supply> | null = null;

  constructor(deps: HasDb & HasAnalytics & HasClock) {
    this.#deps = deps;
  }

  async get(): Promise<Supply> {
    const nowMs = this.#deps.clock().getTime();
    const untilMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const kept = this.#kept;
    if (kept === null || kept.untilMs !== untilMs) return await this.#read(untilMs, nowMs);
    const freshMs = isEmpty(kept.supply) ? FRESH_EMPTY_MS : FRESH_MS;
    if (Math.abs(nowMs - kept.readAtMs) < freshMs) return kept.supply;
    if (isEmpty(kept.supply)) return await this.#read(untilMs, nowMs);
    // Whoever asks next gets the new one, or the fault.
    this.#read(untilMs, nowMs).catch(() => {
      this.#kept = null;
    });
    return kept.supply;
  }

  #read(untilMs: number, nowMs: number): Promise<Supply> {
    const { db, analytics } = this.#deps;
    this.#reading ??= readSupply(analytics, untilMs - SUPPLY_DAYS * DAY_MS, untilMs, (ids) =>
      readWidgets(db, ids),
    )
      .then((supply) => {
        this.#kept = { supply, untilMs, readAtMs: nowMs };
        return supply;
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }
}

function isEmpty({ cells }: Supply): boolean {
  return cells.requests.length === 0;
}

/** The driver takes what comes of one statement in one turn. */
const WIDGETS_AT_ONCE = 1_000;

type WidgetRow = Pick<SupplyWidget, 'type' | 'sizes'> & {
  id: number;
  website_id: number;
  floor: bigint | null;
};

/** Those of the widgets that may be filled now. */
async function readWidgets(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SupplyWidget>> {
  const widgets = new Map<number, SupplyWidget>();
  for (let from = 0; from < ids.length; from += WIDGETS_AT_ONCE) {
    const some = await readSomeWidgets(db, ids.slice(from, from + WIDGETS_AT_ONCE));
    for (const widget of some) widgets.set(widget.widgetId, widget);
  }
  return widgets;
}

async function readSomeWidgets(db: Kysely<Database>, ids: readonly number[]): Promise<SupplyWidget[]> {
  const { rows } = await sql<WidgetRow>`
    select w.id, w.website_id, w.type, w.floor_cpm_micros as floor,
           (select coalesce(jsonb_agg(jsonb_build_object('width', s.width_px, 'height', s.height_px)), '[]')
              from widget_size s where s.widget_id = w.id) as sizes
      from widget w
      join website p on p.id = w.website_id and p.status = 'active'
      join account u on u.id = p.publisher_id and u.status = 'active'
     where w.id = any(${ids}::int[]) and w.status = 'active'
  `.execute(db);
  return rows.map((row) => ({
    ...{ widgetId: row.id, websiteId: row.website_id, type: row.type },
    ...{ floorMicros: Number(row.floor ?? 0n), sizes: row.sizes },
  }));
}
