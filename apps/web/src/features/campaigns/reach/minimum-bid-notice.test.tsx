import { expect, it } from 'vitest';
import { api } from '../../../lib/api/api.ts';
import { plain } from '../../../ui/testing/plain-answer.ts';
import { shown } from '../../../ui/testing/shown.tsx';
import { type AdSetValues, NEW_AD_SET } from '../ad-set-values.ts';
import { MinimumBidNotice } from './minimum-bid-notice.tsx';
import { reachQuestionOf } from './reach-question.ts';

const budgets = { totalBudget: 250, dailyBudget: 25 };
const campaign = { ...budgets, objective: 'TRAFFIC', startDate: '2026-05-01', endDate: null } as const;

const said = (
  bid: AdSetValues['bid'],
  minimumBid: { low: number; high: number } | null,
  networkRate = 0.2,
) => {
  const values = { ...NEW_AD_SET, bid };
  const queryKey = ['reach', JSON.stringify(reachQuestionOf(values, campaign, null))];
  const answer = plain(api.campaigns.estimateReach, { minimumBid, networkRate });
  return shown(<MinimumBidNotice values={values} campaign={campaign} />, [{ queryKey, answer }]).words;
};

it('a bid below all minimums is told otherwise than one below some, and one that reaches them not', () => {
  const minimum = { low: 0.3, high: 0.5 };
  const [all, some] = [said(0.29, minimum), said(0.3, minimum)];
  expect(all).toContain('$0.30');
  expect(all).toContain('cannot be shown.');
  expect(some).toContain('cannot be shown everywhere');
  expect(said(0.49, minimum)).not.toBe('');
  expect(said(0.5, minimum)).toBe('');
  expect(said(0.01, null)).toBe('');
});

it('without a bid the network’s rate is compared', () => {
  expect(said('', { low: 0.3, high: 0.3 }, 0.29)).not.toBe('');
  expect(said('', { low: 0.3, high: 0.3 }, 0.3)).toBe('');
});
