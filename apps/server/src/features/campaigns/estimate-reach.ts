import type { ReachEstimate, reachQuestion } from '@placard/contract/campaign-insight';
import type { Database } from '@placard/db/schema';
import { priceMicrosOf } from '@placard/domain/decision/price';
import { dollarsFromMicros } from '@placard/domain/micros';
import { estimateReach, type ReachQuestion, twoDigits } from '@placard/domain/reach/estimate';
import { weekdayMaskOf } from '@placard/domain/targeting/schedule';
import { minuteOfTime } from '@placard/domain/targeting/time-of-day';
import { DAY_MS, localDayAt, localDayNumberAt, numberOfDay } from '@placard/domain/time-zone';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { microsOrNull } from '../dollars.ts';
import { minimumBidView } from '../minimum-bids/minimum-bid-view.ts';
import { readCardAt } from '../minimum-bids/read-cards.ts';
import { campaignOfAdSet } from './ad-set-record.ts';
import { SUPPLY_DAYS, type SupplyCache } from './supply-cache.ts';
import type { TypicalPrices } from './typical-prices.ts';

/**
 * What an ad set could reach on a day on which it runs, from the requests of the last seven whole days.
 * @throws AppError `ad_set_not_found` for somebody else's ad set.
 */
export async function giveReachEstimate(
  deps: HasDb & HasClock & { readonly supply: SupplyCache; readonly typicalPrices: TypicalPrices },
  actor: Actor,
  input: z.output<typeof reachQuestion>,
): Promise<ReachEstimate> {
  const nowMs = deps.clock().getTime();
  const ofAdSet = input.adSetId === null ? [] : await sizesOfAdSet(deps.db, actor, input.adSetId);
  const [supply, rateCard, bidCard, typical] = await Promise.all([
    deps.supply.get(),
    readRateCard(deps.db),
    readCardAt(deps.db, nowMs),
    deps.typicalPrices(actor.accountId, input.objective),
  ]);
  const bid = microsOrNull(input.bid);
  const reach = estimateReach(supply, {
    objective: input.objective,
    priceMicros: priceMicrosOf(input.objective, bid === null ? null : Number(bid), rateCard),
    bidCard,
    totalBudgetMicros: microsOrNull(input.totalBudget),
    dailyBudgetMicros: microsOrNull(input.dailyBudget),
    locations: input.locations,
    devices: input.devices,
    sizes: [...input.sizes, ...ofAdSet],
    schedule: scheduleOf(input),
    timeZone: actor.timeZone,
    today: localDayNumberAt(actor.timeZone, nowMs),
  });
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const { affordable } = reach;
  return {
    basis: supply.fromMs === supply.untilMs ? 'no_data' : 'measured',
    from: localDayAt('UTC', today - SUPPLY_DAYS * DAY_MS),
    to: localDayAt('UTC', today - 1),
    views: twoDigits(reach.views),
    viewsOfMostDays: {
      low: twoDigits(reach.viewsOfMostDays.low, Math.floor),
      high: twoDigits(reach.viewsOfMostDays.high, Math.ceil),
    },
    websites: twoDigits(reach.websites),
    widgets: twoDigits(reach.widgets),
    affordable:
      affordable === null
        ? null
        : {
            budgetPerDay: dollarsFromMicros(affordable.budgetMicros),
            viewables: twoDigits(affordable.viewables),
            clicks: affordable.clicks === null ? null : twoDigits(affordable.clicks),
          },
    limitedBy: supply.fromMs === supply.untilMs ? null : reach.limitedBy,
    networkRate: dollarsFromMicros(BigInt(priceMicrosOf(input.objective, null, rateCard))),
    minimumBid: minimumBidView(bidCard, input),
    typicalPrice:
      typical === null
        ? null
        : {
            low: dollarsFromMicros(BigInt(typical.lowMicros)),
            high: dollarsFromMicros(BigInt(typical.highMicros)),
          },
    languagesIgnored: input.languages.length > 0,
  };
}

function scheduleOf(input: z.output<typeof reachQuestion>): ReachQuestion['schedule'] {
  return {
    startDay: numberOfDay(input.startDate),
    endDay: input.endDate === null ? null : numberOfDay(input.endDate),
    startMinute: minuteOfTime(input.startTime),
    endMinute: minuteOfTime(input.endTime),
    weekdayMask: weekdayMaskOf(input.daysOfWeek),
  };
}

async function readRateCard(db: Kysely<Database>) {
  const card = await db
    .selectFrom('network_settings')
    .select(['cpm_micros', 'cpc_micros'])
    .executeTakeFirstOrThrow();
  return { cpmMicros: Number(card.cpm_micros), cpcMicros: Number(card.cpc_micros) };
}

/** Sizes of the creatives assigned to the actor's ad set; none while there is no creative. */
async function sizesOfAdSet(
  db: Kysely<Database>,
  actor: Actor,
  adSetId: number,
): Promise<ReachQuestion['sizes']> {
  await campaignOfAdSet(db, actor, adSetId);
  return await db
    .selectFrom('creative_ad_set')
    .innerJoin('creative', 'creative.id', 'creative_ad_set.creative_id')
    .select(['creative.width_px as width', 'creative.height_px as height'])
    .distinct()
    .where('creative_ad_set.ad_set_id', '=', adSetId)
    .where('creative.status', '<>', 'archived')
    .execute();
}
