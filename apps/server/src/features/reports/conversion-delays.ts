import type { ConversionDelays } from '@placard/contract/reports';
import { CONVERSION_DELAY_HOURS } from '@placard/domain/analytics/conversion-delay';
import { numberOfDay, startOfLocalDayMs } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { reportDays } from './report-days.ts';

/** Where steps after the first begin. */
const EDGES = CONVERSION_DELAY_HOURS.slice(1);

/**
 * How long after their clicks the conversions of these days came, of an advertiser's campaigns or one of them. As reports have them: by
 * the time of the conversion, and only those that count.
 * @throws AppError `invalid_input`; `campaign_not_found`, also for someone else's
 */
export async function readConversionDelays(
  deps: HasDb & HasClock,
  actor: Actor,
  {
    campaignId,
    ...days
  }: { readonly from: string; readonly to: string; readonly campaignId?: number | undefined },
): Promise<ConversionDelays> {
  const { from, to, timeZone } = reportDays(deps, actor, days);
  const { rows: campaigns } = await sql<{ id: number }>`
    select id from campaign where advertiser_id = ${actor.accountId} and id = coalesce(${campaignId ?? null}::int, id)`.execute(
    deps.db,
  );
  if (campaignId !== undefined && campaigns.length === 0) throw new AppError('campaign_not_found');
  const { rows } = await sql<{ step: number | null; conversions: string }>`
    select width_bucket(extract(epoch from converted_at - clicked_at) / 3600, ${EDGES}::numeric[]) as step,
           count(*) as conversions
      from campaign_conversion
     where campaign_id = any(${campaigns.map(({ id }) => id)}::int[])
       and converted_at >= ${new Date(startOfLocalDayMs(timeZone, numberOfDay(from)))}
       and converted_at < ${new Date(startOfLocalDayMs(timeZone, numberOfDay(to) + 1))}
     group by 1`.execute(deps.db);
  const counts = new Map(rows.map(({ step, conversions }) => [step, Number(conversions)]));
  return {
    items: CONVERSION_DELAY_HOURS.map((fromHours, step) => ({
      fromHours,
      conversions: counts.get(step) ?? 0,
    })),
    unknown: counts.get(null) ?? 0,
  };
}
