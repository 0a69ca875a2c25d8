import type { PacedAdSet, Pacing } from '@placard/contract/diagnosis';
import { MAX_OPEN_AD_SETS } from '@placard/domain/campaign/rules';
import { CAMPAIGN_MAX_DAYS } from '@placard/domain/day-bounds';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { FlightPlan, hourEndsOf, paceState, plannedBy } from '@placard/domain/pacing/day-plan';
import { OPEN_END_DAYS } from '@placard/domain/pacing/plan';
import { dayOfNumber, numberOfDay, offsetMinutesAt, startOfLocalDayMs } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { breather } from '../../fairness/breather.ts';
import { scheduleOfRow } from '../../pacing/schedule-of-row.ts';
import { type AdSetRecord, loadAdSets } from '../campaigns/ad-set-record.ts';
import { type CampaignRecord, loadCampaign, todayOf } from '../campaigns/campaign-record.ts';
import { answer } from '../reports/give-report.ts';
import { readUnpaidDays } from './unpaid-days.ts';

/** A longer flight shows its days around today. */
const DAYS_BEFORE = 180;
const DAYS_AFTER = 185;
/** By the hour, an hour lived twice included; with as many archived ad sets that ran today. A report gives at most 10,000. */
const MOST_ROWS = MAX_OPEN_AD_SETS * 2 * 25;
const HOURS_A_DAY = 25;
/** Of all ad sets' days together: more points than any chart has pixels only make the answer long. */
const MOST_POINTS = 20_000;

type Deps = HasDb & HasClock & HasAnalytics;

/**
 * Spent against plan, for each ad set that is not archived: today by hour, from what the day began with, and the
 * flight by day, as it would have gone had every day gone as planned.
 * @throws AppError `campaign_not_found`
 */
export async function readPacing(deps: Deps, actor: Actor, input: { readonly id: number }): Promise<Pacing> {
  const now = deps.clock();
  const today = todayOf(deps, actor);
  const campaign = await loadCampaign(deps.db, actor, input.id, today);
  const records = await loadAdSets(deps.db, actor, { campaignId: input.id }, today);
  const shown = records.filter(({ archived_at }) => archived_at === null);
  const flight = flightOf(campaign, shown, { timeZone: actor.timeZone, today });
  const [days, unpaid, hours] = await Promise.all([
    readDays(deps, shown, flight),
    readUnpaidDays(deps, actor, {
      ...{ campaignId: input.id, firstDay: flight.firstDay },
      lastDay: Math.min(flight.lastDay, flight.todayNumber),
    }),
    readHours(deps, actor, { campaignId: input.id, today }),
  ]);
  const { currency } = await deps.db
    .selectFrom('network_settings')
    .select('currency')
    .executeTakeFirstOrThrow();
  const spentBefore = shown.map((adSet) => adSet.spent_micros - adSet.spent_today_micros);
  const plan = new FlightPlan(flight.adSets, flight.limits);
  const todays = campaign.status === 'active' ? plan.ofDay(flight.todayNumber, spentBefore) : [];
  const breathe = breather();
  const planned = await plannedDays(plan, flight, breathe);
  const adSets: PacedAdSet[] = [];
  for (const [index, adSet] of shown.entries()) {
    adSets.push(
      pacedAdSet(adSet, flight, {
        nowMs: now.getTime(),
        index,
        budgetMicros: todays[index] ?? 0n,
        planned,
        spentByDay: days.get(adSet.id) ?? new Map(),
        unpaidByDay: unpaid.get(adSet.id) ?? new Map(),
        spentByHour: hours.get(adSet.id) ?? new Map(),
      }),
    );
    await breathe(planned.length + HOURS_A_DAY);
  }
  return { timeZone: actor.timeZone, currency, today, updatedAt: now.toISOString(), adSets };
}

type Flight = ReturnType<typeof flightOf>;

/** What should have been spent by the end of a day, by each ad set's index. */
type PlannedBy = { readonly dayNumber: number; readonly micros: readonly Micros[] };

/** Which days are shown: those around today, and of many ad sets not each. */
function shownDays({ firstDay, lastDay, todayNumber, adSets }: Flight) {
  const shownFrom = Math.max(firstDay, todayNumber - DAYS_BEFORE);
  return {
    shownFrom,
    step: Math.max(1, Math.ceil(((lastDay - shownFrom + 1) * adSets.length) / MOST_POINTS)),
  };
}

