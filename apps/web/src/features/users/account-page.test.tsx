import type { AccountOfOperator } from '@placard/contract/records';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import AccountPage from './account-page.tsx';

type Member = AccountOfOperator['members'][number];

const page = (given: Partial<AccountOfOperator>) =>
  shown(<AccountPage id={3} />, [answered(api.records.account, { id: 3 }, { id: 3, ...given })]).words;

it('a member who never signed in is said to be so', () => {
  const member = {
    userId: 2,
    name: 'Bob',
    email: 'bob@example.com',
    role: 'viewer',
    status: 'active',
  } as const;
  const members = (lastLogin: string | null): Member[] => [{ ...member, lastLogin } as Member];
  expect(page({ members: members(null) })).toContain('Never');
  const since = page({ members: members('2026-03-01T10:30:00Z') });
  expect(since).toContain('10:30');
  expect(since).not.toContain('Never');
});

it('money is shown of the roles that the account has', () => {
  const wallet = { balance: 12.5, spent: 3 } as AccountOfOperator['wallet'];
  expect(page({ wallet })).toContain('$12.50');
  expect(page({ wallet: null })).not.toContain('$12.50');
});

it('trust is said since when, or that each change waits', () => {
  const [trusted, waits] = [page({ trustedAt: '2026-03-01T00:00:00Z' }), page({ trustedAt: null })];
  expect(trusted).not.toBe(waits);
  expect(trusted.length).toBeGreaterThan(0);
});
