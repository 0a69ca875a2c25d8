import type { BidCard } from '@placard/contract/minimum-bids';
import { MAX_BID_CARDS } from '@placard/domain/decision/minimum-bids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveAll } from '../../http/testing/prove.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
let operator: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  api.now = new Date('2026-03-09T23:59:59.999Z');
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});

const PATH = '/operator/minimum-bids';
const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
  await proveAll(api);
  return await api.call(method, path, { token: operator.token, ...(body === undefined ? {} : { body }) });
};
const TIERS = [
  { name: 'First', countries: ['DE', 'US'] },
  { name: 'Second', countries: ['FR'] },
];
const minimum = (part: object = {}) => ({
  widgetType: 'banner',
  tier: 0,
  minCpm: 2.5,
  minCpc: null,
  ...part,
});
const list = async () => (await call('GET', PATH)).data as { items: BidCard[]; lastCardId: number | null };
const create = async (change: object = {}) => {
  const { lastCardId } = await list();
  const card = { tiers: TIERS, minimums: [minimum()], fromUtcDay: null, reason: 'Dearer places' };
  return await call('POST', PATH, { ...card, lastCardId, ...change });
};
const issueOf = async (change: object) => (await create(change)).error?.issues?.[0];
const at = (instant: string) => {
  api.now = new Date(instant);
};
const changes = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from change_log where kind = 'minimum_bids'`.execute(api.deps.db);
  return rows[0]?.n ?? 0;
};

describe('minimum bids', () => {
  it('begin at once, hold until the next ones, and tell ad servers', async () => {
    expect(await list()).toEqual({ items: [], lastCardId: null });
    const { data } = await create();
    expect(data).toMatchObject({
      ...{ tiers: TIERS, minimums: [minimum()], from: '2026-03-09T23:59:59.999Z' },
      ...{ until: null, removable: false, reason: 'Dearer places' },
    });
    expect(await changes()).toBe(1);
    // Whoever saw none yet, though there is one by now, makes no second.
    const unseen = await create({ fromUtcDay: '2026-03-10', minimums: [], lastCardId: null });
    expect(unseen.error?.code).toBe('conflict_version');
  });

  it('begin with a day of UTC that has not begun', async () => {
    expect(await issueOf({ fromUtcDay: '2026-03-09', minimums: [] })).toMatchObject({
      ...{ path: 'fromUtcDay', code: 'card_day_too_early' },
    });
    const { data } = await create({ fromUtcDay: '2026-03-10', minimums: [] });
    expect(data).toMatchObject({ from: '2026-03-10T00:00:00.000Z', removable: true });
    const { items } = await list();
    expect(items.map(({ removable, until }) => [removable, until])).toEqual([
      [true, null],
      [false, '2026-03-10T00:00:00.000Z'],
    ]);
    at('2026-03-10T00:00:00Z');
    expect((await list()).items.map(({ removable }) => removable)).toEqual([false, false]);
    expect(await issueOf({ fromUtcDay: '2026-03-10' })).toMatchObject({ code: 'card_day_too_early' });
  });

  it('are made once by two presses, and another by what differs', async () => {
    const { lastCardId } = await list();
    const first = await create({ fromUtcDay: '2026-03-12', lastCardId });
    const again = await create({
      ...{ fromUtcDay: '2026-03-12', lastCardId, tiers: TIERS, reason: 'Pressed twice' },
    });
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await issueOf({ fromUtcDay: '2026-03-12', minimums: [] })).toMatchObject({
      ...{ path: 'fromUtcDay', code: 'card_repeated' },
    });
    // At once, what holds already stays as it is.
    expect((await create({ minimums: [] })).data).toMatchObject({ from: '2026-03-10T00:00:00.000Z' });
    expect((await list()).items).toHaveLength(3);
  });

  it('of another operator since are told and not written over', async () => {
    const stale = await create({ fromUtcDay: '2026-03-13', lastCardId: null });
    expect([stale.status, stale.error?.code]).toEqual([409, 'conflict_version']);
  });

  it('of ten operators at once are those of the first', async () => {
    const { lastCardId } = await list();
    const cards = Array.from({ length: 10 }, (_, day) => `2026-04-${day + 10}`);
    const answers = await Promise.all(
      cards.map(async (fromUtcDay) => await create({ fromUtcDay, lastCardId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const made = answers.find(({ status }) => status === 200)?.data as BidCard;
    expect((await call('DELETE', `${PATH}/${made.id}`)).status).toBe(200);
  });

  it('end with the next of several, whichever was made first, and name who made them and all they ask for', async () => {
    const { items: before } = await list();
    const later = (await create({ fromUtcDay: '2026-04-20' })).data as BidCard;
    const tiers = [{ name: 'One', countries: ['US', 'DE'] }];
    const minimums = [
      minimum({ widgetType: 'video', tier: 1, minCpm: null, minCpc: 0.25 }),
      minimum({ widgetType: 'native', minCpm: 1, minCpc: 2 }),
      minimum({ widgetType: 'native', tier: 1, minCpm: null }),
    ];
    const sooner = (await create({ fromUtcDay: '2026-04-15', tiers, minimums })).data as BidCard;
    expect(sooner).toEqual({
      ...{ id: sooner.id, tiers: [{ name: 'One', countries: ['DE', 'US'] }], reason: 'Dearer places' },
      // In the order of the types; what asks for nothing is none.
      minimums: [minimums[1], minimums[0]],
      ...{ from: '2026-04-15T00:00:00.000Z', until: '2026-04-20T00:00:00.000Z', removable: true },
      ...{ createdAt: api.now.toISOString(), createdBy: 'Test User 1' },
    });
    const listed = await list();
    expect(listed.lastCardId).toBe(sooner.id);
    // That which was made last is the newest, though another one begins after it.
    expect(listed.items.slice(0, 3).map(({ id, until }) => [id, until])).toEqual([
      [later.id, null],
      [sooner.id, later.from],
      [before[0]?.id, sooner.from],
    ]);
    const { rows } = await sql<{ detail: object }>`
      select detail from audit_log where action = 'minimum_bids.set_minimums' order by id desc limit 1`.execute(
      api.deps.db,
    );
    // Held against what holds until then.
    expect(rows[0]?.detail).toMatchObject({
      ...{ from: '2026-04-15T00:00:00.000Z', reason: 'Dearer places' },
      'native 1 CPM': { before: null, after: 1 },
      'native 1 CPC': { before: null, after: 2 },
      'video 2 CPC': { before: null, after: 0.25 },
    });
    expect(rows[0]?.detail).not.toHaveProperty('video 2 CPM');
    for (const { id } of [sooner, later]) expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200);
    const removed = await sql<{ detail: object }>`
      select detail from audit_log where action = 'minimum_bids.remove_minimums' order by id desc limit 2`.execute(
      api.deps.db,
    );
    expect(removed.rows[1]?.detail).toMatchObject({
      ...{ from: '2026-04-15T00:00:00.000Z', 'native 1 CPC': { before: 2, after: null } },
      // What holds instead is the one before.
      ...{
        tiers: { before: ['One: DE US'], after: ['First: DE US', 'Second: FR'] },
        reason: 'Dearer places',
      },
    });
  });

  it('are removed before they begin only', async () => {
    const { items } = await list();
    const [coming, current] = items;
    const before = await changes();
    expect((await call('DELETE', `${PATH}/${current?.id}`)).error?.code).toBe('bid_card_begun');
    expect((await call('DELETE', `${PATH}/${coming?.id}`)).status).toBe(200);
    expect((await call('DELETE', `${PATH}/${coming?.id}`)).error?.code).toBe('bid_card_not_found');
    expect((await list()).items).toHaveLength(2);
    expect(await changes()).toBe(before + 1);
    // What was seen before the removal is the newest still.
    const seen = { fromUtcDay: '2026-03-14', lastCardId: coming?.id };
    const next = (await create(seen)).data as BidCard;
    expect((await call('DELETE', `${PATH}/${next.id}`)).status).toBe(200);
    const { rows } = await sql`select from minimum_bid where card_id = ${coming?.id}`.execute(api.deps.db);
    expect(rows).toEqual([]);
  });

  it('are written down with what was before, what is after and why', async () => {
    const { rows } = await sql<{ action: string; actor: number; detail: Record<string, unknown> }>`
      select action, actor_user_id as actor, detail from audit_log
       where action like 'minimum_bids.%' order by id`.execute(api.deps.db);
    // Of the two that end one another.
    const ofTwo = rows.splice(5, 4);
    expect(ofTwo.map(({ action }) => action)).toEqual([
      ...Array(2).fill('minimum_bids.set_minimums'),
      ...Array(2).fill('minimum_bids.remove_minimums'),
    ]);
    expect(rows.map(({ action, actor }) => [action, actor === operator.id])).toEqual([
      ['minimum_bids.set_minimums', true],
      ['minimum_bids.set_minimums', true],
      ['minimum_bids.set_minimums', true],
      // Of the ten at once.
      ['minimum_bids.set_minimums', true],
      ['minimum_bids.remove_minimums', true],
      ['minimum_bids.remove_minimums', true],
      ['minimum_bids.set_minimums', true],
      ['minimum_bids.remove_minimums', true],
    ]);
    expect(rows[0]?.detail).toEqual({
      from: '2026-03-09T23:59:59.999Z',
      tiers: { before: [], after: ['First: DE US', 'Second: FR'] },
      'banner 1 CPM': { before: null, after: 2.5 },
      reason: 'Dearer places',
    });
    expect(rows[5]?.detail).toMatchObject({ 'banner 1 CPM': { before: 2.5, after: null } });
  });

  it.each([
    ['a tier without a country', { tiers: [{ name: 'None', countries: [] }] }, 'tiers.0.countries'],
    ['a tier without a name', { tiers: [{ name: ' ', countries: ['DE'] }] }, 'tiers.0.name'],
    ['a tier with too long a name', { tiers: [{ name: 'T'.repeat(41), countries: ['DE'] }] }, 'tiers.0.name'],
    ['a country that is none', { tiers: [{ name: 'X', countries: ['QQ'] }] }, 'tiers.0.countries.0'],
    ['a country twice', { tiers: [TIERS[0], { name: 'Again', countries: ['DE'] }] }, 'tiers.1.countries'],
    [
      'six tiers',
      { tiers: ['AD', 'AE', 'AF', 'AG', 'AI', 'AL'].map((name) => ({ name, countries: [name] })) },
      'tiers',
    ],
    ['a tier that is not there', { minimums: [minimum({ tier: 3 })] }, 'minimums.0.tier'],
    ['a place twice', { minimums: [minimum(), minimum()] }, 'minimums.1.tier'],
    ['nothing as the least', { minimums: [minimum({ minCpm: 0 })] }, 'minimums.0.minCpm'],
    ['more than the most', { minimums: [minimum({ minCpc: 1_000.000_001 })] }, 'minimums.0.minCpc'],
    ['finer than a micro', { minimums: [minimum({ minCpm: 0.000_000_1 })] }, 'minimums.0.minCpm'],
    ['no reason', { reason: 'no' }, 'reason'],
  ])('refuse %s, and name its field', async (_what, change, path) => {
    const { status, error } = await create(change);
    expect([status, error?.issues?.[0]?.path]).toEqual([422, path]);
  });

  it('take five tiers, the rest, and the most of each', async () => {
    at('2026-03-10T12:00:00Z');
    const tiers = ['AD', 'AE', 'AF', 'AG', 'AI'].map((name) => ({ name, countries: [name] }));
    const minimums = [minimum({ tier: 5, minCpm: 1_000, minCpc: 0.000_001 })];
    expect((await create({ tiers, minimums })).data).toMatchObject({ tiers, minimums, removable: false });
  });

  it(`stop at ${MAX_BID_CARDS} cards`, async () => {
    const there = (await list()).items.length;
    await sql`
      insert into minimum_bid_card (from_at, reason, created_at, created_by)
      select timestamptz '2020-01-01' + n * interval '1 day', 'Of before', now(), ${operator.id}
        from generate_series(1, ${MAX_BID_CARDS - 1 - there}::int) as n`.execute(api.deps.db);
    expect((await create({ fromUtcDay: '2026-05-01', minimums: [] })).status).toBe(200);
    const refused = await create({ fromUtcDay: '2026-05-02', minimums: [] });
    expect([refused.status, refused.error?.code]).toEqual([409, 'conflict_status']);
  });
});
