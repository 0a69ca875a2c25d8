import type { AuditEntry } from '@placard/contract/audit';
import type { CampaignOfOperator, ModeratedCampaign } from '@placard/contract/moderated-campaigns';
import type { FoundRecord } from '@placard/contract/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { createCreative } from '../creatives/create-creative.ts';
import { createTestCampaign } from '../testing/fixtures.ts';
import { createWebsite } from '../websites/edit-website.ts';
import { createWidget } from '../widgets/edit-widget.ts';

let api: TestApi;
let operator: TestUser;
let ada: TestUser;
let grace: TestUser;
let campaignId: number;
let adSetId: number;
let creativeId: number;
let websiteId: number;
let otherCampaignId: number;

beforeAll(async () => {
  api = await createTestApi();
  api.now = new Date('2026-05-13T12:00:00Z');
  operator = await api.user({ roles: ['operator'], firstName: 'Olga', lastName: 'Ops' });
  ada = await api.user({ roles: ['advertiser'], firstName: 'Ada', lastName: 'Harbour' });
  grace = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Grace', lastName: 'Lantern' });
  await api.deps.db
    .updateTable('account')
    .set({ company: 'Harbour Ltd' })
    .where('id', '=', ada.accountId)
    .execute();
  const made = await createTestCampaign(api.deps, ada.actor, 'Spring sale');
  ({ campaignId, adSetId } = made);
  otherCampaignId = (await createTestCampaign(api.deps, grace.actor, 'Autumn')).campaignId;
  const creative = await createCreative(api.deps, ada.actor, {
    basicInfo: { name: 'Lamp of spring', description: 'Warm light' },
    content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<b>lamp</b>' },
    adSetIds: [made.adSetId],
    requestKey: 'records-1',
  });
  creativeId = creative.id;
  const website = { domain: 'bücher.example', categories: ['pets' as const], traffic: { custom: 5 } };
  websiteId = (await createWebsite(api.deps, grace.actor, website)).id;
});
afterAll(async () => {
  await api.close();
});

const get = async (path: string, who = operator) =>
  await api.call('GET', `/operator${path}`, { token: who.token });
const post = async (path: string, body: unknown) =>
  await api.call('POST', `/operator${path}`, { token: operator.token, body });
const found = async (search: string) =>
  ((await get(`/find?search=${encodeURIComponent(search)}`)).data as { items: FoundRecord[] }).items.map(
    ({ kind, id }) => [kind, id],
  );

describe('a record of each kind', () => {
  it('has a page for the operator, and for nobody else', async () => {
    const paths = [
      `/users/${ada.id}`,
      `/accounts/${ada.accountId}`,
      `/campaigns/${campaignId}`,
      `/campaigns/${campaignId}/diagnosis`,
      `/creatives/${creativeId}`,
      `/websites/${websiteId}`,
    ];
    for (const path of paths) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
      // Not even whose it is: the owner's own pages are others.
      expect([path, (await get(path, ada)).status]).toEqual([path, 403]);
    }
  });

  it.each(['users', 'accounts', 'campaigns', 'creatives', 'websites', 'deposits', 'payouts', 'documents'])(
    'of %s that is not there is not found',
    async (kind) => {
      expect((await get(`/${kind}/2000000000`)).status).toBe(404);
      expect((await get(`/${kind}/0`)).status).toBe(422);
    },
  );

  it('says of a user for whom they act, the account they start with first', async () => {
    await api.deps.db
      .insertInto('account_member')
      .values({ account_id: ada.accountId, user_id: grace.id, role: 'finance' })
      .execute();
    expect((await get(`/users/${grace.id}`)).data).toMatchObject({
      email: grace.email,
      accountId: grace.accountId,
      accounts: [
        { id: grace.accountId, member: 'owner', roles: ['advertiser', 'publisher'], status: 'active' },
        { id: ada.accountId, name: 'Harbour Ltd', member: 'finance', roles: ['advertiser'] },
      ],
    });
  });

  it('says of an account who acts for it, what it holds and how much it has', async () => {
    const adas = (await get(`/accounts/${ada.accountId}`)).data;
    expect(adas).toMatchObject({
      name: 'Harbour Ltd',
      ownerUserId: ada.id,
      wallet: { balance: 0, spent: 0 },
      earnings: null,
      counts: { campaigns: 1, creatives: 1, websites: 0, deposits: 0, payouts: 0, documents: 0 },
    });
    expect((adas as { members: { userId: number }[] }).members.map(({ userId }) => userId)).toEqual([
      ada.id,
      grace.id,
    ]);
    expect((await get(`/accounts/${grace.accountId}`)).data).toMatchObject({
      name: 'Grace Lantern',
      earnings: { available: 0, inFlight: 0, pending: 0, total: 0 },
      counts: { campaigns: 1, websites: 1 },
    });
  });

  it('says of a creative what it shows and where it is assigned, of a website its neighbours', async () => {
    expect((await get(`/creatives/${creativeId}`)).data).toMatchObject({
      owner: { id: ada.accountId, name: 'Harbour Ltd' },
      adCode: '<b>lamp</b>',
      description: 'Warm light',
      approved: false,
      actions: ['approve', 'reject', 'takeDown'],
      adSets: [{ campaignId, campaignName: 'Spring sale' }],
    });
    const other = await createWebsite(api.deps, (await api.user({ roles: ['publisher'] })).actor, {
      domain: 'news.bücher.example',
      categories: ['pets'],
      traffic: { custom: 5 },
    });
    expect((await get(`/websites/${websiteId}`)).data).toMatchObject({
      domain: 'xn--bcher-kva.example',
      actions: ['approve', 'reject'],
      measuredViews: null,
      widgets: [],
      related: [{ id: other.id, relation: 'subdomain' }],
    });
  });
});

