import type { AccountOfOperator } from '@placard/contract/records';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { answered, answeredPages, shown } from '../../ui/testing/shown.tsx';
import { AccountRecords } from './account-records.tsx';

const account = plain(api.records.account);
const OF_ADVERTISERS = ['Campaigns', 'Creatives', 'Deposits', 'Documents'];
const OF_PUBLISHERS = ['Websites', 'Payouts'];

const panels = (given: Partial<AccountOfOperator>) =>
  [
    ...shown(<AccountRecords account={{ ...account, ...given }} />).markup.matchAll(
      /<section[^>]* aria-label="([^"]*)"/g,
    ),
  ].map(([, name]) => name);

it('an account has panels of its roles, and of what it has from an earlier one', () => {
  expect(panels({ roles: ['advertiser'] }).sort()).toEqual(OF_ADVERTISERS);
  expect(panels({ roles: ['publisher'] }).sort()).toEqual(OF_PUBLISHERS.toSorted());
  expect(panels({ roles: [] })).toEqual([]);
  for (const [count, name] of [
    ...([
      ['campaigns', 'Campaigns'],
      ['creatives', 'Creatives'],
      ['deposits', 'Deposits'],
    ] as const),
    ...([
      ['documents', 'Documents'],
      ['websites', 'Websites'],
      ['payouts', 'Payouts'],
    ] as const),
  ]) {
    expect(panels({ roles: [], counts: { ...account.counts, [count]: 1 } }), count).toEqual([name]);
  }
});

it('what moved the wallet stands there with why, and what was left', () => {
  const moved = { id: '7', at: '2026-03-01T10:30:00Z', kind: 'adjustment', day: null } as const;
  const booking = { ...moved, amount: -2.5, balanceAfter: 40, description: 'Shown to machines' };
  const spent = { ...booking, id: '6', kind: 'settlement', day: '2026-02-28' } as const;
  const wallet = { balance: 40, spent: 2.5 };
  const { words } = shown(<AccountRecords account={{ ...account, id: 3, roles: [], wallet }} />, [
    answeredPages(api.records.wallet, { id: 3, limit: 5 }, { items: [booking, spent], next: null }),
  ]);
  expect(words).toMatch(/Adjustment.*Shown to machines.*− \$2\.50.*\$40\.00/);
  expect(words).toMatch(/Spend.*Advertising on Feb 28, 2026/);
});

it('the way to all says how many they are, and that they are more where no more were counted', () => {
  const all = (more: boolean) =>
    shown(<AccountRecords account={{ ...account, id: 3, roles: ['advertiser'] }} />, [
      answered(
        api.moderation.campaigns,
        { account: 3, pageSize: 5 },
        { items: [], total: 1_000, ...(more && { more }) },
      ),
    ]).words;
  expect(all(false)).toContain('Show all 1,000');
  expect(all(true)).toContain('Show all, more than 1,000');
});

const earnings = { available: 45, inFlight: 5, pending: 3, total: 60 };

it('what moved a publisher’s earnings stands there with the payout, the month or the day, and its months with their files', () => {
  const moved = { at: '2026-03-01T10:30:00Z', amount: -5, balanceAfter: 45 } as const;
  const nothing = { day: null, month: null, payout: null, reason: null } as const;
  const asked = { ...moved, ...nothing, id: '9', kind: 'payout_request' } as const;
  const page = <AccountRecords account={{ ...account, id: 3, roles: [], earnings }} />;
  const { words, markup } = shown(page, [
    answeredPages(
      api.records.earnings,
      { id: 3, balance: 'available', limit: 5 },
      {
        items: [
          { ...asked, payout: { id: 17, paymentId: 'PO-17' } },
          { ...asked, id: '8', kind: 'month_close', amount: 50, month: '2026-02' },
          { ...asked, id: '7', kind: 'adjustment', reason: 'Shown to machines' },
        ],
        next: null,
      },
    ),
    answeredPages(
      api.records.earnings,
      { id: 3, balance: 'pending', limit: 5 },
      { items: [{ ...asked, kind: 'settlement', day: '2026-02-28' }], next: null },
    ),
    answered(
      api.payouts.statements,
      { id: 3 },
      { items: Array.from({ length: 6 }, (_, index) => closed(index + 1)) },
    ),
  ]);
  expect(words).toMatch(/Withdrawal.*PO-17.*− \$5\.00.*\$45\.00/);
  expect(words).toMatch(/Month closed.*February 2026.*\+ \$50\.00.*Adjustment.*Shown to machines/);
  expect(words).toMatch(/Earnings of open months.*Earned on Feb 28, 2026/);
  expect(words).toMatch(/Earnings \$6\.00 · Closing balance \$1\.00.*Show all 6 statements/);
  expect([...markup.matchAll(/aria-label="Statement of [^"]* as PDF"/g)]).toHaveLength(5);
});

function closed(month: number) {
  const none = { opening: 0, adjustments: 0, withdrawn: 0, returned: 0 };
  const figures = { currency: 'USD', earnings: 6, closing: 1, closedAt: '2026-07-01T00:01:00Z' };
  return { ...none, ...figures, month: `2026-0${month}` };
}
