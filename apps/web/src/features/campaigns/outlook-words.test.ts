import { expect, it } from 'vitest';
import { translator } from '../../i18n/texts.ts';
import { newCampaignValues } from './campaign-values.ts';
import { bidWarningText, outlookText } from './outlook-words.ts';
import { campaignsTexts } from './texts.ts';

const TODAY = '2026-03-10';
const t = translator(campaignsTexts);
const filled = { ...newCampaignValues(TODAY), totalBudget: 100 } as const;
const text = (change: object, spent = 0) =>
  outlookText(t, { ...filled, ...change }, { today: TODAY, spent, currency: 'USD' });

it('says what budgets and dates will do, in one sentence for each way', () => {
  expect(text({ endDate: '2026-03-19' })).toBe(
    '$100.00 is spread evenly over 10 days, until Mar 19, 2026: about $10.00 a day.',
  );
  expect(text({ endDate: TODAY })).toBe('All of $100.00 is meant for one day, Mar 10, 2026.');
  expect(text({})).toBe(
    'It runs until $100.00 is spent. Each day about a thirtieth of what is left is meant to be spent, $3.33 on the first.',
  );
  expect(text({ dailyBudget: 30 })).toBe(
    'It spends at most $30.00 a day, and runs until $100.00 is spent: for 4 days or more.',
  );
  expect(text({ dailyBudget: 100 })).toBe(
    'It spends at most $100.00 a day, and runs until $100.00 is spent: for one day or more.',
  );
  expect(text({ dailyBudget: 10, endDate: '2026-03-19' })).toBe(
    'It spends at most $10.00 a day. It ends when $100.00 is spent, after 10 days at the earliest, or on Mar 19, 2026.',
  );
  expect(text({ dailyBudget: 10, endDate: '2026-03-12' })).toBe(
    'It spends at most $10.00 a day, which is $30.00 in the 3 days until Mar 12, 2026. At least $70.00 stays unspent.',
  );
  // What was spent already is not spread again.
  expect(text({ endDate: '2026-03-19' }, 50)).toContain('$50.00 is spread evenly over 10 days');
});

it('says nothing of what is not there yet or can’t be read', () => {
  const unread = { typed: '-5', issue: 'amount_negative' } as const;
  for (const change of [
    { totalBudget: '' },
    { totalBudget: unread },
    { dailyBudget: unread },
    { dailyBudget: 101 },
    { startDate: '' },
    { endDate: '2026-03-09' },
  ])
    expect(text(change)).toBeNull();
});

it('says nothing of a bid while the objective or the bid is not there', () => {
  const said = (objective: 'TRAFFIC' | '', bid: number | '') =>
    bidWarningText(t, objective, { bid, totalBudget: 50, dailyBudget: '' }, 'USD');
  expect(said('TRAFFIC', 60)).not.toBeNull();
  expect([said('', 60), said('TRAFFIC', ''), said('', '')]).toEqual([null, null, null]);
});

it('names what follows from a bid above the budget', () => {
  const warning = (objective: 'TRAFFIC' | 'BRAND_AWARENESS', bid: number, dailyBudget: number | '') =>
    bidWarningText(t, objective, { bid, totalBudget: 50, dailyBudget }, 'USD');
  expect(warning('TRAFFIC', 6, 5)).toBe(
    'A click at $6.00 is more than the daily budget of $5.00: it is hardly ever shown.',
  );
  expect(warning('TRAFFIC', 60, '')).toBe(
    'A click at $60.00 is more than the total budget of $50.00: it is hardly ever shown.',
  );
  expect(warning('BRAND_AWARENESS', 500, '')).toBe(
    'At $500.00 for 1,000, the total budget of $50.00 buys 100 viewable impressions.',
  );
  expect(warning('BRAND_AWARENESS', 50_000, '')).toBe(
    'At $50,000.00 for 1,000, the total budget of $50.00 buys one viewable impression.',
  );
  expect(warning('BRAND_AWARENESS', 500_000, 5)).toBe(
    'At $500,000.00 for 1,000, the daily budget of $5.00 buys no viewable impression.',
  );
  expect(warning('TRAFFIC', 5, 5)).toBeNull();
});
