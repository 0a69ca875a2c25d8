import { expect, it } from 'vitest';
import { campaignsContract } from './campaigns.ts';

const PLAN = { name: 'Lamps', objective: 'TRAFFIC', totalBudget: 100, startDate: '2026-03-01' };

it('a new campaign has no daily budget, no end and its ad set no budgets of its own unless they are given', () => {
  const created = campaignsContract.create['~orpc'].inputSchema?.parse({
    ...{ campaign: PLAN, adSet: { name: 'Everywhere' }, requestKey: 'pressed-once' },
  });
  expect(created).toMatchObject({
    campaign: { ...PLAN, description: '', dailyBudget: null, endDate: null },
    adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null, daysOfWeek: [1, 2, 3, 4, 5, 6, 7] },
  });
});

it('an edit names the budgets and the end, so that none is lifted by being forgotten', () => {
  const missing = (input: {
    safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[] }[] } };
  }) => input.safeParse({ id: 1, version: 1, ...PLAN }).error?.issues.map(({ path }) => path.join('.'));
  const { update, updateAdSet } = campaignsContract;
  expect(update['~orpc'].inputSchema && missing(update['~orpc'].inputSchema)).toEqual([
    'dailyBudget',
    'endDate',
  ]);
  expect(updateAdSet['~orpc'].inputSchema && missing(updateAdSet['~orpc'].inputSchema)).toEqual([
    'dailyBudget',
  ]);
});
