import type { Objective } from '@placard/domain/campaign/rules';
import { type TypicalPrice, typicalPrice } from '@placard/domain/reach/typical-price';
import { addDays, localDayAt } from '@placard/domain/time-zone';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { runBreakdown } from '../../analytics/run-report.ts';
import type { HasClock, HasDb } from '../../deps.ts';
import { keptFor } from '../../fairness/kept.ts';

/** Days looked at, today included. */
const PRICE_DAYS = 30;
/** Campaigns looked at, those that spent most. */
const MOST_CAMPAIGNS = 5_000;
const FRESH_MS = 10 * 60_000;

type Paid = { readonly advertiserId: number; readonly objective: Objective; readonly priceMicros: number };
type Deps = HasDb & HasClock & HasAnalytics;

/** What other accounts typically pay by an objective; `null` while too few of them paid anything lately. */
export type TypicalPrices = (advertiserId: number, objective: Objective) => Promise<TypicalPrice | null>;

/** One question to analytics for all who type, answered anew every ten minutes. Each account counts once. */
export function createTypicalPrices(deps: Deps): TypicalPrices {
  const paid = keptFor(
    FRESH_MS,
    () => deps.clock().getTime(),
    () => readPaid(deps),
  );
  return async (advertiserId, objective) =>
    typicalPrice(
      (await paid())
        .filter((one) => one.objective === objective && one.advertiserId !== advertiserId)
        .map((one) => one.priceMicros),
    );
}

/** By account and objective: what was charged for a click or for 1,000 viewable impressions, on the whole. */
async function readPaid(deps: Deps): Promise<Paid[]> {
  const today = localDayAt('UTC', deps.clock().getTime());
  const { rows } = await runBreakdown(
    deps,
    { network: true },
    {
      metrics: ['spend', 'clicks', 'viewableImpressions'],
      by: ['campaign'],
      from: addDays(today, 1 - PRICE_DAYS),
      to: today,
      timeZone: 'UTC',
      limit: MOST_CAMPAIGNS,
    },
  );
  const ids = rows.map((row) => Number(row.dims.campaign));
  if (ids.length === 0) return [];
  const campaigns = await deps.db
    .selectFrom('campaign')
    .select(['id', 'advertiser_id', 'objective'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(campaigns.map((campaign) => [String(campaign.id), campaign]));
  const sums = new Map<string, { of: Omit<Paid, 'priceMicros'>; charged: number; units: number }>();
  for (const { dims, metrics } of rows) {
    const campaign = byId.get(dims.campaign ?? '');
    if (campaign === undefined) continue;
    const { advertiser_id: advertiserId, objective } = campaign;
    const key = `${objective} ${advertiserId}`;
    const sum = sums.get(key) ?? { of: { advertiserId, objective }, charged: 0, units: 0 };
    sum.charged += Number(metrics.spend ?? 0n);
    sum.units +=
      objective === 'TRAFFIC'
        ? Number(metrics.clicks ?? 0)
        : Number(metrics.viewableImpressions ?? 0) / 1_000;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .filter(({ charged, units }) => charged > 0 && units > 0)
    .map(({ of, charged, units }) => ({ ...of, priceMicros: charged / units }));
}