describe('campaigns of all advertisers', () => {
  type Listed = { items: ModeratedCampaign[]; total: number };
  const list = async (query: string) => (await get(`/campaigns?${query}`)).data as Listed;
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);

  it('are listed with whose they are, by account, status, name, advertiser and number', async () => {
    const { items, total } = await list('');
    expect([items.map(({ id }) => id), total]).toEqual([[otherCampaignId, campaignId], 2]);
    expect(items[1]).toMatchObject({
      name: 'Spring sale',
      owner: { id: ada.accountId, name: 'Harbour Ltd', email: ada.email },
      totalBudget: 500,
      adSetCount: 1,
      actions: [],
    });
    expect(await ids(`account=${ada.accountId}`)).toEqual([campaignId]);
    expect(await ids('status=active')).toEqual([]);
    expect(await ids('search=harbour')).toEqual([campaignId]);
    expect(await ids('search=autumn')).toEqual([otherCampaignId]);
    expect(await ids(`search=${otherCampaignId}`)).toContain(otherCampaignId);
    expect(await ids('sort=name')).toEqual([otherCampaignId, campaignId]);
    expect(await ids('pageSize=1&page=2')).toEqual([campaignId]);
  });

  it('judges each by the day it is for its account', async () => {
    await api.deps.db
      .updateTable('campaign')
      .set({ status: 'active', start_date: '2026-05-14', approved_at: api.now })
      .execute();
    const away = { time_zone: 'Pacific/Kiritimati' };
    await api.deps.db.updateTable('account').set(away).where('id', '=', grace.accountId).execute();
    const notes = (await list('sort=name')).items.map(({ note }) => note);
    expect(notes).toEqual(['limited', 'scheduled']);
  });

  it('are paused by the operator, who tells the advertiser; they keep their approval', async () => {
    const stale = await post(`/campaigns/${campaignId}/pause`, { version: 99 });
    expect(stale.error?.code).toBe('conflict_version');
    const { version } = (await get(`/campaigns/${campaignId}`)).data as CampaignOfOperator;
    const paused = await post(`/campaigns/${campaignId}/pause`, { version });
    expect(paused.data).toMatchObject({ status: 'paused', approved: true, actions: [] });
    const again = await post(`/campaigns/${campaignId}/pause`, { version: version + 1 });
    expect(again.error?.code).toBe('conflict_status');
    expect((await post('/campaigns/2000000000/pause', { version: 1 })).status).toBe(404);
    const told = await api.deps.db
      .selectFrom('notification')
      .select(['kind', 'user_id'])
      .where('kind', '=', 'campaign.pause')
      .orderBy('user_id')
      .execute();
    expect(told).toEqual([{ kind: 'campaign.pause', user_id: ada.id }]);
    const resumed = await api.call('POST', `/advertiser/campaigns/${campaignId}/actions`, {
      token: ada.token,
      body: { action: 'activate' },
    });
    expect(resumed.data).toMatchObject({ status: 'active' });
  });
});

describe('lists of one account', () => {
  it('hold its records and no other’s', async () => {
    const totals = async (query: string) =>
      await Promise.all(
        ['campaigns', 'creatives', 'websites', 'deposits', 'payouts', 'documents'].map(
          async (list) => ((await get(`/${list}?${query}`)).data as { total: number }).total,
        ),
      );
    expect(await totals(`account=${ada.accountId}`)).toEqual([1, 1, 0, 0, 0, 0]);
    expect(await totals(`account=${grace.accountId}`)).toEqual([1, 0, 1, 0, 0, 0]);
    const ofCampaign = async (id: number) =>
      ((await get(`/creatives?campaign=${id}`)).data as { total: number }).total;
    expect([await ofCampaign(campaignId), await ofCampaign(otherCampaignId)]).toEqual([1, 0]);
  });
});

