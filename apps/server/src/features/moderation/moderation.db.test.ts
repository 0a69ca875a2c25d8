import type { ModeratedCreative, ModeratedWebsite } from '@placard/contract/moderation';
import type { CreativeStatus } from '@placard/domain/creative/status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { randomKey } from '../random-key.ts';

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
        domain: `news-${made}.test`,
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
      detail: { subjectId: websiteId, text: 'Its visitors are no people.' },
      mail: { to_email: owner.email, subject: `Your website news-${made}.test was suspended` },
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
    expect(await told()).toMatchObject({ kind: 'website.activate', detail: { subjectId: websiteId } });
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
});
