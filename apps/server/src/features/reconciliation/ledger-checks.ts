import type { ReconciliationCheck } from '@placard/domain/ledger/reconciliation';
import { type RawBuilder, sql } from 'kysely';

/**
 * What PostgreSQL alone can tell. Each gives lines of two amounts that are the same while all is well:
 * `subject, id, label, left_micros, right_micros`. The left side is the ledger's.
 */
export type LedgerCheck = Exclude<ReconciliationCheck, 'bank_files' | 'reports'>;

/** What each account of a kind gained in settlements. */
function gained(kind: string): RawBuilder<unknown> {
  return sql`
    select a.owner_id, sum(e.amount_micros)::numeric as micros
      from ledger_account a
      join ledger_entry e on e.account_id = a.id
      join ledger_transaction t on t.id = e.transaction_id and t.kind = 'settlement'
     where a.kind = ${sql.lit(kind)} group by a.owner_id`;
}

/** What went through one account of the network, by transaction. */
function through(kind: string): RawBuilder<unknown> {
  return sql`
    select t.id, t.kind, t.reference, t.detail, e.amount_micros as micros
      from ledger_account a
      join ledger_entry e on e.account_id = a.id
      join ledger_transaction t on t.id = e.transaction_id
     where a.kind = ${sql.lit(kind)} and a.owner_id is null`;
}

/** Who an owner is, also of an account that has no card any more. */
function ofOwners(
  subject: 'advertiser' | 'publisher',
  left: RawBuilder<unknown>,
  right: RawBuilder<unknown>,
) {
  return sql`
    select ${sql.lit(subject)} as subject, coalesce(l.owner_id, r.owner_id) as id, coalesce(c.email, '') as label,
           coalesce(l.micros, 0) as left_micros, coalesce(r.micros, 0) as right_micros
      from (${left}) l
      full join (${right}) r on r.owner_id = l.owner_id
      left join account_card c on c.id = coalesce(l.owner_id, r.owner_id)`;
}

/** All balances together are nothing. */
const TRIAL_BALANCE = sql`
  select 'ledger' as subject, 0 as id, '' as label, coalesce(sum(balance_micros), 0)::numeric as left_micros,
         0::numeric as right_micros
    from ledger_account`;

/** The entries of each transaction come to nothing. */
const TRANSACTIONS = sql`
  select 'transaction' as subject, t.id, t.reference as label, coalesce(sum(e.amount_micros), 0)::numeric as left_micros,
         0::numeric as right_micros
    from ledger_transaction t left join ledger_entry e on e.transaction_id = t.id group by t.id`;

/**
 * Each balance is the sum of the account's entries, and what the last of them says; and there are as many as were booked:
 * those that make each other up would be missed by no sum. Their numbers are a line only where they differ.
 */
const BALANCES = sql`
  with accounts as (
    select a.id, a.kind || coalesce(' ' || c.email, '') as label, a.balance_micros, a.entry_count, e.*
      from ledger_account a
      left join account_card c on c.id = a.owner_id
     cross join lateral (
       select coalesce(sum(amount_micros), 0)::numeric as micros, count(*) as entries,
              (array_agg(balance_after_micros order by sequence desc))[1]::numeric as last
         from ledger_entry where account_id = a.id) e)
  select 'account' as subject, id, label, balance_micros::numeric as left_micros,
         coalesce(nullif(micros, balance_micros), last, 0) as right_micros
    from accounts
  union all
  select 'account', id, label || ' #', entry_count::numeric, entries::numeric
    from accounts where entries <> entry_count`;

/** What left each wallet for advertising is what settlement charged, line by line. */
const CHARGES = ofOwners(
  'advertiser',
  sql`select owner_id, -micros as micros from (${gained('advertiser_wallet')}) w`,
  sql`select c.advertiser_id as owner_id, sum(s.charged_micros)::numeric as micros
        from spend_line s join ad_set a on a.id = s.ad_set_id join campaign c on c.id = a.campaign_id
       group by c.advertiser_id`,
);

