import type { Member } from '@placard/contract/accounts';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import TeamScreen from './team.tsx';

const member = (userId: number, name: string, role: Member['role']): Member => ({
  ...{ userId, name, role, email: `${name}@example.com` },
  ...{ joinedAt: '2026-01-01T00:00:00Z', lastLogin: null },
});
const team = plain(api.accounts.team, { members: [member(1, 'Ada', 'owner'), member(2, 'Bob', 'viewer')] });

const screen = (role: Member['role']) =>
  shown(<TeamScreen />, [answered(api.accounts.team, undefined, team)], { user: { member: role } });

it('the owner invites and changes the others, but not the owner', () => {
  const { buttons } = screen('owner');
  expect(buttons).toContain('Actions for Bob');
  expect(buttons).not.toContain('Actions for Ada');
  expect(buttons.join()).toMatch(/invite/i);
  expect(buttons.join()).not.toMatch(/leave/i);
});

it('everybody else changes nobody, and may leave', () => {
  const { buttons } = screen('manager');
  expect(buttons.join()).not.toMatch(/Actions|invite/i);
  expect(buttons.join()).toMatch(/leave/i);
});
