import type { AccountOfOperator, UserOfOperator } from '@placard/contract/records';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import AccountPage from './account-page.tsx';
import { useExportsOf, useGivenExports } from './use-given-exports.tsx';
import UserPage from './user-page.tsx';

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

function Offered({ of }: { of: AccountOfOperator }) {
  return useGivenExports(of).actions.map(({ key, label }) => <p key={key}>{label}</p>);
}

it('archives are asked for until the account is erased, and those that were stand there with whose they are', () => {
  const closed = (erasedAt: string | null) => ({
    ...plain(api.records.account, {}),
    closing: { closedAt: '', by: 'owner', reason: '', givenUp: 0, erasedAt, erasesAt: '' } as const,
  });
  expect(shown(<Offered of={closed(null)} />).words).toBe('Ask for an archive of data');
  expect(shown(<Offered of={closed('2026-02-01T00:00:00Z')} />).words).toBe('');
  const archive = { id: 9, scope: 'account', status: 'ready', askedAt: '2026-03-01T00:00:00Z' } as const;
  const kept = { readyAt: '2026-03-01T00:01:00Z', expiresAt: '2026-03-08T00:01:00Z', sizeBytes: 4_096 };
  const person = { id: 2, name: 'Bob', email: 'bob@example.com' };
  const { words } = shown(<AccountPage id={3} />, [
    answered(api.records.account, { id: 3 }, { id: 3 }),
    answered(api.dataExports.listFor, { id: 3 }, { items: [{ ...archive, ...kept, person }] }),
  ]);
  expect(words).toMatch(/Archives that you asked for.*Bob.*Mar 8.*Download/);
});

it('they are asked for on the page of a person too, where those of that person stand', () => {
  const account = {
    ...plain(api.records.account),
    ...{ id: 3, name: 'Lanterns', member: 'manager' as const },
    joinedAt: '',
  };
  const user = { ...plain(api.records.user), ...{ id: 2, firstName: 'Bob', lastName: 'Builder' } };
  const archive = { id: 9, scope: 'person', status: 'waiting', askedAt: '2026-03-01T00:00:00Z' } as const;
  const kept = { readyAt: null, expiresAt: null, sizeBytes: null };
  const of = (id: number, name: string) => ({ ...archive, ...kept, id, person: { id, name, email: '' } });
  const person = (accounts: UserOfOperator['accounts']) =>
    shown(<UserPage id={2} />, [
      answered(api.records.user, { id: 2 }, { ...user, accounts }),
      answered(api.dataExports.listFor, { id: 3 }, { items: [of(2, 'Bob Builder'), of(4, 'Eve')] }),
    ]).words;
  expect(person([account])).toMatch(/Archives that you asked for.*Bob Builder/);
  expect(person([account])).not.toContain('Eve');
  expect(shown(<OfPerson of={{ ...user, accounts: [account] }} />).words).toBe('Ask for an archive of data');
  expect(shown(<OfPerson of={{ ...user, accounts: [] }} />).words).toBe('');
});

function OfPerson({ of }: { of: UserOfOperator }) {
  return useExportsOf(of, 'Bob').actions.map(({ key, label }) => <p key={key}>{label}</p>);
}
