import type { CampaignFigures } from '@placard/contract/campaign-insight';
import type { Metric, MetricValue } from '@placard/domain/analytics/metrics';
import { dollarsFromMicros } from '@placard/domain/micros';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { runBreakdown } from '../../analytics/run-report.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { idsOf } from '../list-query.ts';
import { refusedToCaller } from '../reports/give-report.ts';
import { reportDays } from '../reports/report-days.ts';
import { readPacingToday } from './pacing-today.ts';

const METRICS = [
  'impressions',
  'viewableRate',
  'clicks',
  'ctr',
  'spend',
] as const satisfies readonly Metric[];

/**
 * Figures of the actor's campaigns within days of the account's zone, in the order of the ids, with one question to
 * analytics for all; and today against the plan. Someone else's and unknown campaigns are left out.
 * @throws AppError `invalid_input` for a range that is upside down or too long.
 */
export async function listCampaignFigures(
  deps: HasDb & HasClock & HasAnalytics,
  actor: Actor,
  input: { readonly ids: string; readonly from: string; readonly to: string },
): Promise<CampaignFigures[]> {
  const asked = idsOf(input.ids);
  const days = reportDays(deps, actor, input);
  const own = await ownCampaigns(deps, actor, asked);
  if (own.length === 0) return [];
  const [{ rows }, pacing] = await Promise.all([
    refusedToCaller(
      runBreakdown(
        deps,
        { advertiserId: actor.accountId },
        {
          metrics: METRICS,
          by: ['campaign'],
          ...days,
          filters: { campaign: own.map(String) },
          limit: own.length,
        },
      ),
    ),
    readPacingToday(deps, actor, own),
  ]);
  const figures = new Map(rows.map((row) => [row.dims.campaign, row.metrics]));
  return own.map((id) => {
    const metrics = figures.get(String(id)) ?? {};
    return {
      id,
      impressions: Number(metrics.impressions ?? 0),
      viewableRate: ratio(metrics.viewableRate),
      clicks: Number(metrics.clicks ?? 0),
      ctr: ratio(metrics.ctr),
      spend: typeof metrics.spend === 'bigint' ? dollarsFromMicros(metrics.spend) : 0,
      pacing: pacing.get(id) ?? null,
    };
  });
}

function ratio(value: MetricValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

async function ownCampaigns(deps: HasDb, actor: Actor, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await deps.db
    .selectFrom('campaign')
    .select('id')
    .where('id', 'in', ids)
    .where('advertiser_id', '=', actor.accountId)
    .execute();
  const own = new Set(rows.map((row) => row.id));
  return ids.filter((id) => own.has(id));
}
