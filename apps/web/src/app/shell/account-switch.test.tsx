import { expect, it } from 'vitest';
import { shown } from '../../ui/testing/shown.tsx';
import { AccountChoice, accountsCalled } from './account-switch.tsx';

const accounts = Array.from({ length: 10 }, (_, index) => ({
  ...{ id: index + 1, name: index === 0 ? 'Straße 1' : `Lantern ${index}` },
  ...{ roles: ['advertiser' as const], member: 'owner' as const, home: false },
}));
const choice = (count: number) =>
  shown(<AccountChoice items={accounts.slice(0, count)} choose={async () => undefined} />);

it('ten accounts and more can be searched by name, fewer are seen at a glance', () => {
  expect(choice(9).markup).not.toContain('type="search"');
  const { markup, words } = choice(10);
  expect(markup).toContain('aria-label="Find an account"');
  expect(words).toMatch(/Straße 1.*Lantern 9/);
});

it('an account is found by a part of its name, in whatever letters', () => {
  const called = (typed: string) => accountsCalled(accounts, typed).map(({ id }) => id);
  expect(called(' STRA')).toEqual([1]);
  expect(called('lantern 9')).toEqual([10]);
  expect(called('')).toHaveLength(10);
  expect(called('nobody')).toEqual([]);
});
