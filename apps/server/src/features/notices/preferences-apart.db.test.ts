import type { NoticePreference } from '@placard/contract/notices';
import type { MailChoice } from '@placard/domain/notice/kinds';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { endMails, isMailed } from './mail-preferences.ts';

let api: TestApi;
let ann: TestUser;
/** Has chosen as Ann has, and stays so. */
let bob: TestUser;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

const CHOSEN: Readonly<Record<string, MailChoice>> = {
  'balance.low': 'digest',
  'balance.empty': 'digest',
  'deposit.fail': 'at_once',
  'campaign.complete': 'never',
};
beforeEach(async () => {
  [ann, bob] = [await api.user(), await api.user()];
  const items = Object.entries(CHOSEN).map(([kind, mail]) => ({
    kind,
    inApp: kind !== 'balance.empty',
    mail,
  }));
  for (const { token } of [ann, bob])
    expect((await api.call('PUT', '/notices/preferences', { token, body: { items } })).status).toBe(200);
});

/** Of the kinds that were chosen. */
async function chosen({ token }: TestUser): Promise<Record<string, [inApp: boolean, mail: MailChoice]>> {
  const { data } = await api.call('GET', '/notices/preferences', { token });
  const { items } = data as { items: NoticePreference[] };
  return Object.fromEntries(
    items.flatMap(({ kind, inApp, mail }) => (kind in CHOSEN ? [[kind, [inApp, mail]]] : [])),
  );
}
const AS_CHOSEN = {
  'balance.low': [true, 'digest'],
  'balance.empty': [false, 'digest'],
  'deposit.fail': [true, 'at_once'],
  'campaign.complete': [true, 'never'],
};

it('mails of one kind are ended by themselves, for who asked alone, and the bell stays as it was', async () => {
  expect(await chosen(ann)).toEqual(AS_CHOSEN);
  for (const kind of ['balance.empty', 'deposit.fail'] as const) {
    const mails = { userId: ann.id, kind };
    expect(await isMailed(api.deps, mails)).toBe(true);
    await endMails(api.deps, mails);
    expect(await isMailed(api.deps, mails)).toBe(false);
    expect(await isMailed(api.deps, { ...mails, userId: bob.id })).toBe(true);
  }
  expect(await chosen(ann)).toEqual({
    ...AS_CHOSEN,
    'balance.empty': [false, 'never'],
    'deposit.fail': [true, 'never'],
  });
  expect(await chosen(bob)).toEqual(AS_CHOSEN);
});

it('of the digest all that waits for it is ended, and nothing that comes at once', async () => {
  const digest = { userId: ann.id, kind: 'digest' } as const;
  expect(await isMailed(api.deps, digest)).toBe(true);
  await endMails(api.deps, digest);
  expect(await isMailed(api.deps, digest)).toBe(false);
  expect(await isMailed(api.deps, { ...digest, userId: bob.id })).toBe(true);
  expect(await chosen(ann)).toEqual({
    ...AS_CHOSEN,
    'balance.low': [true, 'never'],
    'balance.empty': [false, 'never'],
  });
  expect(await chosen(bob)).toEqual(AS_CHOSEN);
});

it('who has chosen nothing is mailed, until they end it', async () => {
  const mails = { userId: (await api.user()).id, kind: 'campaign.approve' } as const;
  expect(await isMailed(api.deps, mails)).toBe(true);
  expect(await isMailed(api.deps, { ...mails, kind: 'digest' })).toBe(false);
  await endMails(api.deps, mails);
  expect(await isMailed(api.deps, mails)).toBe(false);
});

it('choosing some leaves the others, and what is none of the account’s is left out', async () => {
  const body = { items: [{ kind: 'balance.low', inApp: false, mail: 'never' }] };
  await api.call('PUT', '/notices/preferences', { token: ann.token, body });
  expect(await chosen(ann)).toEqual({ ...AS_CHOSEN, 'balance.low': [false, 'never'] });
  const none = { items: [{ kind: 'payout.fail', inApp: false, mail: 'never' }] };
  expect((await api.call('PUT', '/notices/preferences', { token: ann.token, body: none })).status).toBe(200);
  expect(await isMailed(api.deps, { userId: ann.id, kind: 'payout.fail' })).toBe(true);
  expect(
    (await api.call('PUT', '/notices/preferences', { token: ann.token, body: { items: [] } })).status,
  ).toBe(200);
});

it('reading all is of one account, and up to what was seen; what stands in no list is read with none', async () => {
  await api.deps.db
    .insertInto('account_member')
    .values({ account_id: bob.accountId, user_id: ann.id, role: 'manager' })
    .execute();
  const told = async (accountId: number | null, userId = ann.id) =>
    (
      await api.deps.db
        .insertInto('notification')
        .values({
          ...{ user_id: userId, account_id: accountId, kind: 'balance.empty', created_at: api.now },
          detail: JSON.stringify({ currency: 'USD' }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const ids = [
    await told(ann.accountId),
    await told(null),
    await told(bob.accountId),
    await told(ann.accountId, bob.id),
    await told(ann.accountId),
  ];
  const listed = await api.call('GET', '/notices', { token: ann.token });
  const page = listed.data as { items: { id: number }[]; unread: number };
  expect([page.items.map(({ id }) => id), page.unread]).toEqual([[ids[4], ids[1], ids[0]], 3]);
  const began = api.now;
  await api.call('POST', '/notices/read', { token: ann.token, body: { upTo: ids[3] } });
  api.now = new Date(began.getTime() + 1_000);
  await api.call('POST', '/notices/read', { token: ann.token, body: { upTo: ids[3] } });
  const rows = await api.deps.db.selectFrom('notification').select(['id', 'read_at']).orderBy('id').execute();
  const read = rows.filter(({ id }) => ids.includes(id)).map(({ read_at: at }) => at?.getTime() ?? null);
  expect(read).toEqual([began.getTime(), began.getTime(), null, null, null]);
  api.now = began;
});
