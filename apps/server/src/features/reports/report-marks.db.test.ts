import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { MAX_MARKS } from '@placard/domain/analytics/report-marks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { actOnCampaign } from '../campaigns/act-on-campaign.ts';
import { updateAdSet } from '../campaigns/edit-ad-set.ts';
import { updateCampaign } from '../campaigns/update-campaign.ts';
import { approveReview } from '../reviews/decide-review.ts';
import {
  adSetFieldsOf,
  campaignFieldsOf,
  createActor,
  createTestCampaign,
  refusalOf,
  TEST_NOW,
  testDeps,
} from '../testing/fixtures.ts';
import { readAdvertiserMarks, readPublisherMarks } from './report-marks.ts';

let database: TestDatabase;
let deps: ReturnType<typeof testDeps>;
let me: Actor;
let other: Actor;
let operator: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
  me = await createActor(database.db, ['advertiser', 'publisher']);
  other = await createActor(database.db, ['advertiser', 'publisher']);
  operator = await createActor(database.db, ['operator']);
});
afterAll(async () => {
  await database.drop();
});

const today = TEST_NOW.toISOString().slice(0, 10);
const days = { from: today, to: today };
const versionOf = async (id: number) =>
  (await database.pool.query<{ version: number }>('select version from campaign where id = $1', [id])).rows[0]
    ?.version ?? 0;
const log = async (
  at: string,
  action: string,
  subject: { readonly kind: string; readonly id: number | null },
  detail: object = {},
) =>
  await database.pool.query(
    `insert into audit_log (at, actor_kind, action, subject_kind, subject_id, detail) values ($1, 'operator', $2, $3, $4, $5)`,
    [at, action, subject.kind, subject.id, detail],
  );
