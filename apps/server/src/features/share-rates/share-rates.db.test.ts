import type { ShareRateRow } from '@placard/contract/share-rates';
import { MAX_SHARE_RATES } from '@placard/domain/ledger/share-rate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveAll } from '../../http/testing/prove.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';

let api: TestApi;
let operator: TestUser;
let publisher: TestUser;
let websiteId: number;
beforeAll(async () => {
  api = await createTestApi();
  // Half an hour before a day of the network's begins.
  api.now = new Date('2026-03-09T22:30:00Z');
  operator = await api.user({ roles: ['operator'] });
  publisher = await api.user({ roles: ['publisher'] });
  await sql`update network_settings set time_zone = 'Europe/Berlin'`.execute(api.deps.db);
  const { rows } = await sql<{ id: number }>`
    insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, status)
    values (${publisher.accountId}, 'shares.example', '{pets}', 5, 'shares-website-key', 'active') returning id`.execute(
    api.deps.db,
  );
  websiteId = rows[0]?.id ?? 0;
});
afterAll(async () => {
  await api.close();
});

const PATH = '/operator/share-rates';
const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, user = operator) => {
  await proveAll(api);
  return await api.call(method, path, { token: user.token, ...(body === undefined ? {} : { body }) });
};
const rate = (change: object) => ({
  ...{ publisherId: publisher.accountId, websiteId: null, sharePercent: 75.5, fromDay: '2026-03-10' },
  ...{ lastDay: null, reason: 'As agreed', ...change },
});
const create = async (change: object = {}) => await call('POST', PATH, rate(change));
const rates = async () =>
  (await call('GET', `${PATH}?publisherId=${publisher.accountId}`)).data as {
    items: ShareRateRow[];
    present: { sharePercent: number; shareLevel: string };
  };
const at = (instant: string) => {
  api.now = new Date(instant);
};