/** Each campaign's total is that of its days, and of the months that are invoiced. */
const CAMPAIGNS = sql`
  select 'campaign' as subject, c.id, c.name as label, coalesce(t.spent_micros, 0)::numeric as left_micros,
         case when coalesce(d.micros, 0) = coalesce(t.spent_micros, 0) then coalesce(m.micros, 0)
              else coalesce(d.micros, 0) end as right_micros
    from campaign c
    left join campaign_spend t on t.campaign_id = c.id
    left join (select a.campaign_id, sum(s.charged_micros)::numeric as micros
                 from spend_line s join ad_set a on a.id = s.ad_set_id group by a.campaign_id) d on d.campaign_id = c.id
    left join (select campaign_id, sum(charged_micros)::numeric as micros from campaign_month group by campaign_id) m
      on m.campaign_id = c.id
   where t.spent_micros is not null or d.micros is not null or m.micros is not null`;

/** What came to each publisher is what settlement says they earned. */
const EARNINGS = ofOwners(
  'publisher',
  gained('publisher_pending'),
  sql`select ws.publisher_id as owner_id, sum(s.publisher_micros)::numeric as micros
        from spend_line s join widget w on w.id = s.widget_id join website ws on ws.id = w.website_id
       group by ws.publisher_id having sum(s.publisher_micros) <> 0`,
);

/** Pending is what open months hold; a closed one brought what is left of it; widgets add up to their month. */
const MONTHS = sql`
  select 'publisher' as subject, a.owner_id as id, coalesce(c.email, '') as label, a.balance_micros::numeric as left_micros,
         coalesce((select sum(m.earned_micros - m.taken_back_micros) from earning_month m
                    where m.publisher_id = a.owner_id and m.closed_at is null), 0)::numeric as right_micros
    from ledger_account a left join account_card c on c.id = a.owner_id
   where a.kind = 'publisher_pending'
  union all
  select 'publisher', m.publisher_id, to_char(m.month, 'YYYY-MM') || ' ' || coalesce(c.email, ''),
         case when m.closed_at is null then m.earned_micros - m.taken_back_micros
              else coalesce((select sum(e.amount_micros) from ledger_entry e
                               join ledger_account a on a.id = e.account_id and a.kind = 'publisher_available'
                              where e.transaction_id = m.ledger_transaction_id), 0) end::numeric,
         (m.earned_micros - m.taken_back_micros)::numeric
    from earning_month m left join account_card c on c.id = m.publisher_id
  union all
  select 'publisher', m.publisher_id, to_char(m.month, 'YYYY-MM') || ' ' || coalesce(c.email, ''),
         m.earned_micros::numeric, sum(w.earned_micros)::numeric
    from earning_month m
    join earning_month_widget w on w.publisher_id = m.publisher_id and w.month = m.month
    left join account_card c on c.id = m.publisher_id
   group by m.publisher_id, m.month, c.email`;

/** Each confirmed deposit was booked, once and as it is, and nothing else was. */
const DEPOSITS = sql`
  select 'deposit' as subject, coalesce(d.id, 0) as id, coalesce(d.reference, l.reference) as label,
         coalesce(-l.micros, 0)::numeric as left_micros, coalesce(d.amount_micros, 0)::numeric as right_micros
    from (select * from deposit where status = 'confirmed') d
    full join (select * from (${through('clearing_deposits')}) t where kind = 'deposit') l
      on l.id = d.ledger_transaction_id`;

/** What went back of deposits is what their refunds say; what came back after all is nothing. */
const REFUNDS = sql`
  select 'deposit' as subject, coalesce(d.id, 0) as id, coalesce(d.reference, '') as label,
         coalesce(l.micros, 0)::numeric as left_micros,
         case when r.status = 'returned' then 0 else coalesce(r.amount_micros, 0) end::numeric as right_micros
    from deposit_refund r
    join deposit d on d.id = r.deposit_id
    full join (select (t.detail ->> 'refundId')::int as refund_id, sum(t.micros) as micros
                 from (${through('clearing_deposits')}) t where t.kind = 'refund' group by 1) l on l.refund_id = r.id`;

/** What a payout that came back covered of a refund of charges: `correction:ID:payout:ID`. */
const COVERS = sql`
  select t.id, t.reference, c.id as correction_id
    from ledger_transaction t
    left join payout p on p.id = split_part(t.reference, ':', 4)::int and p.status in ('failed', 'rejected')
    left join money_correction c on c.id = split_part(t.reference, ':', 2)::int
     and c.kind = 'spend' and c.status = 'booked' and p.id is not null
   where t.kind = 'adjustment' and t.reference ~ '^correction:[0-9]+:payout:[0-9]+$'`;

