import { exactMicros, MAX_EXACT_MICROS } from '@placard/domain/ledger/charging';
import { localDayNumberAt, QUARTER_HOUR_MS } from '@placard/domain/time-zone';

/**
 * What may still be charged, as one transaction sees it: read once under the wallets' locks, spent event by event,
 * written back once. Amounts are exact integers (see @placard/domain/ledger/charging).
 */

/** Spend of one calendar day in the advertiser's time zone. */
export type DayBook = { readonly dayNumber: number; leftMicros: number; chargedMicros: number };

export type WalletBook = {
  readonly advertiserId: number;
  readonly zone: ZoneDays;
  leftMicros: number;
  chargedMicros: number;
};

export type CampaignBook = {
  readonly campaignId: number;
  readonly wallet: WalletBook;
  readonly dailyBudgetMicros: bigint | null;
  readonly days: Map<number, DayBook>;
  leftMicros: number;
  chargedMicros: number;
};

export type AdSetBook = {
  readonly adSetId: number;
  readonly campaign: CampaignBook;
  readonly dailyBudgetMicros: bigint | null;
  readonly days: Map<number, DayBook>;
  leftMicros: number;
  chargedMicros: number;
  carryThousandths: number;
  impressions: number;
  viewables: number;
  clicks: number;
  touched: boolean;
};

export type WidgetRef = {
  readonly widgetId: number;
  readonly websiteId: number;
  readonly publisherId: number;
};

/** Local calendar days of one time zone, remembered by quarter hour. */
export class ZoneDays {
  readonly timeZone: string;
  readonly #days = new Map<number, number>();
  #recentQuarter = -1;
  #recentDay = 0;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  /** Days since 1970-01-01 of the local day that the quarter hour lies in. */
  dayOfQuarter(quarter: number): number {
    if (quarter === this.#recentQuarter) return this.#recentDay;
    let day = this.#days.get(quarter);
    if (day === undefined) {
      day = localDayNumberAt(this.timeZone, quarter * QUARTER_HOUR_MS);
      // 20,000 quarter hours are seven months; beyond that old ones are reckoned anew.
      if (this.#days.size > 20_000) this.#days.clear();
      this.#days.set(quarter, day);
    }
    this.#recentQuarter = quarter;
    this.#recentDay = day;
    return day;
  }
}

/** What is left of a limit; below zero (a budget lowered under what was spent) is nothing. */
export function leftOf(limitMicros: bigint, spentMicros: bigint): number {
  return limitMicros > spentMicros ? exactMicros(limitMicros - spentMicros) : 0;
}

function dayOf(days: Map<number, DayBook>, dayNumber: number, dailyBudgetMicros: bigint | null): DayBook {
  let day = days.get(dayNumber);
  if (day === undefined) {
    const leftMicros = dailyBudgetMicros === null ? MAX_EXACT_MICROS : exactMicros(dailyBudgetMicros);
    day = { dayNumber, leftMicros, chargedMicros: 0 };
    days.set(dayNumber, day);
  }
  return day;
}

/**
 * Takes what is due, at most what every limit leaves: ad set and its day, campaign and its day, wallet.
 * @returns micros charged; the rest of what was due is free for the advertiser.
 */
export function chargeAdSet(adSet: AdSetBook, dayNumber: number, dueMicros: number): number {
  const { campaign } = adSet;
  const { wallet } = campaign;
  const adSetDay = dayOf(adSet.days, dayNumber, adSet.dailyBudgetMicros);
  const campaignDay = dayOf(campaign.days, dayNumber, campaign.dailyBudgetMicros);
  const books = [adSet, adSetDay, campaign, campaignDay, wallet];
  let charged = dueMicros;
  for (const { leftMicros } of books) charged = Math.min(charged, leftMicros);
  for (const book of books) {
    book.leftMicros -= charged;
    book.chargedMicros += charged;
  }
  return charged;
}
