import type { Tx } from '@placard/db/database';
import { sql } from 'kysely';

/** Where an erased ad leads: nowhere (RFC 2606). Its row has to have an address. */
const NOWHERE = 'https://erased.invalid/';

/**
 * Takes out what an account showed and wrote: texts, addresses and code of its ads, descriptions, its own code of widgets,
 * what reviewers saw of all that. Rows stay, with names, sizes and sums, since reports and the books are made of them;
 * files of images go when no account has them any more (`eraseImages`). Of what was turned down the image's perceptual hash
 * stays: it tells the same image from others, and not what it showed.
 */
export async function eraseContent(trx: Tx, accountId: number, at: Date): Promise<void> {
  await sql`
    with gone as (
      update creative c set description = '', alt_text = '', rejection_text = null,
             click_url = case when c.click_url is null then null else ${NOWHERE} end,
             ad_code = case when c.ad_code is null then null else '' end,
             status = 'archived', updated_at = ${at}, version = c.version + 1
        from creative before
       where before.id = c.id and c.advertiser_id = ${accountId}
      returning c.id, before.status as was)
    insert into audit_log (at, actor_kind, action, subject_kind, subject_id, detail)
    select ${at}, 'system', 'creative.archive', 'creative', id,
           jsonb_build_object('status', jsonb_build_object('before', was, 'after', 'archived')) from gone
     where was <> 'archived'`.execute(trx);
  await sql`
    update ad_set set description = '' where campaign_id in (select id from campaign where advertiser_id = ${accountId})`.execute(
    trx,
  );
  await sql`
    update campaign set description = '', rejection_text = null where advertiser_id = ${accountId}`.execute(
    trx,
  );
  await sql`
    update widget set fallback_html = '', heading_title = null
     where website_id in (select id from website where publisher_id = ${accountId})`.execute(trx);
  await sql`update appeal set text = null where account_id = ${accountId}`.execute(trx);
  for (const table of ['review_snapshot', 'review_check'] as const) {
    await sql`
      delete from ${sql.table(table)}
       where (subject_kind = 'creative' and subject_id in (select id from creative where advertiser_id = ${accountId}))
          or (subject_kind = 'campaign' and subject_id in (select id from campaign where advertiser_id = ${accountId}))
          or (subject_kind = 'website' and subject_id in (select id from website where publisher_id = ${accountId}))`.execute(
      trx,
    );
  }
}
