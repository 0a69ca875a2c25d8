import {
  HOUR_LOOKED_AT_AFTER_MS,
  HOUR_QUIET_MS,
  hourSpendSpike,
  SPIKE_LEAST_MORE_MICROS,
  SPIKE_LOOKS_BACK_DAYS,
} from '@placard/domain/campaign/spend-spike';
import type { Micros } from '@placard/domain/micros';
import { addDays, DAY_MS, type LocalDay, localDayAt, offsetMinutesAt } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { HasAnalytics } from '../analytics/open-analytics.ts';
import { MAX_ROWS, runBreakdown } from '../analytics/run-report.ts';
import type { HasClock, HasDb, HasUrls } from '../deps.ts';
import { eachAlone } from '../features/each-alone.ts';
import { tellSpike } from './tell-spikes.ts';

type Deps = HasDb & HasClock & HasAnalytics & Pick<HasUrls, 'publicUrl'>;
type Campaign = { readonly id: number; readonly name: string; readonly advertiserId: number };
type Watched = Campaign & { readonly timeZone: string };
/** An hour of the clock of an account's zone. */
type Hour = { readonly day: LocalDay; readonly hour: number };

/** Of one advertiser: their hours of fifteen days are no more rows than a report gives. */
const MOST_LOOKED_AT = 200;
const HOUR_MS = 3_600_000;

/**
 * Tells advertisers whose campaign has spent far more in an hour than it usually does in it, unless the day's spike, or
 * one shortly before, was told already. Hours come from the reports, some seconds behind.
 * @returns of how many campaigns somebody was told
 */
export async function tellHourSpikes(deps: Deps): Promise<number> {
  const now = deps.clock();
  const byAdvertiser = Map.groupBy(await watchedCampaigns(deps, now), ({ advertiserId }) => advertiserId);
  const told = await eachAlone(
    byAdvertiser.values(),
    'advertisers could not be told of an hour',
    async (own) => {
      let ofOwn = 0;
      const campaigns = own.slice(0, MOST_LOOKED_AT);
      const hours = hoursToLookAt(own[0]?.timeZone ?? 'UTC', now.getTime());
      const spent = await readHours(deps, campaigns, hours);
      for (const campaign of campaigns) {
        const found = hours.map((hour) => spikeOf(spent.get(campaign.id) ?? new Map(), hour));
        const spike = found.find((each) => each !== null);
        if (spike === undefined || spike === null) continue;
        if (await tellSpike(deps, campaign, { span: 'hour', ...spike }, now)) ofOwn += 1;
      }
      return ofOwn;
    },
  );
  return told.reduce((sum, ofOwn) => sum + ofOwn, 0);
}

/** Active campaigns with enough spend yesterday or today for a spike and none told lately, the largest spend first. */
async function watchedCampaigns({ db }: HasDb, now: Date): Promise<readonly Watched[]> {
  const { rows } = await sql<Watched>`
    select c.id, c.name, c.advertiser_id as "advertiserId", o.time_zone as "timeZone"
      from campaign c
      join account o on o.id = c.advertiser_id and o.status = 'active'
      join ad_set a on a.campaign_id = c.id
      join ad_set_day_spend d on d.ad_set_id = a.id
       and d.day >= day_in_zone(${now}, o.time_zone) - 1
     where c.status = 'active'
       and not exists (select from account_member m
                         join notification n on n.user_id = m.user_id and n.account_id = m.account_id
                        where m.account_id = o.id and n.kind = 'campaign.spike'
                          and starts_with(n.dedup_key, c.id || ':')
                          and n.created_at > ${new Date(now.getTime() - HOUR_QUIET_MS)})
     group by c.id, o.time_zone
    having sum(d.spent_micros) >= ${SPIKE_LEAST_MORE_MICROS}::int8
     order by sum(d.spent_micros) desc, c.id`.execute(db);
  return rows;
}

/** The one that runs, and that of a little while ago, which may have ended since the last look. */
function hoursToLookAt(timeZone: string, nowMs: number): Hour[] {
  const [running, ended] = [nowMs, nowMs - HOUR_LOOKED_AT_AFTER_MS].map((atMs) => hourAt(timeZone, atMs));
  if (running === undefined || ended === undefined) return [];
  return running.hour === ended.hour ? [running] : [running, ended];
}

function hourAt(timeZone: string, atMs: number): Hour {
  const local = atMs + offsetMinutesAt(timeZone, atMs) * 60_000;
  return { day: localDayAt(timeZone, atMs), hour: Math.floor((local % DAY_MS) / HOUR_MS) };
}

/** Micros by campaign and `day hour`. */
type SpentByHour = ReadonlyMap<string, Micros>;

async function readHours(
  deps: Deps,
  campaigns: readonly Watched[],
  hours: readonly Hour[],
): Promise<ReadonlyMap<number, SpentByHour>> {
  const [of] = campaigns;
  const [last, first = last] = hours;
  if (of === undefined || last === undefined || first === undefined) return new Map();
  const { rows } = await runBreakdown(
    deps,
    { advertiserId: of.advertiserId },
    {
      metrics: ['spend'],
      by: ['date', 'campaign', 'hourOfDay'],
      from: addDays(first.day, -SPIKE_LOOKS_BACK_DAYS),
      to: last.day,
      timeZone: of.timeZone,
      filters: {
        campaign: campaigns.map(({ id }) => String(id)),
        hourOfDay: hours.map(({ hour }) => String(hour)),
      },
      limit: MAX_ROWS,
    },
  );
  const spent = new Map<number, Map<string, Micros>>();
  for (const { dims, metrics } of rows) {
    const id = Number(dims.campaign);
    const ofCampaign = spent.get(id) ?? new Map<string, Micros>();
    const { spend } = metrics;
    spent.set(id, ofCampaign.set(`${dims.date} ${dims.hourOfDay}`, typeof spend === 'bigint' ? spend : 0n));
  }
  return spent;
}

function spikeOf(spent: SpentByHour, { day, hour }: Hour) {
  const inHour = (daysAgo: number) => spent.get(`${addDays(day, -daysAgo)} ${hour}`) ?? 0n;
  const before = Array.from({ length: SPIKE_LOOKS_BACK_DAYS }, (_, index) => inHour(index + 1));
  const micros = inHour(0);
  const spike = hourSpendSpike(micros, before);
  return spike === null ? null : { day, micros, usualMicros: spike.usualMicros };
}