const addWebsite = async (publisherId: number, domain: string) => {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
     values ($1, $2, '{IAB1}', 1000, 'active', $2 || '-0123456789012345') returning id`,
    [publisherId, domain],
  );
  return rows[0]?.id ?? 0;
};

describe('marks of an advertiser’s chart', () => {
  it('are what was done and decided, with the figures of an edit, nobody’s name and nothing of others', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me, 'Spring');
    const second = await createTestCampaign(deps, me, 'Autumn');
    await createTestCampaign(deps, other, 'Theirs');
    await updateAdSet(deps, me, { ...adSetFieldsOf('All'), id: adSetId, version: 1, bid: 0.75 });
    await updateCampaign(deps, me, {
      ...{ ...campaignFieldsOf('Spring'), totalBudget: 800, id: campaignId },
      version: await versionOf(campaignId),
    });
    await actOnCampaign(deps, me, { id: campaignId, action: 'publish' });
    await approveReview(deps, operator, {
      ...{ kind: 'campaign', id: campaignId, version: await versionOf(campaignId) },
    });
    await log(`${today}T13:00:00Z`, 'campaign.note', { kind: 'campaign', id: campaignId });
    const { items, more } = await readAdvertiserMarks(deps, me, { ...days, campaignId });
    expect(more).toBe(false);
    expect(
      items.map(({ action, actorKind, subject, day }) => [action, actorKind, subject.name, day]),
    ).toEqual([
      ['ad_set.edit', 'advertiser', expect.any(String), today],
      ['campaign.edit', 'advertiser', 'Spring', today],
      ['campaign.publish', 'advertiser', 'Spring', today],
      ['campaign.approve', 'operator', 'Spring', today],
    ]);
    expect(items[0]?.changes).toContainEqual({ field: 'bid', before: null, after: 0.75 });
    expect(items[1]?.changes).toContainEqual({
      field: 'totalBudget',
      before: expect.any(Number),
      after: 800,
    });
    expect(JSON.stringify(items)).not.toContain('Theirs');
    await actOnCampaign(deps, me, { id: second.campaignId, action: 'publish' });
    const all = await readAdvertiserMarks(deps, me, days);
    expect(all.items).toHaveLength(items.length + 1);
    expect((await readAdvertiserMarks(deps, other, days)).items).toEqual([]);
    expect((await refusalOf(readAdvertiserMarks(deps, other, { ...days, campaignId }))).code).toBe(
      'campaign_not_found',
    );
  });

  it('are of the account’s days, to the minute', async () => {
    const { campaignId } = await createTestCampaign(deps, me, 'Zones');
    const tokyo = { ...me, timeZone: 'Asia/Tokyo' };
    const campaign = { kind: 'campaign', id: campaignId };
    // Midnight in Tokyo is 15:00 in UTC.
    await log('2026-05-01T14:59:59Z', 'campaign.pause', campaign);
    await log('2026-05-01T15:00:00Z', 'campaign.activate', campaign);
    await log('2026-05-02T14:59:59Z', 'campaign.pause', campaign);
    await log('2026-05-02T15:00:00Z', 'campaign.activate', campaign);
    const { items } = await readAdvertiserMarks(deps, tokyo, {
      ...{ from: '2026-05-02', to: '2026-05-02', campaignId },
    });
    expect(items.map(({ at, day }) => [at, day])).toEqual([
      ['2026-05-01T15:00:00.000Z', '2026-05-02'],
      ['2026-05-02T14:59:59.000Z', '2026-05-02'],
    ]);
  });

  it('are the newest hundred, and say that there are more', async () => {
    const { campaignId } = await createTestCampaign(deps, me, 'Busy');
    const edit = async (minute: number) => {
      const at = new Date(Date.UTC(2026, 3, 10, 0, minute)).toISOString();
      await log(at, 'campaign.edit', { kind: 'campaign', id: campaignId });
    };
    const asked = async () =>
      await readAdvertiserMarks(deps, me, { from: '2026-04-10', to: '2026-04-10', campaignId });
    for (let minute = 0; minute < MAX_MARKS; minute += 1) await edit(minute);
    expect([(await asked()).items.length, (await asked()).more]).toEqual([100, false]);
    await edit(MAX_MARKS);
    const { items, more } = await asked();
    expect([items.length, more, items[0]?.at, items.at(-1)?.at]).toEqual([
      ...[100, true, '2026-04-10T00:01:00.000Z', '2026-04-10T01:40:00.000Z'],
    ]);
    // Of more than are read of one record the newest are.
    await edit(MAX_MARKS + 1);
    const last = await asked();
    expect([last.items.length, last.more, last.items[0]?.at, last.items.at(-1)?.at]).toEqual([
      ...[100, true, '2026-04-10T00:02:00.000Z', '2026-04-10T01:41:00.000Z'],
    ]);
  });
});

describe('marks at one moment', () => {
  it('are in the order in which they were written, by numbers and not by their digits', async () => {
    const { campaignId } = await createTestCampaign(deps, me, 'Together');
    // The log goes on with 999 and 1000.
    await database.pool.query(`select setval(pg_get_serial_sequence('audit_log', 'id'), 998)`);
    const actions = ['campaign.pause', 'campaign.edit', 'campaign.publish', 'campaign.archive'];
    for (const action of actions)
      await log('2026-03-05T10:00:00Z', action, { kind: 'campaign', id: campaignId });
    const asked = { from: '2026-03-05', to: '2026-03-05', campaignId };
    const { items } = await readAdvertiserMarks(deps, me, asked);
    expect(items.map(({ action }) => action)).toEqual(actions);
    expect(items.map(({ id }) => id)).toEqual(['999', '1000', '1001', '1002']);
  });
});

describe('marks of creatives', () => {
  const addCreative = async (owner: Actor, name: string, adSetIds: readonly number[]) => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key)
       values ($1, $2, 'third_party', 300, 250, '<p>x</p>', md5($2)) returning id`,
      [owner.accountId, name],
    );
    const id = rows[0]?.id ?? 0;
    for (const adSetId of adSetIds)
      await database.pool.query('insert into creative_ad_set (creative_id, ad_set_id) values ($1, $2)', [
        ...[id, adSetId],
      ]);
    return id;
  };

  it('are of the account’s own, and of a campaign those that it shows', async () => {
    const [one, second] = [await createTestCampaign(deps, me), await createTestCampaign(deps, me)];
    const theirs = await createTestCampaign(deps, other);
    const shown: readonly (readonly [Actor, string, readonly number[]])[] = [
      [me, 'In the first', [one.adSetId]],
      [me, 'In both', [one.adSetId, second.adSetId]],
      [me, 'In the second', [second.adSetId]],
      [me, 'In none', []],
      [other, 'Another’s', [theirs.adSetId]],
    ];
    for (const [index, [owner, name, adSetIds]] of shown.entries()) {
      const id = await addCreative(owner, name, adSetIds);
      await log(`2026-03-07T10:0${index}:00Z`, 'creative.takeDown', { kind: 'creative', id });
      // Of a record of another kind with the same number.
      await log(`2026-03-07T11:00:00Z`, 'creative.approve', { kind: 'image', id });
    }
    await log('2026-03-07T12:00:00Z', 'ad_set.edit', { kind: 'ad_set', id: second.adSetId });
    await log('2026-03-07T12:01:00Z', 'ad_set.edit', { kind: 'ad_set', id: theirs.adSetId });
    const namesOf = async (actor: Actor, campaignId?: number) => {
      const asked = { from: '2026-03-07', to: '2026-03-07', campaignId };
      return (await readAdvertiserMarks(deps, actor, asked)).items.map(({ subject }) => subject.name);
    };
    expect(await namesOf(me)).toEqual([
      ...['In the first', 'In both', 'In the second', 'In none', 'Spring everywhere'],
    ]);
    expect(await namesOf(me, one.campaignId)).toEqual(['In the first', 'In both']);
    expect(await namesOf(me, second.campaignId)).toEqual(['In both', 'In the second', 'Spring everywhere']);
    expect(await namesOf(other)).toEqual(['Another’s', 'Spring everywhere']);
  });
});

