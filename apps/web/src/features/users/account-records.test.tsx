import type { AccountOfOperator } from '@placard/contract/records';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { answeredPages, shown } from '../../ui/testing/shown.tsx';
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