describe('a revenue share', () => {
  it("begins with a day of the network's that lies ahead by five minutes, and keeps what was", async () => {
    at('2026-03-09T22:55:01Z');
    expect((await create()).error?.issues?.[0]?.code).toBe('share_day_too_early');
    at('2026-03-09T22:55:00Z');
    const { data } = await create();
    expect(data).toMatchObject({ from: '2026-03-09T23:00:00.000Z', until: null, removable: true });
    expect((await rates()).present).toEqual({ sharePercent: 70, shareLevel: 'settings' });
    expect((await create({ sharePercent: 1 })).error?.issues?.[0]?.code).toBe('share_day_taken');
    at('2026-03-09T23:00:00Z');
    expect((await rates()).present).toEqual({ sharePercent: 75.5, shareLevel: 'publisher' });
    expect((await call('GET', PATH)).data).toMatchObject({ items: [], present: { sharePercent: 70 } });
    const own = await call('GET', '/publisher/payment/shares', undefined, publisher);
    expect(own.data).toEqual({ present: { sharePercent: 75.5, shareLevel: 'publisher' }, items: [] });
  });

  it('is removed before it begins only, and ended only by a day that is not over', async () => {
    const [running] = (await rates()).items;
    const path = `${PATH}/${running?.id}`;
    expect((await call('DELETE', path)).error?.code).toBe('share_rate_begun');
    const end = async (lastDay: string) => await call('POST', `${path}/end`, { lastDay });
    expect((await end('2026-03-09')).error?.issues?.[0]?.code).toBe('end_date_before_start');
    at('2026-03-11T12:00:00Z');
    expect((await end('2026-03-10')).error?.issues?.[0]?.code).toBe('share_day_too_early');
    expect((await end('2026-03-11')).data).toMatchObject({ until: '2026-03-11T23:00:00.000Z' });
    at('2026-03-11T23:00:00Z');
    expect((await rates()).present.shareLevel).toBe('settings');
    expect((await end('2026-03-20')).error?.code).toBe('conflict_status');
    const coming = await create({
      websiteId,
      sharePercent: 90,
      fromDay: '2026-04-01',
      lastDay: '2026-04-30',
    });
    const { id } = coming.data as ShareRateRow;
    const own = await call('GET', '/publisher/payment/shares', undefined, publisher);
    expect(own.data).toMatchObject({ items: [{ website: { domain: 'shares.example' }, sharePercent: 90 }] });
    expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect((await call('DELETE', `${PATH}/${id}`)).error?.code).toBe('share_rate_not_found');
    expect((await rates()).items).toHaveLength(1);
  });

  it('is written down with who, what and why, in the history of whose it is', async () => {
    const { rows } = await sql<{ action: string; subject: string; detail: Record<string, unknown> }>`
      select action, subject_kind || ' ' || (subject_id = ${websiteId})::text as subject, detail
        from audit_log where action like 'share_rate.%' order by id`.execute(api.deps.db);
    expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
      ['share_rate.set_share', 'account false'],
      ['share_rate.end_share', 'account false'],
      ['share_rate.set_share', 'website true'],
      ['share_rate.remove_share', 'website true'],
    ]);
    expect(rows[1]?.detail).toEqual({
      lastDay: { before: null, after: '2026-03-11' },
      reason: 'As agreed',
    });
  });

  it('is listed with who set it and why: a website’s with its publisher’s, the network’s by itself', async () => {
    at('2026-03-12T12:00:00Z');
    const days = { fromDay: '2026-03-13', lastDay: '2026-03-13' };
    const set = async (change: object) => (await create({ ...days, ...change })).data as ShareRateRow;
    const ofPublisher = await set({ sharePercent: 64.35 });
    const ofWebsite = await set({ publisherId: null, websiteId, sharePercent: 80 });
    const ofNetwork = await set({ publisherId: null, sharePercent: 65 });
    expect(ofWebsite).toEqual({
      ...{ id: ofWebsite.id, ...days, sharePercent: 80, reason: 'As agreed', removable: true },
      ...{ from: '2026-03-12T23:00:00.000Z', until: '2026-03-13T23:00:00.000Z' },
      ...{ website: { id: websiteId, domain: 'shares.example' }, createdAt: api.now.toISOString() },
      createdBy: 'Test User 1',
    });
    const list = async () => ({
      own: await rates(),
      network: (await call('GET', PATH)).data as Awaited<ReturnType<typeof rates>>,
    });
    at('2026-03-12T23:00:00Z');
    const begun = await list();
    const listed = { removable: false };
    expect(begun.own.items.slice(0, 2)).toEqual([
      { ...ofWebsite, ...listed },
      { ...ofPublisher, ...listed },
    ]);
    expect(begun.network.items).toEqual([{ ...ofNetwork, ...listed }]);
    // A website's own is none of its publisher's others.
    expect(begun.own.present).toEqual({ sharePercent: 64.35, shareLevel: 'publisher' });
    expect(begun.network.present).toEqual({ sharePercent: 65, shareLevel: 'network' });
    at('2026-03-13T23:00:00Z');
    expect((await list()).own.present).toEqual({ sharePercent: 70, shareLevel: 'settings' });
    expect((await call('GET', `${PATH}?publisherId=2000000000`)).status).toBe(404);
    const { rows } = await sql<{ subject: string; detail: object }>`
      select subject_kind as subject, detail from audit_log where action = 'share_rate.set_share' and subject_kind = 'settings'`.execute(
      api.deps.db,
    );
    expect(rows).toEqual([
      { subject: 'settings', detail: { ...days, sharePercent: 65, reason: 'As agreed' } },
    ]);
    await sql`delete from share_rate where id = any(${[ofPublisher, ofWebsite, ofNetwork].map(({ id }) => id)}::int[])`.execute(
      api.deps.db,
    );
  });

  it('is ended anew until it ends but five minutes, and not from then on', async () => {
    at('2026-03-12T12:00:00Z');
    const days = { fromDay: '2026-03-14', lastDay: '2026-03-14' };
    const { id } = (await create({ publisherId: null, websiteId, ...days })).data as ShareRateRow;
    const end = async (lastDay: string) => await call('POST', `${PATH}/${id}/end`, { lastDay });
    expect((await end('2026-03-13')).error?.issues?.[0]?.code).toBe('end_date_before_start');
    expect((await end('2026-03-15')).data).toMatchObject({ lastDay: '2026-03-15' });
    at('2026-03-14T22:55:00Z');
    // Twice the same day changes nothing the second time.
    for (const lastDay of ['2026-03-14', '2026-03-14'])
      expect((await end(lastDay)).data).toMatchObject({ lastDay });
    at('2026-03-14T22:55:00.001Z');
    expect((await end('2026-03-15')).error?.reason).toBe('share_rate_over');
    const { rows } = await sql<{ subject: number }>`
      select subject_id as subject from audit_log where action = 'share_rate.end_share' and subject_kind = 'website'`.execute(
      api.deps.db,
    );
    expect(rows).toEqual([{ subject: websiteId }, { subject: websiteId }]);
    await sql`delete from share_rate where id = ${id}`.execute(api.deps.db);
    at('2026-03-11T23:00:00Z');
  });

  it('tells ad servers', async () => {
    const count = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from change_log where kind = 'share'`.execute(
          api.deps.db,
        )
      ).rows[0]?.n ?? 0;
    const before = await count();
    await create({ publisherId: null, fromDay: '2026-05-01' });
    expect(await count()).toBe(before + 1);
  });

  it('is told to its publisher while it is to come, and of a website until it is over', async () => {
    const day = '2026-03-13';
    await create({ publisherId: null, websiteId, sharePercent: 80, fromDay: day, lastDay: day });
    await create({ publisherId: null, fromDay: '2026-03-15' });
    const told = async () => {
      const { data } = await call('GET', '/publisher/payment/shares', undefined, publisher);
      const { items } = data as { items: { fromDay: string; website: { id: number } | null }[] };
      return items.map(({ fromDay, website }) => [fromDay, website?.id ?? null]);
    };
    const ofNetwork = [
      ['2026-03-15', null],
      ['2026-05-01', null],
    ];
    at('2026-03-13T22:59:59.999Z');
    expect(await told()).toEqual([[day, websiteId], ...ofNetwork]);
    at('2026-03-13T23:00:00Z');
    expect(await told()).toEqual(ofNetwork);
    at('2026-03-14T22:59:59.999Z');
    expect(await told()).toEqual(ofNetwork);
    at('2026-03-14T23:00:00Z');
    expect(await told()).toEqual(ofNetwork.slice(1));
  });

  it.each([
    ['more than all', { sharePercent: 100.01 }, 422],
    ['finer than a hundredth of a percent', { sharePercent: 70.005 }, 422],
    ['that ends before it begins', { fromDay: '2026-06-02', lastDay: '2026-06-01' }, 422],
    ['without a reason', { reason: 'no' }, 422],
    ["of an account that doesn't publish", { publisherId: 2_000_000_000 }, 404],
    ["of a website that isn't there", { publisherId: null, websiteId: 2_000_000_000 }, 404],
  ])('%s is refused', async (_what, change, status) => {
    expect((await create({ fromDay: '2026-06-01', ...change })).status).toBe(status);
  });

  it('of a website is not set as if it were of another publisher’s', async () => {
    const stranger = await api.user({ roles: ['publisher'] });
    const day = { websiteId, fromDay: '2026-06-03' };
    expect((await create({ ...day, publisherId: stranger.accountId })).status).toBe(404);
    expect((await create(day)).status).toBe(200);
  });

  it('begins on a day on which none of the same website or publisher does', async () => {
    const day = { fromDay: '2026-06-04' };
    expect((await create(day)).status).toBe(200);
    const ofWebsite = { ...day, publisherId: null, websiteId };
    expect((await create(ofWebsite)).status).toBe(200);
    expect((await create(ofWebsite)).error?.issues?.[0]?.code).toBe('share_day_taken');
  });

  it(`is one of ${MAX_SHARE_RATES} at most, with those of its websites, also where several are set at once`, async () => {
    const there = (await rates()).items.length;
    await sql`
      insert into share_rate (publisher_id, website_id, share_bp, from_at, reason, created_at, created_by)
      select case when n % 2 = 0 then ${publisher.accountId}::int end, case when n % 2 = 1 then ${websiteId}::int end, 7000,
             timestamptz '2020-01-01' + n * interval '1 day', 'Of before', now(), ${operator.id}
        from generate_series(1, ${MAX_SHARE_RATES - 3 - there}::int) as n`.execute(api.deps.db);
    await proveAll(api);
    const set = async (fromDay: string) =>
      await api.call('POST', PATH, { token: operator.token, body: rate({ fromDay }) });
    const days = ['2026-09-11', '2026-09-12', '2026-09-13', '2026-09-14', '2026-09-15'];
    const all = async () => await Promise.all(days.map(set));
    // Held up where each is written down, so that without a lock all of them had looked by then.
    const author = `select from app_user where id = ${operator.id} for update`;
    const { waited, result: answers } = await whileHeld(api.pool, author, all, days.length);
    expect(waited).toBe(true);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error?.reason).toBe('share_rates_full');
  });

  it.each(['publisher', 'website'])(
    'of a %s of one’s own is decided about by another operator',
    async (of) => {
      const both = await api.user({ roles: ['operator', 'publisher'] });
      const site = await api.deps.db
        .insertInto('website')
        .values({
          publisher_id: both.accountId,
          domain: `own-${of}.example`,
          categories: ['pets'],
          monthly_traffic: 5,
          analytics_key: `own-${of}-shares-key`,
          status: 'active',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const owner =
        of === 'website' ? { publisherId: null, websiteId: site.id } : { publisherId: both.accountId };
      const asked = rate({ ...owner, sharePercent: 100, fromDay: '2026-07-01' });
      expect((await call('POST', PATH, asked, both)).error?.code).toBe('own_share');
      const { id } = (await call('POST', PATH, asked)).data as ShareRateRow;
      const end = { lastDay: '2026-07-31' };
      expect((await call('POST', `${PATH}/${id}/end`, end, both)).error?.code).toBe('own_share');
      expect((await call('DELETE', `${PATH}/${id}`, undefined, both)).error?.code).toBe('own_share');
      expect((await call('POST', `${PATH}/${id}/end`, end)).status).toBe(200);
      expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200);
      // The network's is everybody's.
      const networks = rate({ publisherId: null, fromDay: '2026-08-01' });
      const set = await call('POST', PATH, networks, both);
      expect((await call('DELETE', `${PATH}/${(set.data as ShareRateRow).id}`, undefined, both)).status).toBe(
        200,
      );
    },
  );

  it('is told to all operators where more goes to a publisher by it, and not where less does', async () => {
    const { accountId: publisherId } = await api.user({ roles: ['publisher'], lastName: 'Harbour' });
    const days = { publisherId, fromDay: '2026-10-20', lastDay: '2026-10-21' };
    const { id } = (await create({ ...days, sharePercent: 100 })).data as ShareRateRow;
    await create({ publisherId, fromDay: '2026-10-22', lastDay: '2026-10-22', sharePercent: 5 });
    await call('POST', `${PATH}/${id}/end`, { lastDay: '2026-10-20' });
    await call('POST', `${PATH}/${id}/end`, { lastDay: '2026-10-24' });
    await call('DELETE', `${PATH}/${id}`);
    const { rows } = await sql<{ about: string; record: unknown }>`
      select detail->>'about' as about, detail->'record' as record from notification
       where kind = 'operator.change' and user_id = ${operator.id} and detail->>'about' like '%Harbour,%'
       order by id`.execute(api.deps.db);
    expect(rows.map(({ about }) => about.replace(/^.*, /, ''))).toEqual([
      '75.5% → 100% (2026-10-20)',
      '75.5% → 100% (2026-10-21)',
    ]);
    expect(rows[0]?.record).toEqual({ kind: 'account', id: publisherId });
  });
});