describe('finding', () => {
  it('reaches records of every kind by name, address and number', async () => {
    expect(await found('spring')).toEqual([
      ['campaign', campaignId],
      ['ad_set', adSetId],
      ['creative', creativeId],
    ]);
    expect(await found('harbour')).toEqual([
      ['account', ada.accountId],
      ['user', ada.id],
    ]);
    expect(await found('bücher')).toContainEqual(['website', websiteId]);
    expect(await found(String(ada.accountId))).toContainEqual(['account', ada.accountId]);
    expect(await found(String(ada.id))).toContainEqual(['user', ada.id]);
    await api.pool.query("update website set status = 'active' where id = $1", [websiteId]);
    const { embedKey } = await createWidget(api.deps, grace.actor, {
      ...{ websiteId, type: 'banner', name: 'Top', headingTitle: null, floorCpm: null },
      ...{ sizes: [{ width: 300, height: 250 }], fallbackHtml: '', lazy: true },
    });
    expect(await found(embedKey)).toEqual([['website', websiteId]]);
    expect(await found('top')).toEqual([['widget', expect.any(Number)]]);
    expect(await found(embedKey.slice(0, -1))).toEqual([]);
    expect(await found('%%')).toEqual([]);
    expect((await get('/find?search=a')).status).toBe(422);
    expect((await get(`/find?search=${'a'.repeat(201)}`)).status).toBe(422);
  });

  it('gives five of a kind, and what is archived by its number alone', async () => {
    for (let made = 0; made < 6; made += 1) await createTestCampaign(api.deps, ada.actor, 'Many of them');
    const kinds = (await found('many of')).map(([kind]) => kind);
    expect(kinds).toEqual([...Array(5).fill('campaign'), ...Array(5).fill('ad_set')]);
    await api.deps.db
      .updateTable('campaign')
      .set({ status: 'archived' })
      .where('name', '=', 'Many of them')
      .execute();
    expect(await found('many of')).toEqual([]);
    const { id } = await api.deps.db
      .selectFrom('campaign')
      .select('id')
      .where('status', '=', 'archived')
      .executeTakeFirstOrThrow();
    expect(await found(String(id))).toContainEqual(['campaign', id]);
  });
});

describe('the audit log', () => {
  type Log = { items: AuditEntry[]; next: string | null };
  const log = async (query: string) => (await get(`/audit?${query}`)).data as Log;
  const actions = async (query: string) => (await log(query)).items.map(({ action }) => action);

  it('names who did it, for which account, and what, with the page it is on', async () => {
    const { items } = await log(`subjectKind=campaign&subjectId=${campaignId}`);
    expect(items.map(({ action, actor, account }) => [action, actor, account?.name ?? null])).toEqual([
      ['campaign.activate', 'Ada Harbour', 'Harbour Ltd'],
      ['campaign.pause', 'Olga Ops', null],
      // Not by a call: nothing says for whom.
      ['campaign.create', 'Ada Harbour', null],
    ]);
    expect(items[1]).toMatchObject({
      actorUserId: operator.id,
      actorKind: 'operator',
      subjectName: 'Spring sale',
      record: { kind: 'campaign', id: campaignId },
    });
    const [website] = (await log(`subjectKind=website&limit=1&actor=${grace.id}`)).items;
    expect(website).toMatchObject({ subjectName: 'bücher.example', record: { kind: 'website' } });
  });

  it('is narrowed by actor, kind of actor, action, day and account', async () => {
    expect(await actions(`actor=${operator.id}`)).toEqual(['campaign.pause']);
    expect(await actions('actorKind=operator')).toEqual(['campaign.pause']);
    expect(await actions('action=pause')).toEqual(['campaign.pause']);
    expect(await actions('action=pause&from=2026-05-13&to=2026-05-13')).toEqual(['campaign.pause']);
    expect(await actions('action=pause&from=2026-05-14')).toEqual([]);
    expect(await actions('action=pause&to=2026-05-12')).toEqual([]);
    expect(await actions(`action=pause&account=${ada.accountId}`)).toEqual(['campaign.pause']);
    expect(await actions(`action=pause&account=${grace.accountId}`)).toEqual([]);
    expect(await actions(`account=${grace.accountId}`)).toEqual(['website.create', 'campaign.create']);
  });

  it('is searched by who, for whom, what it is called and what the line says', async () => {
    expect(await actions('search=olga')).toEqual(['campaign.pause']);
    expect(await actions('search=harbour%20ltd&action=activate')).toEqual(['campaign.activate']);
    expect(await actions('search=spring%20sale&action=pause')).toEqual(['campaign.pause']);
    expect(await actions('search=creative.create')).toEqual(['creative.create']);
    expect(await actions(`search=olga&account=${grace.accountId}`)).toEqual([]);
    expect(await actions('search=nothing-like-it')).toEqual([]);
  });

  it('goes on where a page ended', async () => {
    const whole = (await log('')).items.map(({ id }) => id);
    const first = await log('limit=2');
    const second = await log(`limit=2&before=${first.next}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(whole.slice(0, 4));
    expect((await log('limit=100')).next).toBeNull();
  });

  it('is taken away as CSV, which is written down', async () => {
    const file = await get('/audit/export?action=pause');
    expect(file.headers['content-disposition']).toContain('audit-2026-05-13.csv');
    const [header, ...lines] = file.raw.toString('utf8').trim().split('\r\n');
    expect(header?.replace('\uFEFF', '')).toMatch(/^at,actor,/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Olga Ops');
    expect(lines[0]).toContain('Spring sale');
    const [written] = (await log('limit=1')).items;
    expect(written).toMatchObject({ action: 'audit.export', detail: { action: 'pause' } });
  });
});
