import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { createTestApi, type TestApi } from '../../http/testing/test-api.ts';
import { refusalOf } from '../testing/fixtures.ts';
import { createView, updateView } from './edit-views.ts';
import { moveSchedules, scheduleView } from './schedule-view.ts';
import { FAILED_PAUSE_MS, sendDueViews, sendViewNow } from './send-views.ts';
import { readView } from './view-record.ts';

let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let api: TestApi;
beforeAll(async () => {
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  api = await createTestApi({ analytics });
});
afterAll(async () => {
  await api.close();
  await endAnalytics();
});

beforeEach(async () => {
  await api.deps.db.deleteFrom('saved_view').execute();
  await api.deps.db.deleteFrom('mail_outbox').execute();
});

const DAY_MS = 86_400_000;
const save = async (actor: Actor, name: string) =>
  await createView(api.deps, actor, {
    ...{ screen: 'statistics', name, search: { by: 'country' }, isDefault: false },
  });
const daily = async (actor: Actor, id: number, time: string) => {
  const { version } = await readView(api.deps.db, actor, id);
  return await scheduleView(api.deps, actor, { id, version, every: 'day', weekday: null, time });
};
const mailed = async () =>
  await api.deps.db
    .selectFrom('mail_outbox')
    .select(['to_email', 'subject', 'language', 'unsubscribe_url'])
    .orderBy('id')
    .execute();
/** What is due after so long, by analytics that answer unless others are given. */
const sendAfter = async (passedMs: number, instead: Pick<Analytics, 'client'> = analytics) =>
  await sendDueViews({
    ...{ ...api.deps, analytics: instead, clock: () => new Date(api.now.getTime() + passedMs) },
  });

/** Two people of one account, the second of whom is a publisher in one of their own. */
async function colleagues(): Promise<{ owner: Actor; member: Actor; emails: string[] }> {
  const member = await api.user({ roles: ['publisher'], timeZone: 'Asia/Tokyo' });
  const owner = await api.user({ roles: ['advertiser'] });
  await api.deps.db
    .insertInto('account_member')
    .values({ account_id: owner.accountId, user_id: member.id, role: 'manager' })
    .execute();
  await api.deps.db.updateTable('app_user').set({ language: 'de' }).where('id', '=', member.id).execute();
  return {
    owner: owner.actor,
    member: { ...owner.actor, userId: member.id, member: 'manager' },
    emails: [owner.email, member.email],
  };
}

it('a view is mailed to whose it is, of the account in which it is, and by itself', async () => {
  const { owner, member, emails } = await colleagues();
  const [owners, members] = [await save(owner, 'Owners'), await save(member, 'Members')];
  await daily(owner, owners.id, '13:00');
  for (const [actor, { id }] of [
    [owner, owners],
    [member, members],
  ] as const)
    await sendViewNow({ ...api.deps, analytics }, actor, id);
  expect(await mailed()).toMatchObject([
    { to_email: emails[0], language: 'en', unsubscribe_url: expect.any(String) },
    { to_email: emails[1], language: 'de', unsubscribe_url: null },
  ]);
  // Who changes one is told anew of that one alone.
  await daily(member, members.id, '13:00');
  await api.deps.db.updateTable('view_schedule').set({ refused_at: api.now }).execute();
  await updateView(api.deps, owner, { id: owners.id, version: owners.version + 1, name: 'Renamed' });
  const refused = await api.deps.db.selectFrom('view_schedule').select(['view_id', 'refused_at']).execute();
  expect(new Map(refused.map((row) => [row.view_id, row.refused_at !== null]))).toEqual(
    new Map([
      [owners.id, false],
      [members.id, true],
    ]),
  );
});

it('views are mailed in the order in which they are due, of one moment by their number', async () => {
  const { owner } = await colleagues();
  const ids = [];
  for (const [name, time] of [
    ['third', '14:00'],
    ['first', '13:00'],
    ['fourth', '14:00'],
    ['second', '13:30'],
  ] as const) {
    const { id } = await save(owner, name);
    await daily(owner, id, time);
    ids.push(id);
  }
  // What was changed last PostgreSQL reads last.
  for (const time of ['15:00', '14:00']) await daily(owner, ids[0] ?? 0, time);
  expect(await sendAfter(DAY_MS)).toBe(4);
  expect((await mailed()).map(({ subject }) => subject.split(':')[0])).toEqual([
    ...['first', 'second', 'third', 'fourth'],
  ]);
});

