import type { AccountOfOperator } from '@placard/contract/records';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
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
