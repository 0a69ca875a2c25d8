import type { Notice, NoticeData } from '@placard/contract/notices';
import { expect, it } from 'vitest';
import { noticeDetail, noticePath, noticeTitle } from './notice-words.ts';

const notice = <Kind extends keyof NoticeData>(kind: Kind, data: NoticeData[Kind]) =>
  ({ id: 1, createdAt: '2026-03-01T00:00:00Z', readAt: null, kind, data }) as Notice;
const detail = <Kind extends keyof NoticeData>(kind: Kind, data: NoticeData[Kind]) =>
  noticeDetail(notice(kind, data), 'UTC');

const money = { amount: 50, currency: 'USD' };
const inquiry = { ...money, reference: 'PL-7', advertiser: 'Acme', dueAt: null, task: 'answer' } as const;

it('a dispute is answered until a time, soon, or by nobody', () => {
  expect(detail('deposit.inquire', { ...inquiry, dueAt: '2026-03-09T10:30:00Z' })).toMatch(/Mar 9.*10:30/);
  expect(detail('deposit.inquire', inquiry)).toContain('soon');
  const over = detail('deposit.inquire', { ...inquiry, task: 'nothing' });
  expect(over).not.toContain('soon');
});

it('a dispute that was won says that nobody else was told where the account is gone', () => {
  const decided = { ...money, reference: 'PL-7', advertiser: 'Acme', outcome: 'won' } as const;
  expect(detail('deposit.dispute_close', { ...decided, erased: false })).not.toContain('erased');
  expect(detail('deposit.dispute_close', { ...decided, erased: true })).toContain('refund it');
  const lost = { ...decided, outcome: 'lost', erased: true } as const;
  expect(detail('deposit.dispute_close', lost)).not.toContain('refund');
});

it('leads to the very deposit, to what was changed, and to what to do about an alarm', () => {
  const path = <Kind extends keyof NoticeData>(kind: Kind, data: NoticeData[Kind]) =>
    noticePath(notice(kind, data));
  expect(path('deposit.inquire', inquiry)).toBe('/operator/deposits?search=PL-7');
  const change = { by: 'Ada', about: '–' };
  expect(path('operator.change', { ...change, change: 'deposit_account' })).toBe('/operator/settings');
  expect(path('operator.change', { ...change, change: 'suspend' })).toBe('/operator/users');
  const record = { kind: 'user', id: 7 } as const;
  expect(path('operator.change', { ...change, change: 'suspend', record })).toBe('/operator/users/7');
  expect(path('alarm.begin', { alarm: 'mail_stuck' })).toBe('/operator');
});

it('a campaign is complete by its end date or its budget', () => {
  const about = { subjectId: 1, name: 'Spring' };
  expect(detail('campaign.complete', { ...about, because: 'end_date' })).toContain('end date');
  expect(detail('campaign.complete', { ...about, because: 'budget_spent' })).toContain('budget');
});

it('what the wallet did not hold is named where there is any', () => {
  const back = { ...money, reference: 'PL-7', advertiser: 'Acme', origin: 'gateway' } as const;
  expect(detail('deposit.take_back', { ...back, uncovered: 0 })).not.toContain('$');
  expect(detail('deposit.take_back', { ...back, uncovered: 20 })).toContain('$20.00');
});

it('what waits is counted by its kinds, but for those of which nothing does', () => {
  const waits = { campaigns: 2, creatives: 0, websites: 1 };
  const said = detail('review.wait', waits) ?? '';
  expect(said).toMatch(/2.*1/);
  expect(said).not.toMatch(/0|creative/i);
});

it('months are named, and amounts rounded to cents', () => {
  expect(noticeTitle(notice('month.close', { ...money, amount: 1.005_5, month: '2026-02-01' }))).toMatch(
    /\$1\.0[01].*February 2026|February 2026.*\$1\.0[01]/,
  );
});
