import type { Notice } from '@placard/contract/notices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { inTransaction } from '../in-transaction.ts';
import { notify } from './notify.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
});

type Page = { items: Notice[]; next: number | null; unread: number };

const MAIL = () => ({ language: 'en' as const, subject: 'Low balance', body: 'Add funds.' });
const tell = async (user: TestUser, options: { key?: string; mail?: typeof MAIL } = {}) =>
  await inTransaction(
    api.deps.db,
    async (trx) =>
      await notify(trx, {
        userId: user.id,
        kind: 'balance.low',
        data: { amount: 12.5, currency: 'USD', threshold: 50 },
        at: api.now,
        ...options,
      }),
  );
const list = async (user: TestUser, query = '') =>
  (await api.call('GET', `/notices${query}`, { token: user.token })).data as Page;
const unread = async (user: TestUser) =>
  ((await api.call('GET', '/notices/unread', { token: user.token })).data as { unread: number }).unread;
const post = async (user: TestUser, path: string, body: object = {}) =>
  await api.call('POST', path, { token: user.token, body });
const mailsTo = async (user: TestUser) =>
  await api.deps.db.selectFrom('mail_outbox').selectAll().where('to_email', '=', user.email).execute();

describe('notify', () => {
  it('tells an account once for a key, also when two tell at once, and mails once', async () => {
    const [ann, bob] = [await api.user(), await api.user()];
    const told = await Promise.all([1, 2, 3].map(() => tell(ann, { key: 'fall-1', mail: MAIL })));
    expect(told.filter((one) => one)).toHaveLength(1);
    expect(await tell(ann, { key: 'fall-2', mail: MAIL })).toBe(true);
    expect(await tell(bob, { key: 'fall-1', mail: MAIL })).toBe(true);
    expect([(await mailsTo(ann)).length, (await mailsTo(bob)).length]).toEqual([2, 1]);
    expect((await list(ann)).items).toHaveLength(2);
  });

  it('goes with its transaction', async () => {
    const ann = await api.user();
    const failing = inTransaction(api.deps.db, async (trx) => {
      await notify(trx, {
        userId: ann.id,
        kind: 'balance.empty',
        data: { currency: 'USD' },
        mail: MAIL,
        at: api.now,
      });
      throw new Error('the reason did not happen');
    });
    await expect(failing).rejects.toThrow();
    expect([await unread(ann), (await mailsTo(ann)).length]).toEqual([0, 0]);
  });

  it('mails and shows what each has chosen, and nothing else; a key counts all the same', async () => {
    const ann = await api.user();
    const choose = async (inApp: boolean, mail: string) => {
      const body = { items: [{ kind: 'balance.low', inApp, mail }] };
      const saved = await api.call('PUT', '/notices/preferences', { token: ann.token, body });
      return (saved.data as { items: { kind: string; inApp: boolean; mail: string }[] }).items;
    };
    const chosen = await choose(true, 'never');
    expect(chosen.find(({ kind }) => kind === 'balance.low')).toEqual({
      ...{ kind: 'balance.low', inApp: true, mail: 'never', fixedFor: null },
    });
    expect(chosen.find(({ kind }) => kind === 'balance.empty')).toMatchObject({
      inApp: true,
      mail: 'at_once',
    });
    await tell(ann, { mail: MAIL });
    expect([await unread(ann), (await mailsTo(ann)).length]).toEqual([1, 0]);
    await choose(false, 'at_once');
    expect(await tell(ann, { mail: MAIL, key: 'fall' })).toBe(true);
    expect(await tell(ann, { mail: MAIL, key: 'fall' })).toBe(false);
    expect([await unread(ann), (await list(ann)).items.length, (await mailsTo(ann)).length]).toEqual([
      1, 1, 1,
    ]);
    await choose(false, 'never');
    expect(await tell(ann, { mail: MAIL, key: 'again' })).toBe(true);
    expect([await unread(ann), (await mailsTo(ann)).length]).toEqual([1, 1]);
    await choose(true, 'at_once');
    // What was not shown when it was told is not shown later.
    expect((await list(ann)).items).toHaveLength(1);
    await tell(ann, { mail: MAIL });
    expect([await unread(ann), (await mailsTo(ann)).length]).toEqual([2, 2]);
  });

  it('mails and shows what is fixed, whatever is written of it', async () => {
    const ann = await api.user();
    const kind = 'sign_in.new' as const;
    await api.deps.db
      .insertInto('notice_preference')
      .values({ user_id: ann.id, kind, in_app: false, mail: false })
      .execute();
    await inTransaction(
      api.deps.db,
      async (trx) =>
        await notify(trx, { userId: ann.id, kind, data: { device: null }, mail: MAIL, at: api.now }),
    );
    expect([await unread(ann), (await mailsTo(ann)).length]).toEqual([1, 1]);
  });

  it('mails nobody who is suspended of what is not their own, and the owner of it still', async () => {
    const [owner, member, operator] = [await api.user(), await api.user(), await api.user()];
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: owner.accountId, user_id: member.id, role: 'finance' })
      .execute();
    const suspend = async ({ id }: TestUser, status: 'suspended' | 'active') =>
      await api.deps.db.updateTable('app_user').set({ status }).where('id', '=', id).execute();
    const tellAccount = async () =>
      await inTransaction(api.deps.db, async (trx) => {
        const about = { kind: 'balance.empty', data: { currency: 'USD' }, mail: MAIL, at: api.now } as const;
        await notify(trx, { accountId: owner.accountId, ...about });
      });
    const mailed = async () =>
      await Promise.all([owner, member, operator].map(async (user) => (await mailsTo(user)).length));
    for (const user of [owner, member, operator]) await suspend(user, 'suspended');
    await tellAccount();
    await tell(operator, { mail: MAIL });
    expect(await mailed()).toEqual([1, 0, 0]);
    for (const user of [owner, member, operator]) await suspend(user, 'active');
    await tellAccount();
    await tell(operator, { mail: MAIL });
    expect(await mailed()).toEqual([2, 1, 1]);
    // At the bell stands what was told meanwhile.
    expect((await list(operator)).items).toHaveLength(2);
  });

  it('says which kinds are fixed and why, takes them as they are, and refuses less of them by name', async () => {
    const ann = await api.user();
    const { data } = await api.call('GET', '/notices/preferences', { token: ann.token });
    const { items } = data as {
      items: { kind: string; inApp: boolean; mail: string; fixedFor: string | null }[];
    };
    const fixed = items.filter((one) => one.fixedFor !== null);
    expect(Object.fromEntries(fixed.map((one) => [one.kind, one.fixedFor]))).toEqual({
      ...{ 'sign_in.new': 'security', 'invoice.issue': 'law', 'wallet.debit': 'law' },
    });
    const put = async (body: object) =>
      await api.call('PUT', '/notices/preferences', { token: ann.token, body });
    const choices = items.map(({ kind, inApp, mail }) => ({ kind, inApp, mail }));
    expect((await put({ items: choices })).status).toBe(200);
    for (const [field, less] of [
      ['mail', 'digest'],
      ['inApp', false],
    ] as const) {
      const refused = await put({ items: choices.map((one) => ({ ...one, [field]: less })) });
      expect(refused.status).toBe(422);
      expect(refused.error?.issues?.map(({ path }) => path).toSorted()).toEqual(
        choices
          .flatMap(({ kind }, at) => (fixed.some((one) => one.kind === kind) ? [`items.${at}.${field}`] : []))
          .toSorted(),
      );
    }
    // All or nothing.
    const after = await api.call('GET', '/notices/preferences', { token: ann.token });
    expect(after.data).toEqual(data);
  });
});

