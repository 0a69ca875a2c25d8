import { type BidWarning, bidWarning, type Outlook, outlookOf } from '@placard/domain/campaign/outlook';
import type { Objective } from '@placard/domain/campaign/rules';
import { dollarsFromMicros, type Micros, microsFromDollars } from '@placard/domain/micros';
import type { Translate } from '../../i18n/texts.ts';
import { type Amount, amountOf } from '../../kits/form/amount.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { type CampaignValues, campaignInput, planSoFar } from './campaign-values.ts';
import type { campaignsTexts } from './texts.ts';

type T = Translate<typeof campaignsTexts.english>;

const microsOf = (value: Amount): Micros | null => microsFromDollars(amountOf(value) ?? Number.NaN);

/** Cents, rounded down: a budget is never said to be more than it is. */
const inCents = (micros: Micros, currency: string): string =>
  formatMoney(Math.floor(dollarsFromMicros(micros) * 100) / 100, currency);

/** One sentence of what the budgets and dates that are typed will do; `null` while they make no sense yet. */
export function outlookText(
  t: T,
  values: CampaignValues,
  facts: { readonly today: string; readonly spent: number; readonly currency: string },
): string | null {
  const { today, spent, currency } = facts;
  const total = microsOf(values.totalBudget);
  if (total === null || (values.dailyBudget !== '' && amountOf(values.dailyBudget) === undefined))
    return null;
  const left = total - (microsFromDollars(spent) ?? 0n);
  const plan = { ...planSoFar(campaignInput(values)), totalBudgetMicros: left };
  const outlook = values.startDate === '' ? null : outlookOf(plan, today);
  if (outlook === null) return null;
  return t(`outlook.${outlook.kind}`, {
    // Each kind of outlook says some of them.
    ...{ days: 0, perDay: '', most: '', rest: '' },
    ...amountsOf(outlook, currency),
    total: inCents(left, currency),
    daily: inCents(plan.dailyBudgetMicros ?? 0n, currency),
    until: plan.endDate === null ? '' : formatDate(plan.endDate, 'UTC'),
  });
}

function amountsOf(outlook: Outlook, currency: string): Record<string, string | number> {
  switch (outlook.kind) {
    case 'even':
      return { days: outlook.days, perDay: inCents(outlook.perDayMicros, currency) };
    case 'open':
      return { perDay: inCents(outlook.perDayMicros, currency) };
    case 'daily':
    case 'daily_until':
      return { days: outlook.days };
    case 'unspent':
      return {
        days: outlook.days,
        most: inCents(outlook.mostMicros, currency),
        rest: inCents(outlook.restMicros, currency),
      };
  }
}

/** What follows from a bid above the budget, or `null`. Empty budgets of an ad set are its campaign's. */
export function bidWarningText(
  t: T,
  objective: Objective | '',
  amounts: { readonly bid: Amount; readonly totalBudget: Amount; readonly dailyBudget: Amount },
  currency: string,
): string | null {
  const bid = microsOf(amounts.bid);
  if (objective === '' || bid === null) return null;
  const budgets = { totalMicros: microsOf(amounts.totalBudget), dailyMicros: microsOf(amounts.dailyBudget) };
  const warning: BidWarning | null = bidWarning(objective, bid, budgets);
  if (warning === null) return null;
  return t(`bidWarning.${objective}`, {
    bid: formatMoney(dollarsFromMicros(bid), currency),
    amount: formatMoney(dollarsFromMicros(warning.budgetMicros), currency),
    budget: warning.budget,
    count: warning.buys,
  });
}
