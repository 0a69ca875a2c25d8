import { expect, it } from 'vitest';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { comparedDays, reportDays } from './report-days.ts';

/** It is the 14th in Tokyo already. */
const deps = { clock: () => new Date('2026-05-13T16:00:00Z') };
const actor: Actor = {
  ...{
    userId: 1,
    accountId: 1,
    sessionId: 0,
    member: 'owner',
    roles: ['advertiser'],
    timeZone: 'Asia/Tokyo',
  },
};
function pathOf(asked: () => unknown): string | undefined {
  try {
    asked();
  } catch (error) {
    return error instanceof AppError ? error.issues?.[0]?.path : undefined;
  }
  return undefined;
}

it('days are judged in the zone of who asks, and go with it', () => {
  const days = { from: '2026-05-01', to: '2026-05-14' };
  expect(reportDays(deps, actor, days)).toEqual({ ...days, timeZone: 'Asia/Tokyo' });
  expect(pathOf(() => reportDays(deps, actor, { from: '2026-05-14', to: '2026-05-13' }))).toBe('to');
});

it('days to compare with are two or none: the one that is missing is named', () => {
  const both = { compareFrom: '2026-04-01', compareTo: '2026-04-14' };
  expect(comparedDays(deps, actor, both)).toEqual({ from: '2026-04-01', to: '2026-04-14' });
  expect(comparedDays(deps, actor, {})).toBeNull();
  expect(pathOf(() => comparedDays(deps, actor, { compareFrom: '2026-04-01' }))).toBe('compareTo');
  expect(pathOf(() => comparedDays(deps, actor, { compareTo: '2026-04-01' }))).toBe('compareFrom');
  const turned = { compareFrom: '2026-04-14', compareTo: '2026-04-01' };
  expect(pathOf(() => comparedDays(deps, actor, turned))).toBe('compareTo');
});