describe('the notices of an account', () => {
  it('are listed newest first, page by page, and are nobody else’s', async () => {
    const [ann, bob] = [await api.user(), await api.user()];
    for (let index = 0; index < 5; index += 1) await tell(ann);
    const first = await list(ann, '?limit=3');
    expect([first.items.length, first.unread]).toEqual([3, 5]);
    expect(first.items[0]).toMatchObject({
      kind: 'balance.low',
      data: { amount: 12.5, currency: 'USD', threshold: 50 },
      createdAt: api.now.toISOString(),
      readAt: null,
    });
    const rest = await list(ann, `?limit=3&before=${first.next}`);
    expect([rest.items.length, rest.next]).toEqual([2, null]);
    expect((await list(ann, '?limit=5')).next).toBeNull();
    expect((await list(ann, '?limit=4')).next).not.toBeNull();
    expect(await list(bob)).toEqual({ items: [], next: null, unread: 0 });
  });

  it('are read one by one or all up to the newest that was seen', async () => {
    const [ann, bob] = [await api.user(), await api.user()];
    for (let index = 0; index < 3; index += 1) await tell(ann);
    const { items } = await list(ann);
    const [newest, middle] = items;
    expect((await post(bob, `/notices/${middle?.id}/read`)).status).toBe(404);
    expect((await post(ann, `/notices/${middle?.id}/read`)).status).toBe(200);
    const readAt = api.now.toISOString();
    api.now = new Date(api.now.getTime() + 60_000);
    await post(ann, `/notices/${middle?.id}/read`);
    expect((await list(ann)).items[1]?.readAt).toBe(readAt);
    await tell(ann);
    await post(bob, '/notices/read', { upTo: newest?.id });
    expect(await unread(ann)).toBe(3);
    await post(ann, '/notices/read', { upTo: newest?.id });
    // The one that came after the list was looked at.
    expect(await unread(ann)).toBe(1);
    expect((await post(ann, '/notices/read', {})).status).toBe(422);
    expect((await post(ann, '/notices/x/read')).status).toBe(422);
  });

  it('are read as their kind has them: an older one as what it means, one that makes no sense not at all', async () => {
    const ann = await api.user();
    const stored = (kind: string, detail: object) => ({
      ...{ user_id: ann.id, kind, detail: JSON.stringify(detail), created_at: api.now },
    });
    const older = { amount: 5, currency: 'USD', reference: 'D-1', invoiceNumber: 17 };
    await api.deps.db
      .insertInto('notification')
      .values([stored('deposit.confirm', older), stored('balance.low', { amount: 'much', currency: 'USD' })])
      .execute();
    await tell(ann);
    const { items, unread: count } = await list(ann);
    expect(items.map((one) => one.kind)).toEqual(['balance.low', 'deposit.confirm']);
    expect(items[1]?.data).toEqual({ ...older, invoiceNumber: '17' });
    expect([count, await unread(ann)]).toEqual([2, 2]);
    expect(await list(ann, '?limit=2')).toMatchObject({ items: [{ kind: 'balance.low' }] });
  });

  it('are those of its roles', async () => {
    const publisher = await api.user({ roles: ['publisher'] });
    await tell(publisher);
    expect(await list(publisher)).toEqual({ items: [], next: null, unread: 0 });
    const answer = await api.call('GET', '/notices/preferences', { token: publisher.token });
    const { items } = answer.data as { items: { kind: string }[] };
    expect(items.map((one) => one.kind)).toContain('payout.fail');
    expect(items.map((one) => one.kind)).not.toContain('balance.low');
    const wrong = await api.call('PUT', '/notices/preferences', {
      token: publisher.token,
      body: { items: [{ kind: 'weather', mail: true }] },
    });
    expect(wrong.status).toBe(422);
  });
});
