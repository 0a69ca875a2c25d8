import { expect, test } from 'vitest';
import { z } from 'zod';
import { draftInput } from './campaigns.ts';
import { spendRefund } from './corrections.ts';
import { issueMessage } from './issue-messages.ts';
import { inputPlaces } from './testing/walk-schemas.ts';
import { viewsContract } from './views.ts';

const IMPOSSIBLE = [
  '0001-01-01',
  '1969-12-31',
  '1999-12-31',
  '2101-01-01',
  '9999-12-31',
  '2024-02-30',
  '0002-1-1',
];
const NAMED_LIKE_A_DAY = /(^|\.)(from|to|month|year|\w*(Date|Day|From|To|At|Month|Year))$/;

const places = inputPlaces().filter(
  ({ path, schema }) =>
    NAMED_LIKE_A_DAY.test(path) || schema instanceof z.ZodISODate || schema instanceof z.ZodISODateTime,
);
/** Not the empty text of a draft's field, and no count: a cap for each day, the month of a year as a number. */
const days = places.filter(
  ({ path, schema }) =>
    !(schema instanceof z.ZodLiteral) && (!(schema instanceof z.ZodNumber) || /year$/i.test(path)),
);

test('the contract takes days in many places', () => {
  const names = days.map(({ operation, path }) => `${operation} ${path}`);
  for (const one of [
    'campaigns.create campaign.startDate',
    'campaigns.update endDate',
    'campaigns.list createdTo',
    'campaigns.saveDraft content.campaign.startDate',
    'websites.figures from',
    'websites.figures to',
    'campaigns.figures from',
    'reports.publisherUnpaid to',
    'collector.websiteStats from',
    'publisherAds.markReport seenAt',
    'payouts.closings month',
    'payments.history year',
  ]) {
    expect(names).toContain(one);
  }
});

test.each(days.map(({ operation, path, schema }) => ({ operation, path, schema })))(
  '$operation refuses an impossible $path, in words',
  ({ schema }) => {
    const isInstant = schema instanceof z.ZodISODateTime;
    const isNumber = schema instanceof z.ZodNumber;
    for (const day of IMPOSSIBLE) {
      const number = Number(day.slice(0, 4));
      // A year alone is as good as another.
      if (isNumber && number === 2024) continue;
      const value = isNumber ? number : isInstant ? `${day}T00:00:00Z` : day;
      const result = schema.safeParse(value);
      expect([value, result.success]).toEqual([value, false]);
      for (const { message } of result.error?.issues ?? []) expect(issueMessage(message)).not.toBe(message);
    }
  },
);

test('a month lies within the same bounds', () => {
  const months = days.filter(({ path, schema }) => path === 'month' && schema instanceof z.ZodString);
  expect(months.length).toBeGreaterThan(2);
  for (const { schema } of months) {
    expect(schema.safeParse('2000-01').success).toBe(true);
    expect(schema.safeParse('2100-12').success).toBe(true);
    for (const month of ['1999-12', '2101-01', '0001-01', '9999-12', '2024-13', '2024-00']) {
      expect([month, schema.safeParse(month).success]).toEqual([month, false]);
    }
  }
});

test('days at the bounds are taken', () => {
  for (const { schema } of days.filter((each) => each.schema instanceof z.ZodISODate)) {
    for (const day of ['2000-01-01', '2024-02-29', '2100-12-31'])
      expect(schema.safeParse(day).success).toBe(true);
  }
});

test('a saved view names no impossible days', () => {
  const schema = viewsContract.create['~orpc'].inputSchema;
  const of = (search: Record<string, string>) =>
    schema
      ?.safeParse({ screen: 'statistics', name: 'Mine', search })
      .error?.issues.map(({ path }) => path.join('.'));
  expect(of({ from: '2026-01-01', to: '2026-02-01' })).toBeUndefined();
  for (const day of IMPOSSIBLE) expect(of({ from: day, to: day })).toEqual(['search.from', 'search.to']);
});

test('a draft keeps everything but impossible days', () => {
  const of = (campaign: object) => draftInput.safeParse({ campaign, adSet: {} });
  expect(of({ startDate: '', endDate: '', name: 7, other: [] }).data?.campaign).toEqual({
    ...{ startDate: '', endDate: '', name: 7, other: [] },
  });
  expect(of({ startDate: '0002-01-01' }).success).toBe(false);
});

test('what is no day is said to be none, and no rule between two days is asked of it', () => {
  const spend = { accountId: 1, amount: 1, reason: 'Counted twice' };
  const issuesOf = (periodFrom: string, periodTo: string) =>
    spendRefund.safeParse({ ...spend, periodFrom, periodTo }).error?.issues.map(({ path }) => path.join('.'));
  expect(issuesOf('2026-10-01', '2026-10-02')).toBeUndefined();
  expect(issuesOf('2026-10-02', '2026-10-01')).toEqual(['periodTo']);
  expect(issuesOf('2026-10-312026-10-31', '2026-12-31')).toEqual(['periodFrom']);
  expect(issuesOf('2026-10-01', '')).toEqual(['periodTo']);
});