describe('marks of a publisher’s chart', () => {
  it('name a website as people write it, and leave what only looks like one', async () => {
    const id = await addWebsite(me.accountId, 'xn--bcher-kva.example');
    const { campaignId } = await createTestCampaign(deps, me, 'xn--bcher-kva.example');
    await log('2026-03-09T10:00:00Z', 'website.activate', { kind: 'website', id });
    await log('2026-03-09T10:00:00Z', 'campaign.pause', { kind: 'campaign', id: campaignId });
    const asked = { from: '2026-03-09', to: '2026-03-09' };
    const [ofPublisher, ofAdvertiser] = [
      await readPublisherMarks(deps, me, asked),
      await readAdvertiserMarks(deps, me, asked),
    ];
    expect(ofPublisher.items.map(({ subject }) => subject)).toEqual([{ id, name: 'bücher.example' }]);
    expect(ofAdvertiser.items.map(({ subject }) => subject.name)).toEqual(['xn--bcher-kva.example']);
  });

  it('are what became of websites, and another share from the day on which it holds', async () => {
    const [own, second] = [
      await addWebsite(me.accountId, 'own.example'),
      await addWebsite(me.accountId, 'two.example'),
    ];
    const theirs = await addWebsite(other.accountId, 'theirs.example');
    for (const id of [own, second, theirs])
      await log('2026-05-05T10:00:00Z', 'website.suspend', { kind: 'website', id }, { text: 'no' });
    const share = async (publisher: number | null, website: number | null, bp: number, at: string) =>
      await database.pool.query(
        `insert into share_rate (publisher_id, website_id, share_bp, from_at, reason, created_at, created_by)
         values ($1, $2, $3, $4, 'agreed', now(), $5)`,
        [publisher, website, bp, at, operator.userId],
      );
    await share(me.accountId, null, 7_250, '2026-05-06T00:00:00Z');
    await share(null, own, 8_000, '2026-05-07T00:00:00Z');
    await share(null, theirs, 9_000, '2026-05-07T00:00:00Z');
    await share(other.accountId, null, 9_000, '2026-05-07T00:00:00Z');
    const asked = { from: '2026-05-05', to: '2026-05-07' };
    const { items } = await readPublisherMarks(deps, { ...me, timeZone: 'UTC' }, asked);
    expect(
      items.map(({ action, subject, changes, day }) => [action, subject.name, changes[0]?.after, day]),
    ).toEqual([
      ['website.suspend', 'own.example', undefined, '2026-05-05'],
      ['website.suspend', 'two.example', undefined, '2026-05-05'],
      ['account.share', '', 72.5, '2026-05-06'],
      ['website.share', 'own.example', 80, '2026-05-07'],
    ]);
    const ofOne = await readPublisherMarks(deps, { ...me, timeZone: 'UTC' }, { ...asked, websiteId: second });
    expect(ofOne.items.map(({ action, subject }) => [action, subject.name])).toEqual([
      ['website.suspend', 'two.example'],
      ['account.share', ''],
    ]);
    expect((await refusalOf(readPublisherMarks(deps, me, { ...asked, websiteId: theirs }))).code).toBe(
      'website_not_found',
    );
  });

  it('tell also when a share ends, what the network and its settings change, and not what changes nothing here', async () => {
    const owner = await createActor(database.db, ['publisher']);
    const [own, plain] = [
      await addWebsite(owner.accountId, 'ends.example'),
      await addWebsite(owner.accountId, 'plain.example'),
    ];
    const share = async (publisher: number | null, website: number | null, bp: number, days: string) => {
      const [from, until = null] = days.split(' ');
      await database.pool.query(
        `insert into share_rate (publisher_id, website_id, share_bp, from_at, until_at, reason, created_at, created_by)
         values ($1, $2, $3, $4, $5, 'agreed', now(), $6)`,
        [publisher, website, bp, `${from}T00:00:00Z`, until && `${until}T00:00:00Z`, operator.userId],
      );
    };
    await database.pool.query('update network_settings set publisher_share_bp = 6800');
    const settings = { kind: 'settings', id: null };
    const base = (before: number, after: number) => ({ publisherSharePercent: { before, after } });
    await log('2026-02-20T00:00:00Z', 'settings.update', settings, base(60, 65));
    await log('2026-02-25T00:00:00Z', 'settings.update', settings, { lowBalance: { before: 1, after: 2 } });
    await log('2026-02-27T00:00:00Z', 'settings.update', settings, base(65, 68));
    await share(owner.accountId, null, 7_250, '2026-02-11 2026-02-16');
    await share(null, own, 8_000, '2026-02-12 2026-02-18');
    // Of the network: beneath the publisher's until that ends, and as much as the website has.
    await share(null, null, 8_000, '2026-02-14 2026-02-22');
    await share(owner.accountId, null, 8_000, '2026-02-17 2026-02-19');
    const marksIn = async (websiteId?: number, from = '2026-02-10', to = '2026-02-28') => {
      const asked = { from, to, websiteId };
      const { items } = await readPublisherMarks(deps, { ...owner, timeZone: 'UTC' }, asked);
      return items.map(({ action, subject, changes, day }) => [
        ...[day.slice(-2), action.split('.')[0], subject.id, subject.name, changes[0]?.after],
      ]);
    };
    const account = owner.accountId;
    expect(await marksIn(plain)).toEqual([
      ['11', 'account', account, '', 72.5],
      ['16', 'account', account, '', 80],
      ['22', 'account', account, '', 65],
      ['27', 'account', account, '', 68],
    ]);
    expect(await marksIn(own)).toEqual([
      ['11', 'account', account, '', 72.5],
      ['12', 'website', own, 'ends.example', 80],
      ['22', 'account', account, '', 65],
      ['27', 'account', account, '', 68],
    ]);
    expect(await marksIn()).toEqual([
      ['11', 'account', account, '', 72.5],
      ['12', 'website', own, 'ends.example', 80],
      ['16', 'account', account, '', 80],
      ['22', 'account', account, '', 65],
      ['27', 'account', account, '', 68],
    ]);
    // Of the days asked for alone: from the first instant of one to the last of another.
    const daysOf = async (from: string, to: string) => (await marksIn(plain, from, to)).map(([day]) => day);
    expect(await daysOf('2026-02-11', '2026-02-26')).toEqual(['11', '16', '22']);
    expect(await daysOf('2026-02-12', '2026-02-27')).toEqual(['16', '22', '27']);
    await database.pool.query('delete from share_rate where publisher_id = $1 and share_bp = 8000', [
      account,
    ]);
    await database.pool.query('delete from share_rate where publisher_id is null and website_id is null');
    expect((await marksIn(own)).slice(1, 4)).toEqual([
      ['12', 'website', own, 'ends.example', 80],
      ['18', 'website', own, 'ends.example', 60],
      ['20', 'account', account, '', 65],
    ]);
    // On one day both a website's and the others': of the website alone the first is all there is.
    await share(null, plain, 7_500, '2026-02-11');
    const ofThe11th = async (websiteId?: number) =>
      (await marksIn(websiteId)).filter(([day]) => day === '11').map(([, ...said]) => said.join(' '));
    expect((await ofThe11th()).toSorted()).toEqual([
      `account ${account}  72.5`,
      `website ${plain} plain.example 75`,
    ]);
    expect(await ofThe11th(plain)).toEqual([`website ${plain} plain.example 75`]);
    await database.pool.query('update network_settings set publisher_share_bp = 7000');
  });
});
