import { REPORT_MAX_DAYS } from '@placard/domain/day-bounds';
import type { Micros } from '@placard/domain/micros';
import { dayOfNumber, numberOfDay } from '@placard/domain/time-zone';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { MAX_ROWS } from '../../analytics/run-report.ts';
import type { Actor } from '../../deps.ts';
import { answer } from '../reports/give-report.ts';

/** By ad set and the day's number. */
export type UnpaidDays = ReadonlyMap<number, ReadonlyMap<number, Micros>>;

/** Ad sets and days with something unpaid are few; more than these belong to no chart. */
const MOST_PAGES = 20;

/**
 * What each ad set of a campaign was shown for free beyond a budget or the wallet, by day, from the reports, some seconds
 * behind. Days are asked for as many at a time as a report covers.
 */
export async function readUnpaidDays(
  deps: HasAnalytics,
  actor: Actor,
  of: { readonly campaignId: number; readonly firstDay: number; readonly lastDay: number },
): Promise<UnpaidDays> {
  const unpaid = new Map<number, Map<number, Micros>>();
  for (let firstDay = of.firstDay; firstDay <= of.lastDay; firstDay += REPORT_MAX_DAYS) {
    const lastDay = Math.min(of.lastDay, firstDay + REPORT_MAX_DAYS - 1);
    await addStretch(deps, actor, { ...of, firstDay, lastDay }, unpaid);
  }
  return unpaid;
}

async function addStretch(
  deps: HasAnalytics,
  actor: Actor,
  of: { readonly campaignId: number; readonly firstDay: number; readonly lastDay: number },
  unpaid: Map<number, Map<number, Micros>>,
): Promise<void> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { rows } = await answer(
      deps,
      { advertiserId: actor.accountId },
      {
        metrics: ['overDeliveredValue'],
        by: ['adSet', 'date'],
        ...{ from: dayOfNumber(of.firstDay), to: dayOfNumber(of.lastDay), timeZone: actor.timeZone },
        filters: { campaign: [String(of.campaignId)] },
        // Largest first: what follows a nothing is nothing.
        sort: { key: 'overDeliveredValue', descending: true },
        ...{ limit: MAX_ROWS, offset: page * MAX_ROWS },
      },
    );
    for (const { dims, metrics } of rows) {
      const value = metrics.overDeliveredValue;
      if (typeof value !== 'bigint' || value <= 0n) return;
      const id = Number(dims.adSet);
      const days = unpaid.get(id) ?? new Map<number, Micros>();
      unpaid.set(id, days.set(numberOfDay(dims.date ?? ''), value));
    }
    if (rows.length < MAX_ROWS) return;
  }
}
