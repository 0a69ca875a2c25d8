import type { ModeratedCreative, ModeratedWebsite } from '@placard/contract/moderation';
import type { CreativeStatus } from '@placard/domain/creative/status';
import { WIDGETS_LISTED } from '@placard/domain/widget/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { randomKey } from '../random-key.ts';
import { createTestCampaign } from '../testing/fixtures.ts';

let api: TestApi;
let operator: TestUser;
let owner: TestUser;
let creativeId: number;
let websiteId: number;
let made = 0;

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
  owner = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Ada', lastName: 'Harbour' });
});
afterAll(async () => {
  await api.close();
});

beforeEach(async () => {
  made += 1;
  const { db } = api.deps;
  const creative = await db
    .insertInto('creative')
    .values({
      ...{
        advertiser_id: owner.accountId,
        name: `Lantern ${made}`,
        type: 'third_party',
        ad_code: '<b>ad</b>',
      },
      ...{ width_px: 300, height_px: 250, status: 'active', approved_at: api.now, public_key: randomKey() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  creativeId = creative.id;
  const website = await db
    .insertInto('website')
    .values({
      ...{
        publisher_id: owner.accountId,
        domain: `xn--mnchen-3ya.news-${made}.test`,
        categories: ['news'],
        monthly_traffic: 1_000,
      },
      ...{ status: 'active', analytics_key: randomKey() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  websiteId = website.id;
});

const asOperator = (path: string, body: unknown) =>
  api.call('POST', `/operator${path}`, { token: operator.token, body });
const takeDown = (body: object = {}, id = creativeId) =>
  asOperator(`/creatives/${id}/take-down`, {
    version: 1,
    code: 'misleading',
    text: 'It promises too much.',
    ...body,
  });
const suspend = (body: object = {}, id = websiteId) =>
  asOperator(`/websites/${id}/suspend`, { version: 1, text: 'Its visitors are no people.', ...body });
const publisherActs = (action: string) =>
  api.call('POST', `/publisher/websites/${websiteId}/actions`, { token: owner.token, body: { action } });

async function told() {
  const rows = await api.deps.db
    .selectFrom('notification')
    .select(['kind', 'detail'])
    .where('user_id', '=', owner.id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const mail = await api.deps.db
    .selectFrom('mail_outbox')
    .select(['to_email', 'subject', 'body_text'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { kind: rows[0]?.kind, detail: rows[0]?.detail, mail };
}

async function audited() {
  const row = await api.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { action: row.action, by: row.actor_user_id, kind: row.actor_kind, detail: row.detail };
}

describe('taking a creative down', () => {
  it('cancels it, tells its advertiser why, and is written down', async () => {
    const answer = await takeDown();
    expect(answer.data).toMatchObject({
      status: 'cancelled',
      reason: 'It promises too much.',
      actions: [],
      version: 2,
    });
    const own = await api.call('GET', `/advertiser/creatives/${creativeId}`, { token: owner.token });
    expect(own.data).toMatchObject({
      status: 'cancelled',
      rejection: { code: 'misleading', text: 'It promises too much.' },
      actions: ['archive', 'duplicate'],
      trackingUrls: [],
    });
    const { kind, detail, mail } = await told();
    expect({ kind, detail }).toEqual({
      kind: 'creative.takeDown',
      detail: {
        subjectId: creativeId,
        name: `Lantern ${made}`,
        code: 'misleading',
        text: 'It promises too much.',
      },
    });
    expect(mail).toMatchObject({
      to_email: owner.email,
      subject: `Your creative “Lantern ${made}” was taken down`,
    });
    expect(mail?.body_text).toContain('It promises too much.');
    expect(await audited()).toEqual({
      action: 'creative.takeDown',
      by: operator.id,
      kind: 'operator',
      detail: {
        code: 'misleading',
        text: 'It promises too much.',
        status: { before: 'active', after: 'cancelled' },
      },
    });
  });

  it.each(['paused', 'pending', 'rejected', 'completed'] as CreativeStatus[])(
    'stops one that is %s',
    async (status) => {
      await api.deps.db.updateTable('creative').set({ status }).where('id', '=', creativeId).execute();
      expect((await takeDown()).data).toMatchObject({ status: 'cancelled' });
    },
  );

  it('is refused where there is nothing to stop, of an old version, or without a reason', async () => {
    expect((await takeDown({ version: 7 })).error?.code).toBe('conflict_version');
    expect((await takeDown({ text: '  ' })).error).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'text', code: 'reason_required' }],
    });
    expect((await takeDown({}, 2_000_000)).error?.code).toBe('creative_not_found');
    await takeDown();
    expect((await takeDown({ version: 2 })).error).toMatchObject({ code: 'conflict_status' });
  });

  it('happens once, however often it is pressed', async () => {
    const answers = await Promise.all([takeDown(), takeDown(), takeDown()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('suspending a website', () => {
  it('stops it until the operator lifts it; its publisher is told why and cannot', async () => {
    const answer = await suspend();
    expect(answer.data).toMatchObject({
      status: 'suspended',
      suspendedBy: 'operator',
      actions: ['activate'],
    });
    const own = await api.call('GET', `/publisher/websites/${websiteId}`, { token: owner.token });
    expect(own.data).toMatchObject({
      ...{ status: 'suspended', suspendedBy: 'operator', suspensionText: 'Its visitors are no people.' },
      actions: expect.not.arrayContaining(['activate']),
    });
    expect(await told()).toMatchObject({
      kind: 'website.suspend',
      detail: {
        subjectId: websiteId,
        name: `münchen.news-${made}.test`,
        text: 'Its visitors are no people.',
      },
      mail: { to_email: owner.email, subject: `Your website münchen.news-${made}.test was suspended` },
    });
    expect(await audited()).toMatchObject({ action: 'website.suspend', by: operator.id, kind: 'operator' });
    expect((await publisherActs('activate')).error?.message).toContain('suspended by the network');

    const lifted = await asOperator(`/websites/${websiteId}/activate`, { version: 2 });
    expect(lifted.data).toMatchObject({
      status: 'active',
      suspendedBy: null,
      reason: null,
      actions: ['suspend'],
    });
    expect(await told()).toMatchObject({
      kind: 'website.activate',
      detail: { subjectId: websiteId, name: `münchen.news-${made}.test` },
      mail: { subject: expect.stringContaining(`münchen.news-${made}.test`) },
    });
    expect(await audited()).toMatchObject({ action: 'website.activate', kind: 'operator' });
  });

  it('lifts a publisher’s own suspension too', async () => {
    await publisherActs('suspend');
    const lifted = await asOperator(`/websites/${websiteId}/activate`, { version: 2 });
    expect(lifted.data).toMatchObject({ status: 'active' });
  });

  it('leaves the publisher the way out: deleting it', async () => {
    await suspend();
    const deleted = await publisherActs('delete');
    expect(deleted.data).toMatchObject({ status: 'archived', suspensionText: null });
  });

  it('is refused of one that does not run, of an old version, or without a reason', async () => {
    expect((await suspend({ version: 3 })).error?.code).toBe('conflict_version');
    expect((await suspend({ text: '' })).error?.issues).toMatchObject([{ path: 'text' }]);
    expect((await suspend({}, 2_000_000)).error?.code).toBe('website_not_found');
    expect((await asOperator(`/websites/${websiteId}/activate`, { version: 1 })).error?.code).toBe(
      'conflict_status',
    );
    await suspend();
    expect((await suspend({ version: 2 })).error?.code).toBe('conflict_status');
  });
});

it('suspending a website, and lifting that, are written down with why', async () => {
  await suspend();
  const reason = { text: 'Its visitors are no people.', status: { before: 'active', after: 'suspended' } };
  expect((await audited()).detail).toEqual(reason);
  await asOperator(`/websites/${websiteId}/activate`, { version: 2 });
  expect((await audited()).detail).toEqual({ status: { before: 'suspended', after: 'active' } });
});

async function newCampaign(): Promise<number> {
  const { campaignId: id } = await createTestCampaign(api.deps, owner.actor);
  await api.deps.db.updateTable('campaign').set({ status: 'active' }).where('id', '=', id).execute();
  return id;
}

it('pausing a campaign is of the version that was seen, once, told and written down', async () => {
  const id = await newCampaign();
  const { version, name } = await api.deps.db
    .selectFrom('campaign')
    .select(['version', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const pause = async (of: number) => await asOperator(`/campaigns/${id}/pause`, { version: of });
  expect((await pause(version + 1)).error?.code).toBe('conflict_version');
  const answers = await Promise.all([pause(version), pause(version)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const again = (await pause(version + 1)).error;
  expect([again?.code, again?.message]).toEqual([
    'conflict_status',
    'The campaign is paused now, so it cannot be paused.',
  ]);
  expect(await audited()).toEqual({
    ...{ action: 'campaign.pause', by: operator.id, kind: 'operator' },
    detail: { status: { before: 'active', after: 'paused' } },
  });
  expect(await told()).toMatchObject({
    ...{ kind: 'campaign.pause', detail: { subjectId: id, name } },
    mail: { to_email: owner.email, body_text: expect.stringContaining(`/advertiser/campaigns/${id}`) },
  });
});

describe('the lists', () => {
  const list = async <Row>(path: string) =>
    (await api.call('GET', `/operator${path}`, { token: operator.token })).data as {
      items: Row[];
      total: number;
    };

  it('hold everybody’s creatives, found by name, address and owner', async () => {
    const found = await list<ModeratedCreative>(`/creatives?search=Lantern%20${made}`);
    expect(found).toMatchObject({
      total: 1,
      items: [{ id: creativeId, owner: { id: owner.accountId, name: 'Ada Harbour' }, actions: ['takeDown'] }],
    });
    const all = await list<ModeratedCreative>(`/creatives?search=${owner.email}&sort=name&pageSize=2`);
    expect(all.total).toBe(made);
    expect(all.items).toHaveLength(2);
    expect((await list('/creatives?status=archived')).total).toBe(0);
  });

  it('hold everybody’s websites, and what may be done with each', async () => {
    await suspend();
    const found = await list<ModeratedWebsite>(`/websites?search=news-${made}.test`);
    expect(found).toMatchObject({
      total: 1,
      items: [
        { id: websiteId, reason: 'Its visitors are no people.', widgetCount: 0, actions: ['activate'] },
      ],
    });
    expect(
      (await list<ModeratedWebsite>('/websites?status=suspended&sort=-domain')).items.length,
    ).toBeGreaterThan(0);
  });

  it.each([
    ['creative', 'creatives', async () => creativeId],
    ['website', 'websites', async () => websiteId],
    ['campaign', 'campaigns', newCampaign],
  ] as const)(
    'leave out a %s that is archived unless asked, and are of one account where asked',
    async (table, path, make) => {
      const id = await make();
      const ids = async (query: string) =>
        (await list<{ id: number }>(`/${path}?pageSize=100${query}`)).items.map((item) => item.id);
      expect(await ids(`&account=${owner.accountId}`)).toContain(id);
      expect(await ids(`&account=${operator.accountId}`)).toEqual([]);
      await api.deps.db.updateTable(table).set({ status: 'archived' }).where('id', '=', id).execute();
      expect(await ids('')).not.toContain(id);
      expect(await ids('&status=archived')).toContain(id);
    },
  );

  it.each([
    ['website', 'websites', async () => websiteId],
    ['campaign', 'campaigns', newCampaign],
  ] as const)('have the %s that is tagged, of its kind alone', async (kind, path, make) => {
    const id = await make();
    const other = kind === 'website' ? 'campaign' : 'website';
    await sql`insert into record_tag (kind, subject_id, tag) values (${kind}, ${id}, ${`late-${made}`}),
      (${other}, ${id}, ${`early-${made}`})`.execute(api.deps.db);
    const ids = async (tag: string) =>
      (await list<{ id: number }>(`/${path}?tag=${tag}-${made}`)).items.map((item) => item.id);
    expect([await ids('late'), await ids('early')]).toEqual([[id], []]);
  });

  it.each(['creatives', 'websites', 'campaigns'])('are sorted both ways (%s)', async (path) => {
    for (let count = 0; path === 'campaigns' && count < 2; count += 1) await newCampaign();
    const dates = async (sort: string) =>
      (await list<{ id: number }>(`/${path}?pageSize=100&sort=${sort}`)).items.map((item) => item.id);
    const [up, down] = [await dates('createdAt'), await dates('-createdAt')];
    expect([up.length > 1, up]).toEqual([true, down.toReversed()]);
    expect(up).not.toEqual(down);
  });

  it('show the image of a creative that has one', async () => {
    const { db } = api.deps;
    const shown = async () =>
      (await list<ModeratedCreative>(`/creatives?search=Lantern%20${made}`)).items.map(
        (item) => item.imageUrl,
      );
    expect(await shown()).toEqual([null]);
    await sql`with i as (insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
      values (${owner.accountId}, ${`lantern-${made}.png`}, 300, 250, 1, 'image/png') returning id)
      update creative set type = 'image', ad_code = null, click_url = 'https://shop.example/', image_id = i.id
        from i where creative.id = ${creativeId}`.execute(db);
    expect(await shown()).toEqual([expect.stringContaining(`/lantern-${made}.png`)]);
  });

  it('name so many widgets and neighbours of a website', async () => {
    const { db } = api.deps;
    const other = await api.user({ roles: ['publisher'] });
    await sql`insert into widget (website_id, type, name, embed_key)
      select ${websiteId}, 'banner', 'Widget ' || n, ${`${websiteId} with a widget `} || n
        from generate_series(1, ${WIDGETS_LISTED + 1}::int) n`.execute(db);
    await sql`insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key)
      select ${other.accountId}, 'w' || n || ${`.xn--mnchen-3ya.news-${made}.test`}, '{news}', 1, gen_random_uuid()::text
        from generate_series(1, 21) n`.execute(db);
    const { data } = await api.call('GET', `/operator/websites/${websiteId}`, { token: operator.token });
    const { widgets, related } = data as { widgets: { name: string }[]; related: object[] };
    expect([widgets.length, widgets[0]?.name, related.length]).toEqual([
      WIDGETS_LISTED,
      `Widget ${WIDGETS_LISTED + 1}`,
      20,
    ]);
  });
});