async function plannedDays(
  plan: FlightPlan,
  flight: Flight,
  breathe: (steps: number) => Promise<void>,
): Promise<PlannedBy[]> {
  const { firstDay, lastDay, todayNumber } = flight;
  const { shownFrom, step } = shownDays(flight);
  let dayNumber = firstDay;
  let sums: Micros[] = flight.adSets.map(() => 0n);
  const shown: PlannedBy[] = [];
  for (const planned of plan.ofDays(firstDay, lastDay)) {
    sums = sums.map((sum, index) => sum + (planned[index] ?? 0n));
    // Counted from today, so that today is one of them; and the flight's end.
    const isStep = (dayNumber - todayNumber) % step === 0 || dayNumber === lastDay;
    if (dayNumber >= shownFrom && isStep) shown.push({ dayNumber, micros: sums });
    dayNumber += 1;
    await breathe(flight.adSets.length);
  }
  return shown;
}

function flightOf(
  campaign: CampaignRecord,
  records: readonly AdSetRecord[],
  at: { readonly timeZone: string; readonly today: string },
) {
  const startDay = numberOfDay(campaign.start_date);
  const todayNumber = numberOfDay(at.today);
  // One without an end may have begun long ago.
  const firstDay = Math.max(startDay, todayNumber - CAMPAIGN_MAX_DAYS);
  const endDay = campaign.end_date === null ? null : numberOfDay(campaign.end_date);
  const openEnd = Math.max(todayNumber, firstDay + OPEN_END_DAYS - 1);
  return {
    firstDay,
    lastDay: Math.min(endDay ?? openEnd, Math.max(todayNumber, firstDay) + DAYS_AFTER),
    todayNumber,
    timeZone: at.timeZone,
    adSets: records.map((record) => ({
      adSetId: record.id,
      schedule: scheduleOfRow(campaign, record),
      totalMicros: record.total_budget_micros,
      dailyMicros: record.daily_budget_micros,
    })),
    limits: {
      timeZone: at.timeZone,
      // What archived ad sets have spent is gone for those that are left.
      campaignTotalMicros: campaign.total_budget_micros - campaign.spent_micros + spentOf(records),
      campaignDailyMicros: campaign.daily_budget_micros,
    },
  };
}

function spentOf(records: readonly AdSetRecord[]): Micros {
  return records.reduce((sum, { spent_micros }) => sum + spent_micros, 0n);
}

type Figures = {
  readonly nowMs: number;
  readonly index: number;
  /** What today should cost. */
  readonly budgetMicros: Micros;
  readonly planned: readonly PlannedBy[];
  /** By the number of the shown day that it counts towards. */
  readonly spentByDay: ReadonlyMap<number, Micros>;
  /** By the day's number, whether it is shown or not. */
  readonly unpaidByDay: ReadonlyMap<number, Micros>;
  /** By the local hour's name, 0 … 23. */
  readonly spentByHour: ReadonlyMap<number, Micros>;
};

function pacedAdSet(record: AdSetRecord, flight: Flight, figures: Figures): PacedAdSet {
  const { budgetMicros, nowMs } = figures;
  const adSet = flight.adSets[figures.index];
  const day = { dayNumber: flight.todayNumber, budgetMicros };
  const plannedMicros =
    adSet === undefined ? 0n : plannedBy(adSet, flight.timeZone, { ...day, untilMs: nowMs });
  const spentMicros = record.spent_today_micros;
  return {
    id: record.id,
    name: record.name,
    state: paceState({ budgetMicros, plannedMicros, spentMicros }),
    todayBudget: dollarsFromMicros(budgetMicros),
    todaySpent: dollarsFromMicros(spentMicros),
    todayPlanned: dollarsFromMicros(plannedMicros),
    totalBudget: dollarsFromMicros(record.total_budget_micros),
    totalSpent: dollarsFromMicros(record.spent_micros),
    hours: adSet === undefined ? [] : hoursOf(adSet, flight, figures),
    days: daysOf(flight, figures),
  };
}

