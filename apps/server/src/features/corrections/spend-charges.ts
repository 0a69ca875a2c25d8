import type { Db, Tx } from '@placard/db/database';
import { CHARGES_NAMED } from '@placard/domain/billing/correction';
import type { Micros } from '@placard/domain/micros';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { sql } from 'kysely';
import { theRow } from '../the-row.ts';

/** Whose charges: days of the advertiser's time zone, both included. */
export type SpendScope = {
  readonly advertiserId: number;
  readonly from: string;
  readonly to: string;
  readonly campaignId: number | null;
  readonly websiteId: number | null;
};

/** What was charged in a scope, line by line as settlement keeps it, and what of each line has not gone back yet. */
function chargesIn(scope: SpendScope) {
  return sql`
    select s.day, s.ad_set_id, s.widget_id, c.id as campaign_id, c.name as campaign_name, ws.id as website_id, ws.domain,
           ws.publisher_id, s.charged_micros, s.charged_micros - r.charged as left_micros,
           s.publisher_micros - r.publisher as publisher_left_micros
      from campaign c
      join ad_set a on a.campaign_id = c.id
      join lateral (
        select l.day, l.ad_set_id, l.widget_id, sum(l.charged_micros)::bigint as charged_micros,
               sum(l.publisher_micros)::bigint as publisher_micros
          from spend_line l
         where l.ad_set_id = a.id and l.day between ${scope.from}::date and ${scope.to}::date
         group by l.day, l.ad_set_id, l.widget_id) s on true
      join widget w on w.id = s.widget_id
      join website ws on ws.id = w.website_id
      cross join lateral (
        select coalesce(sum(l.charged_micros), 0)::bigint as charged, coalesce(sum(l.publisher_micros), 0)::bigint as publisher
          from spend_refund_line l
         where l.day = s.day and l.ad_set_id = s.ad_set_id and l.widget_id = s.widget_id) r
     where c.advertiser_id = ${scope.advertiserId}
       and (${scope.campaignId}::int is null or c.id = ${scope.campaignId})
       and (${scope.websiteId}::int is null or ws.id = ${scope.websiteId})`;
}

export type PublisherCharges = { publisherId: number; chargedMicros: Micros; publisherMicros: Micros };

/** What could go back, by publisher. */
export async function openCharges(db: Db, scope: SpendScope): Promise<PublisherCharges[]> {
  const { rows } = await sql<PublisherCharges>`
    select publisher_id as "publisherId", sum(left_micros)::bigint as "chargedMicros",
           sum(publisher_left_micros)::bigint as "publisherMicros"
      from (${chargesIn(scope)}) c where left_micros > 0 group by publisher_id order by publisher_id`.execute(
    db,
  );
  return rows;
}

export type ChargeSum = { id: number; name: string; micros: Micros };

/** What could go back by campaign or by website, the largest first. */
export async function openChargesBy(
  db: Db,
  scope: SpendScope,
  by: 'campaign' | 'website',
): Promise<ChargeSum[]> {
  const [id, name] = by === 'campaign' ? ['campaign_id', 'campaign_name'] : ['website_id', 'domain'];
  const { rows } = await sql<ChargeSum>`
    select ${sql.ref(id ?? '')} as id, ${sql.ref(name ?? '')} as name, sum(left_micros)::bigint as micros
      from (${chargesIn(scope)}) c where left_micros > 0
     group by 1, 2 order by 3 desc, 1 limit ${CHARGES_NAMED}`.execute(db);
  return by === 'campaign' ? rows : rows.map((row) => ({ ...row, name: shownDomain(row.name) }));
}

/** What of a scope went back before. */
export async function refundedBefore(db: Db, scope: SpendScope): Promise<Micros> {
  const found = await sql<{ micros: Micros }>`
    select coalesce(sum(charged_micros - left_micros), 0)::bigint as micros from (${chargesIn(scope)}) c`.execute(
    db,
  );
  return theRow(found).micros;
}

export type TakenCharge = PublisherCharges & {
  /** First day of the month that the days are in. */ month: string;
};

/**
 * Writes down that all that is left goes back; the caller holds the locks of all accounts concerned, so that nothing is charged
 * meanwhile. The database holds refunds against folded lines only. @returns it by publisher and month
 */
export async function takeCharges(trx: Tx, correctionId: number, scope: SpendScope): Promise<TakenCharge[]> {
  await sql`select fold_spend()`.execute(trx);
  const { rows } = await sql<TakenCharge>`
    with open as (${chargesIn(scope)}),
    taken as (
      insert into spend_refund_line (correction_id, day, ad_set_id, widget_id, charged_micros, publisher_micros)
      select ${correctionId}::int, day, ad_set_id, widget_id, left_micros, publisher_left_micros
        from open where left_micros > 0
      returning day, ad_set_id, widget_id, charged_micros, publisher_micros)
    select o.publisher_id as "publisherId", to_char(date_trunc('month', t.day), 'YYYY-MM-DD') as month,
           sum(t.charged_micros)::bigint as "chargedMicros", sum(t.publisher_micros)::bigint as "publisherMicros"
      from taken t join open o using (day, ad_set_id, widget_id)
     group by 1, 2 order by 2, 1`.execute(trx);
  return rows;
}