/**
 * Each booked correction moved its amount, and of a refund of charges its lines say the same; of publishers it took, at once
 * and of payouts that came back since, what is not the network's loss.
 */
const CORRECTIONS = sql`
  with covers as materialized (${COVERS})
  select 'correction' as subject, c.id, c.reason as label,
         coalesce((select sum(e.amount_micros) from ledger_entry e
                     join ledger_account a on a.id = e.account_id and a.owner_id = c.account_id
                      and a.kind = case c.kind when 'earnings' then 'publisher_available' else 'advertiser_wallet' end
                    where e.transaction_id = c.ledger_transaction_id), 0)::numeric as left_micros,
         case when c.kind = 'spend'
              then coalesce((select sum(l.charged_micros) from spend_refund_line l where l.correction_id = c.id), 0)
              else c.amount_micros end::numeric as right_micros
    from money_correction c where c.status = 'booked'
  union all
  select 'correction', c.id, c.reason, c.amount_micros::numeric,
         coalesce((select sum(l.charged_micros) from spend_refund_line l where l.correction_id = c.id), 0)::numeric
    from money_correction c where c.status = 'booked' and c.kind = 'spend'
  union all
  select 'correction', c.id, c.reason,
         coalesce((select -sum(e.amount_micros) from ledger_entry e
                     join ledger_account a on a.id = e.account_id and a.kind in ('publisher_pending', 'publisher_available')
                    where e.transaction_id = c.ledger_transaction_id
                       or e.transaction_id in (select v.id from covers v where v.correction_id = c.id)), 0)::numeric,
         coalesce((select sum(l.publisher_micros) from spend_refund_line l where l.correction_id = c.id), 0)::numeric
           - c.uncovered_micros
    from money_correction c where c.status = 'booked' and c.kind = 'spend'
  union all
  select 'transaction', t.id, t.reference, 0::numeric, 1::numeric
    from ledger_transaction t
   where t.kind <> 'settlement' and t.reference like 'correction:%'
     and not exists (select from money_correction c where c.ledger_transaction_id = t.id)
     and not exists (select from covers v where v.id = t.id and v.correction_id is not null)`;

/** What was paid is what completed payouts say without the tax that was withheld, each once. */
const PAYOUTS = sql`
  select 'payout' as subject, coalesce(p.id, 0) as id, coalesce('PO-' || p.id, l.reference) as label,
         coalesce(l.micros, 0)::numeric as left_micros, coalesce(p.amount_micros - p.withheld_micros, 0)::numeric as right_micros
    from (select * from payout where status = 'completed') p
    full join (select * from (${through('clearing_payouts')}) t where kind = 'payout_complete') l
      on l.reference = 'payout:' || p.id || ':complete'`;

/** The tax that the network holds is what was withheld of completed payouts, each once. */
const WITHHELD_TAX = sql`
  select 'payout' as subject, coalesce(p.id, 0) as id, coalesce('PO-' || p.id, l.reference) as label,
         coalesce(l.micros, 0)::numeric as left_micros, coalesce(p.withheld_micros, 0)::numeric as right_micros
    from (select * from payout where status = 'completed' and withheld_micros > 0) p
    full join (${through('withheld_tax')}) l
      on l.kind = 'payout_complete' and l.reference = 'payout:' || p.id || ':complete'`;

/** What is on its way to each publisher is what their open payouts say. */
const IN_FLIGHT = ofOwners(
  'publisher',
  sql`select owner_id, balance_micros::numeric as micros from ledger_account where kind = 'payouts_in_flight'`,
  sql`select publisher_id as owner_id, sum(amount_micros)::numeric as micros from payout
       where status in ('pending', 'processing') group by publisher_id`,
);

export const LEDGER_CHECKS: Readonly<Record<LedgerCheck, RawBuilder<unknown>>> = {
  trial_balance: TRIAL_BALANCE,
  transactions: TRANSACTIONS,
  balances: BALANCES,
  charges: CHARGES,
  campaigns: CAMPAIGNS,
  earnings: EARNINGS,
  months: MONTHS,
  deposits: DEPOSITS,
  refunds: REFUNDS,
  corrections: CORRECTIONS,
  payouts: PAYOUTS,
  withheld_tax: WITHHELD_TAX,
  in_flight: IN_FLIGHT,
};
