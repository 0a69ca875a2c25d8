import { expect, it } from 'vitest';
import { replaceUser, sessionStore } from './session-store.ts';
import type { SessionUser } from './session-user.ts';

const ADA: SessionUser = {
  ...{ id: 1, accountId: 1, accountName: 'Ada', accountCount: 1, member: 'owner' },
  ...{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Account', phone: null, company: null },
  ...{ roles: ['advertiser'], status: 'active', timeZone: 'UTC', currency: 'USD', language: null },
  ...{ totpEnabled: false, mustEnrol: false, memberSince: '2026-01-01T00:00:00.000Z', lastLogin: null },
};

it('takes a changed profile of who is signed in, and none of who is not any more', () => {
  sessionStore.set({ token: 'token', user: ADA });
  replaceUser({ ...ADA, firstName: 'Augusta' });
  expect(sessionStore.get().user?.firstName).toBe('Augusta');
  sessionStore.set({ token: null, user: null });
  replaceUser(ADA);
  expect(sessionStore.get().user).toBeNull();
});
