import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, PASSWORD, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { readInvoiceDocument } from '../billing/invoices.ts';
import { issueInvoice } from '../billing/issue-invoice.ts';
import { eraseImages } from '../images/erase-images.ts';
import { lockImage } from '../images/lock-image.ts';
import { type Colour, newColour, uploadBanner } from '../testing/banners.ts';
import { createTestCampaign } from '../testing/fixtures.ts';
import { eraseClosedAccounts } from './erase-account.ts';

const DAY_MS = 86_400_000;
const CLOSED_AT = new Date('2026-03-10T12:00:00Z');

let api: TestApi;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  api.now = CLOSED_AT;
  user = await api.user({ roles: ['advertiser', 'publisher'] });
  other = await api.user({ roles: ['advertiser'] });
});
afterAll(async () => {
  await api.close();
});

const upload = async (who: TestUser, background: Colour) =>
  await uploadBanner(api.deps, who.actor, background);
const isThere = (fileKey: string) => existsSync(join(api.deps.dataDir, 'images', fileKey));

async function creative(who: TestUser, content: object, adSetIds: readonly number[] = []): Promise<number> {
  const answer = await api.call('POST', '/advertiser/creatives', {
    token: who.token,
    body: {
      basicInfo: { name: 'Spring banner', description: 'Trace-words' },
      ...{ content, adSetIds, requestKey: crypto.randomUUID() },
    },
  });
  expect(answer.error).toBeUndefined();
  return (answer.data as { id: number }).id;
}
const image = (imageKey: string) => ({
  ...{ type: 'image', imageKey, size: { width: 300, height: 250 } },
  ...{ altText: 'Trace-words', clickUrl: 'https://shop.example/trace-words' },
});
const code = { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<b>Trace-words</b>' };

/** Closes the account and erases it when its days are over. */
async function erased(who: TestUser): Promise<void> {
  const body = { currentPassword: PASSWORD };
  expect((await api.call('POST', '/account/closing', { token: who.token, body })).status).toBe(200);
  expect(await eraseImages(api.deps)).toBe(0);
  api.now = new Date(CLOSED_AT.getTime() + 30 * DAY_MS);
  expect(await eraseClosedAccounts(api.deps)).toEqual([who.accountId]);
}

describe('erasing an account', () => {
  it('takes what its campaigns, widgets and reviews said, and nothing of what others have', async () => {
    const { db } = api.deps;
    const saidBy = async (who: TestUser) => {
      const { accountId, id, actor } = who;
      const { campaignId, adSetId } = await createTestCampaign(api.deps, actor, 'Spring');
      const creatives = [await creative(who, code, [adSetId])];
      await sql`update campaign set description = 'Trace', rejection_text = 'Trace' where id = ${campaignId}`.execute(
        db,
      );
      await sql`update ad_set set description = 'Trace' where id = ${adSetId}`.execute(db);
      const websites = await sql<{ id: number }>`
        insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key)
        values (${accountId}, ${`said-${accountId}.example`}, '{pets}', 5, ${`said-of-website-${accountId}`}) returning id`.execute(
        db,
      );
      const websiteId = websites.rows[0]?.id;
      await sql`insert into widget (website_id, type, name, heading_title, fallback_html, embed_key)
        values (${websiteId}, 'banner', 'Trace', 'Trace', 'Trace', ${`said-of-widget-${accountId}`})`.execute(
        db,
      );
      await sql`insert into appeal (account_id, subject_kind, subject_id, decision, decided_at, decision_text, appealed_by, text, created_at)
        values (${accountId}, 'website', ${websiteId}, 'reject', now(), 'No', ${id}, 'Trace', now())`.execute(
        db,
      );
      const subjects = { creative: creatives[0], campaign: campaignId, website: websiteId };
      for (const [kind, subjectId] of Object.entries(subjects)) {
        await sql`insert into review_snapshot (subject_kind, subject_id, content) values (${kind}, ${subjectId}, '{"a": "Trace"}')`.execute(
          db,
        );
        await sql`insert into review_check (subject_kind, subject_id, version, checked_at, findings)
          values (${kind}, ${subjectId}, 1, now(), '[]')`.execute(db);
      }
      return { campaignId, adSetId, websiteId, ...subjects };
    };
    await sql`alter table campaign alter column id restart with 40000`.execute(db);
    await sql`alter table website alter column id restart with 50000`.execute(db);
    const [mine, others] = [await saidBy(user), await saidBy(other)];
    const told = async ({ campaignId, adSetId, websiteId, creative: creativeId }: typeof mine) =>
      (
        await sql<Record<string, unknown>>`
          select c.description, c.rejection_text, a.description as of_set, w.heading_title, w.fallback_html, w.name,
                 (select text from appeal where subject_kind = 'website' and subject_id = ${websiteId}) as appeal,
                 cr.description as of_creative, cr.status,
                 (select count(*)::int from review_snapshot where (subject_kind, subject_id) in
                    (('creative', ${creativeId}::int), ('campaign', ${campaignId}), ('website', ${websiteId}))) as snapshots,
                 (select count(*)::int from review_check where (subject_kind, subject_id) in
                    (('creative', ${creativeId}::int), ('campaign', ${campaignId}), ('website', ${websiteId}))) as checks
            from campaign c, ad_set a, widget w, creative cr
           where c.id = ${campaignId} and a.id = ${adSetId} and w.website_id = ${websiteId} and cr.id = ${creativeId}`.execute(
          db,
        )
      ).rows;
    const before = await told(others);
    expect(before).toMatchObject([{ description: 'Trace', snapshots: 3, checks: 3, status: 'pending' }]);
    await sql`update creative set status = 'archived' where id = ${mine.creative}`.execute(db);
    // Numbers of one kind are numbers of the others too.
    const numbers = sql`array[${mine.creative}::int, ${mine.campaignId}, ${mine.websiteId}]`;
    const pairs = sql`unnest(array['creative', 'campaign', 'website']) kind, unnest(${numbers}) id on conflict do nothing`;
    await sql`insert into review_snapshot (subject_kind, subject_id, content) select kind, id, '{}' from ${pairs}`.execute(
      db,
    );
    await sql`insert into review_check (subject_kind, subject_id, version, checked_at, findings)
      select kind, id, 1, now(), '[]' from ${pairs}`.execute(db);
    const namesakes = async () =>
      (
        await sql`
          select from review_snapshot where subject_id = any(${numbers})
           union all select from review_check where subject_id = any(${numbers})`.execute(db)
      ).rows.length;
    expect(await namesakes()).toBe(18);
    await erased(user);
    expect(await namesakes()).toBe(12);
    expect(await told(mine)).toEqual([
      {
        ...{
          description: '',
          rejection_text: null,
          of_set: '',
          heading_title: null,
          fallback_html: '',
          name: 'Trace',
        },
        ...{ appeal: null, of_creative: '', status: 'archived', snapshots: 0, checks: 0 },
      },
    ]);
    expect(await told(others)).toEqual(before);
    // It was archived before.
    const { rows } =
      await sql`select from audit_log where action = 'creative.archive' and subject_id = ${mine.creative}`.execute(
        db,
      );
    expect(rows).toEqual([]);
    api.now = CLOSED_AT;
  });

  it('takes what its ads showed and said, and leaves names, spend and documents', async () => {
    const { campaignId, adSetId } = await createTestCampaign(api.deps, user.actor, 'Spring');
    const fileKey = await upload(user, newColour());
    const ids = [await creative(user, image(fileKey), [adSetId]), await creative(user, code, [adSetId])];
    await sql`update campaign set description = 'Trace-words' where id = ${campaignId}`.execute(api.deps.db);
    await sql`insert into appeal (account_id, subject_kind, subject_id, decision, decided_at, decision_text, appealed_by, text, created_at)
      values (${user.accountId}, 'creative', ${ids[0]}, 'reject', now(), 'No', ${user.id}, 'Trace-words', now())`.execute(
      api.deps.db,
    );
    await sql`insert into review_snapshot (subject_kind, subject_id, content)
      values ('creative', ${ids[0]}, '{"altText": "Trace-words"}')`.execute(api.deps.db);
    await sql`insert into campaign_spend (campaign_id, spent_micros) values (${campaignId}, 7000000)
      on conflict (campaign_id) do update set spent_micros = 7000000`.execute(api.deps.db);
    const of = { kind: 'month' as const, month: '2026-02-01', lines: [], notes: [] };
    const { number } = await api.deps.db
      .transaction()
      .execute(
        async (trx) =>
          await issueInvoice(trx, { advertiserId: user.accountId, amountCents: 700n, of }, api.now),
      );
    const document = await readInvoiceDocument(api.deps, user.actor, number);

    await erased(user);
    expect(await eraseImages(api.deps)).toBe(1);
    expect(isThere(fileKey)).toBe(false);
    const { rows } = await sql`
      select name, description, alt_text, click_url, ad_code, status, version from creative
       where advertiser_id = ${user.accountId} order by id`.execute(api.deps.db);
    const left = { name: 'Spring banner', description: '', alt_text: '', status: 'archived', version: 2 };
    expect(rows).toEqual([
      { ...left, click_url: 'https://erased.invalid/', ad_code: null },
      { ...left, click_url: null, ad_code: '' },
    ]);
    const { rows: said } = await sql`
      select 1 from creative c where advertiser_id = ${user.accountId} and to_jsonb(c)::text ilike '%trace-words%'
      union all select 1 from campaign c where id = ${campaignId} and to_jsonb(c)::text ilike '%trace-words%'
      union all select 1 from appeal a where to_jsonb(a)::text ilike '%trace-words%'
      union all select 1 from review_snapshot s where s.content::text ilike '%trace-words%'
      union all select 1 from audit_log l where l.detail::text ilike '%trace-words%'`.execute(api.deps.db);
    expect(said).toEqual([]);
    const { rows: spent } = await sql`
      select c.name, s.spent_micros from campaign c join campaign_spend s on s.campaign_id = c.id
       where c.id = ${campaignId}`.execute(api.deps.db);
    expect(spent).toEqual([{ name: 'Spring', spent_micros: 7_000_000n }]);
    expect(await readInvoiceDocument(api.deps, user.actor, number)).toEqual(document);
    const { rows: log } = await sql`
      select subject_id, detail from audit_log where action = 'creative.archive' and actor_kind = 'system'
         and subject_id = any(${ids}::int[]) order by subject_id`.execute(api.deps.db);
    expect(log).toEqual(
      ids.map((subject_id) => ({
        subject_id,
        detail: { status: { before: 'pending', after: 'archived' } },
      })),
    );
  });

  it('leaves an image that another account has too, and goes once that one is erased', async () => {
    const colour = newColour();
    const fileKey = await upload(user, colour);
    await upload(other, colour);
    await erased(user);
    expect([await eraseImages(api.deps), isThere(fileKey)]).toEqual([0, true]);
    api.now = CLOSED_AT;
    await erased(other);
    expect([await eraseImages(api.deps), isThere(fileKey)]).toEqual([1, false]);
  });

  it('leaves an image that somebody uploads at that moment: who removes waits, and looks again', async () => {
    const colour = newColour();
    const fileKey = await upload(user, colour);
    await erased(user);
    const { promise: uploaded, resolve } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const uploading = api.deps.db.transaction().execute(async (trx) => {
      await lockImage(trx, fileKey, 'to keep');
      begun.resolve();
      await uploaded;
      await sql`insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
        values (${other.accountId}, ${fileKey}, 300, 250, 3, 'image/png')`.execute(trx);
    });
    await begun.promise;
    const erasing = eraseImages(api.deps);
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select 1 from pg_locks where locktype = 'advisory' and not granted and database =
            (select oid from pg_database where datname = current_database())`.execute(api.deps.db);
        return rows.length;
      })
      .toBe(1);
    resolve();
    await uploading;
    expect([await erasing, isThere(fileKey)]).toEqual([0, true]);
  });
});