it('an account that is suspended gets none, and what is refused for another reason than its question comes again', async () => {
  const { owner } = await colleagues();
  await daily(owner, (await save(owner, 'Mine')).id, '13:00');
  const set = async (status: 'active' | 'suspended') =>
    await api.deps.db.updateTable('account').set({ status }).where('id', '=', owner.accountId).execute();
  await set('suspended');
  expect(await sendAfter(DAY_MS)).toBe(0);
  await set('active');
  const busy = Object.assign(Object.create(analytics.client), {
    query: async () => {
      throw new AppError('rate_limited');
    },
  });
  const laterMs = DAY_MS + 3 * 3_600_000;
  await expect(sendAfter(laterMs, { client: busy })).rejects.toThrow('could not be mailed');
  expect(await mailed()).toEqual([]);
  expect(await sendAfter(laterMs + FAILED_PAUSE_MS)).toBe(1);
});

it('a turn is owed however long it fails, and in whichever zone its account is by then', async () => {
  const { owner } = await colleagues();
  const { id } = await save(owner, 'Mine');
  await daily(owner, id, '13:00');
  const client = Object.assign(Object.create(analytics.client), {
    query: async () => {
      throw new Error('away');
    },
  });
  const HOUR_MS = 3_600_000;
  // Half a day on, its next turn is nearer.
  for (const hours of [1, 8, 15])
    await expect(sendAfter(hours * HOUR_MS, { client })).rejects.toThrow('could not be mailed');
  expect(await sendAfter(15 * HOUR_MS + FAILED_PAUSE_MS)).toBe(1);
  expect((await mailed()).map(({ subject }) => subject)).toEqual([expect.stringContaining('– Mar 10, 2026')]);
  // A Tuesday's, due at 13:00 and not mailed when the account moves to where that was nine hours ago.
  await scheduleView(api.deps, owner, { id, version: 2, every: 'week', weekday: 2, time: '13:00' });
  await expect(sendAfter(HOUR_MS, { client })).rejects.toThrow('could not be mailed');
  const timeZone = 'Asia/Tokyo';
  await api.deps.db.transaction().execute(async (trx) => {
    await trx.updateTable('account').set({ time_zone: timeZone }).where('id', '=', owner.accountId).execute();
    await moveSchedules(trx, owner.accountId, timeZone, new Date(api.now.getTime() + 1.5 * HOUR_MS));
  });
  expect(await sendAfter(2 * HOUR_MS)).toBe(1);
  const { next_due_at: next } = await api.deps.db
    .selectFrom('view_schedule')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(next).toEqual(new Date('2026-03-17T04:00:00Z'));
});

it('a view that another worker mailed or put off after it was seen to be due is not mailed again', async () => {
  const { actor } = await api.user({ roles: ['advertiser'] });
  for (const name of ['First', 'Second', 'Put off']) {
    const search = { by: 'country' };
    const { id } = await createView(api.deps, actor, {
      screen: 'statistics',
      name,
      search,
      isDefault: false,
    });
    await scheduleView(api.deps, actor, { id, version: 1, every: 'day', weekday: null, time: '13:00' });
  }
  const clock = () => new Date(api.now.getTime() + 25 * 3_600_000);
  const deps = { ...api.deps, clock, analytics };
  const putOff = async () =>
    await api.pool.query(
      `update view_schedule set next_due_at = $1 where view_id = (select id from saved_view where name = 'Put off')`,
      [new Date(clock().getTime() + FAILED_PAUSE_MS)],
    );
  // While the first is looked up, another worker passes it over and mails the second, after the third had failed.
  let other: Promise<number> | null = null;
  const client = Object.assign(Object.create(analytics.client), {
    query: async (...asked: Parameters<Analytics['client']['query']>) => {
      other ??= putOff().then(async () => await sendDueViews(deps));
      await other;
      return await analytics.client.query(...asked);
    },
  });
  const slow = { ...deps, analytics: Object.assign(Object.create(analytics), { client }) };
  expect([await sendDueViews(slow), await other]).toEqual([1, 1]);
  const mails = await api.deps.db.selectFrom('mail_outbox').select('subject').orderBy('id').execute();
  expect(mails.map(({ subject }) => subject.split(':')[0]).sort()).toEqual(['First', 'Second']);
});

it('a view is mailed by hand every half minute, and tried again five minutes after its turn failed', async () => {
  const { actor } = await api.user({ roles: ['advertiser'] });
  const view = { screen: 'statistics', name: 'By hand', search: { by: 'country' }, isDefault: true } as const;
  const { id } = await createView(api.deps, actor, view);
  const press = async (passedMs: number) =>
    await sendViewNow(
      { ...api.deps, analytics, clock: () => new Date(api.now.getTime() + passedMs) },
      actor,
      id,
    );
  await press(0);
  const tooSoon = await refusalOf(press(10_500));
  expect([tooSoon.code, tooSoon.message, tooSoon.retryAfterSeconds]).toEqual([
    ...['rate_limited', 'Too many attempts. Please try again in 20 seconds.', 20],
  ]);
  expect((await refusalOf(press(29_999))).code).toBe('rate_limited');
  await press(30_000);
  expect((await refusalOf(press(59_999))).code).toBe('rate_limited');
  expect(FAILED_PAUSE_MS).toBe(300_000);
});