function hoursOf(adSet: Flight['adSets'][number], flight: Flight, figures: Figures): PacedAdSet['hours'] {
  const { timeZone, todayNumber } = flight;
  const startMs = startOfLocalDayMs(timeZone, todayNumber);
  const counted = new Set<number>();
  let spent = 0n;
  const points = hourEndsOf(timeZone, todayNumber).map((untilMs) => {
    const hour = localHour(timeZone, untilMs - 1);
    // An hour that is lived twice has one name: its spend is shown once.
    if (!counted.has(hour)) spent += figures.spentByHour.get(hour) ?? 0n;
    counted.add(hour);
    const planned = plannedBy(adSet, timeZone, {
      ...{ dayNumber: todayNumber, budgetMicros: figures.budgetMicros, untilMs },
    });
    const begun = Math.max(startMs, untilMs - 3_600_000) <= figures.nowMs;
    return {
      at: civilTime(timeZone, untilMs),
      planned: dollarsFromMicros(planned),
      spent: begun ? dollarsFromMicros(spent) : null,
    };
  });
  return [{ at: civilTime(timeZone, startMs), planned: 0, spent: 0 }, ...points];
}

/** '2026-05-13T09:00', as the account's clock shows it. */
function civilTime(timeZone: string, epochMs: number): string {
  return new Date(epochMs + offsetMinutesAt(timeZone, epochMs) * 60_000).toISOString().slice(0, 16);
}

function daysOf(flight: Flight, { planned, spentByDay, unpaidByDay, index }: Figures): PacedAdSet['days'] {
  let spent = 0n;
  let unpaid = 0n;
  const unpaidDays = [...unpaidByDay].sort(([one], [other]) => one - other);
  let next = 0;
  return planned.map(({ dayNumber, micros }) => {
    spent += spentByDay.get(dayNumber) ?? 0n;
    for (; (unpaidDays[next]?.[0] ?? Number.POSITIVE_INFINITY) <= dayNumber; next += 1) {
      unpaid += unpaidDays[next]?.[1] ?? 0n;
    }
    const isOver = dayNumber <= flight.todayNumber;
    return {
      at: dayOfNumber(dayNumber),
      planned: dollarsFromMicros(micros[index] ?? 0n),
      spent: isOver ? dollarsFromMicros(spent) : null,
      unpaid: isOver ? dollarsFromMicros(unpaid) : null,
    };
  });
}

function localHour(timeZone: string, epochMs: number): number {
  return Number(civilTime(timeZone, epochMs).slice(11, 13));
}

/**
 * From the books: exact to the micro. Each day's spend counts towards the next day that is shown: years of many ad sets
 * are as many rows as there are points.
 */
async function readDays(
  { db }: HasDb,
  records: readonly AdSetRecord[],
  flight: Flight,
): Promise<Map<number, Map<number, Micros>>> {
  const { firstDay, lastDay, todayNumber } = flight;
  const { shownFrom, step } = shownDays(flight);
  const firstShown = shownFrom + positiveRest(todayNumber - shownFrom, step);
  const { rows } = await sql<{ id: number; shown: number; spent: bigint }>`
    select ad_set_id as id, least(greatest(n + mod(mod(${todayNumber}::int - n, ${step}::int) + ${step}::int, ${step}::int),
                                           ${firstShown}::int), ${lastDay}::int) as shown,
           sum(spent_micros)::int8 as spent
      from (select ad_set_id, spent_micros, day - date '1970-01-01' as n from ad_set_day_spend
             where ad_set_id = any(${records.map(({ id }) => id)}::int[])) d
     where n between ${firstDay}::int and ${lastDay}::int
     group by 1, 2
  `.execute(db);
  const days = new Map<number, Map<number, Micros>>();
  for (const { id, shown, spent } of rows) {
    const ofAdSet = days.get(id) ?? new Map<number, Micros>();
    days.set(id, ofAdSet.set(shown, spent));
  }
  return days;
}

function positiveRest(value: number, step: number): number {
  return ((value % step) + step) % step;
}

/** The books know days only: hours come from the reports, some seconds behind. */
async function readHours(
  deps: Deps,
  actor: Actor,
  of: { readonly campaignId: number; readonly today: string },
): Promise<Map<number, Map<number, Micros>>> {
  const report = await answer(
    deps,
    { advertiserId: actor.accountId },
    {
      metrics: ['spend'],
      by: ['adSet', 'hourOfDay'],
      from: of.today,
      to: of.today,
      timeZone: actor.timeZone,
      filters: { campaign: [String(of.campaignId)] },
      limit: MOST_ROWS,
    },
  );
  const hours = new Map<number, Map<number, Micros>>();
  for (const { dims, metrics } of report.rows) {
    const id = Number(dims.adSet);
    const ofAdSet = hours.get(id) ?? new Map<number, Micros>();
    const { spend } = metrics;
    hours.set(id, ofAdSet.set(Number(dims.hourOfDay), typeof spend === 'bigint' ? spend : 0n));
  }
  return hours;
}
