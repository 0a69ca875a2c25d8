import type { Db } from '@placard/db/database';
import { OWNED_ACCOUNT_KINDS, type OwnedAccountKind } from '@placard/domain/ledger/accounts';
import { type RawBuilder, sql } from 'kysely';
import { personName } from '../account/person-name.ts';

type Whose = { readonly account_id: number; readonly user_id: number };

/** One file of lines: `rows` selects a unique, growing `key` and the columns. */
export type ExportedFile = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: (whose: Whose) => RawBuilder<unknown>;
};

/** What an entry of the log says, but for which operator's a note was. */
const TOLD_DETAIL = sql`detail - 'author' as detail`;

const dollars = (column: string) => sql`(${sql.ref(column)}::numeric / 1000000)`;

/** What is about a person within the account. Of others' rows about them neither address nor browser is theirs. */
export const PERSON_FILES: readonly ExportedFile[] = [
  {
    name: 'notices.csv',
    columns: ['kind', 'told_at', 'read_at', 'detail'],
    rows: ({ user_id, account_id }) => sql`
      select id::int8 as key, kind, created_at as told_at, read_at, detail from notification
       where user_id = ${user_id} and (account_id = ${account_id} or account_id is null)`,
  },
  {
    name: 'audit.csv',
    columns: ['at', 'by_you', 'action', 'subject_kind', 'subject_id', 'detail', 'ip', 'user_agent'],
    rows: ({ user_id, account_id }) => sql`
      select id as key, at, actor_user_id is not distinct from ${user_id}::int as by_you, action, subject_kind, subject_id, ${TOLD_DETAIL},
             case when actor_user_id = ${user_id} then ip end as ip,
             case when actor_user_id = ${user_id} then user_agent end as user_agent
        from audit_log
       where (actor_user_id = ${user_id} and (actor_account_id = ${account_id} or actor_account_id is null))
          or (subject_kind = 'user' and subject_id = ${user_id})`,
  },
];

const CAMPAIGNS_OF = (account: number) => sql`select id from campaign where advertiser_id = ${account}`;

/** Bookings of one balance, in their order: its index gives a page of them at a time, however many there are. */
function ledgerFile(kind: OwnedAccountKind): ExportedFile {
  return {
    name: `ledger-${kind.replaceAll('_', '-')}.csv`,
    columns: ['transaction_id', 'at', 'kind', 'reference', 'amount', 'balance_after'],
    rows: ({ account_id }) => sql`
      select e.sequence as key, e.transaction_id, t.at, t.kind, t.reference, ${dollars('e.amount_micros')} as amount,
             ${dollars('e.balance_after_micros')} as balance_after
        from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
       where e.account_id = (select id from ledger_account where owner_id = ${account_id} and kind = ${kind})`,
  };
}

/** What belongs to the account, for its owner. */
export const ACCOUNT_FILES: readonly ExportedFile[] = [
  {
    name: 'campaigns.csv',
    columns: [
      ...['name', 'objective', 'category', 'description', 'total_budget', 'daily_budget'],
      ...['start_date', 'end_date', 'status', 'rejection', 'created_at', 'spent'],
    ],
    rows: ({ account_id }) => sql`
      select c.id::int8 as key, name, objective, category, description, ${dollars('c.total_budget_micros')} as total_budget,
             ${dollars('c.daily_budget_micros')} as daily_budget, start_date, end_date, status, rejection_text as rejection, created_at,
             coalesce((select ${dollars('s.spent_micros')} from campaign_spend s where s.campaign_id = c.id), 0) as spent
        from campaign c where advertiser_id = ${account_id}`,
  },
  {
    name: 'ad-sets.csv',
    columns: [
      ...[
        'campaign_id',
        'name',
        'description',
        'total_budget',
        'daily_budget',
        'bid',
        'locations',
        'devices',
      ],
      ...['languages', 'start_minute', 'end_minute', 'days_of_week', 'frequency_cap', 'archived_at'],
    ],
    rows: ({ account_id }) => sql`
      select id::int8 as key, campaign_id, name, description, ${dollars('ad_set.total_budget_micros')} as total_budget,
             ${dollars('ad_set.daily_budget_micros')} as daily_budget, ${dollars('ad_set.bid_micros')} as bid, locations, devices,
             languages, start_minute, end_minute, days_of_week, frequency_cap_per_day as frequency_cap, archived_at
        from ad_set where campaign_id in (${CAMPAIGNS_OF(account_id)})`,
  },
  {
    name: 'creatives.csv',
    columns: [
      ...['name', 'description', 'type', 'width', 'height', 'image', 'alt_text', 'click_url', 'ad_code'],
      ...['status', 'rejection', 'ad_set_ids', 'created_at'],
    ],
    rows: ({ account_id }) => sql`
      select c.id::int8 as key, name, description, type, c.width_px as width, c.height_px as height, i.file_key as image, alt_text,
             click_url, ad_code, status, rejection_text as rejection, c.created_at,
             array(select ad_set_id from creative_ad_set s where s.creative_id = c.id order by ad_set_id) as ad_set_ids
        from creative c left join image i on i.id = c.image_id where advertiser_id = ${account_id}`,
  },
  {
    name: 'websites.csv',
    columns: ['domain', 'categories', 'monthly_traffic', 'status', 'rejection', 'ads_txt', 'created_at'],
    rows: ({ account_id }) => sql`
      select id::int8 as key, domain, categories, monthly_traffic, status, rejection_text as rejection, ads_txt_result as ads_txt,
             created_at from website where publisher_id = ${account_id}`,
  },
  {
    name: 'widgets.csv',
    columns: [
      ...['website_id', 'type', 'name', 'heading_title', 'floor_cpm', 'fallback_html', 'sizes', 'status'],
      'created_at',
    ],
    rows: ({ account_id }) => sql`
      select w.id::int8 as key, website_id, type, name, heading_title, ${dollars('w.floor_cpm_micros')} as floor_cpm, fallback_html,
             array(select width_px || 'x' || height_px from widget_size s where s.widget_id = w.id order by position) as sizes,
             status, created_at from widget w where website_id in (select id from website where publisher_id = ${account_id})`,
  },
  {
    name: 'appeals.csv',
    columns: [
      ...['subject_kind', 'subject_id', 'decision', 'decided_at', 'reason', 'text', 'appealed_at', 'status'],
      ...['answered_at', 'answer'],
    ],
    rows: ({ account_id }) => sql`
      select id::int8 as key, subject_kind, subject_id, decision, decided_at, decision_text as reason, text, created_at as appealed_at,
             status, answered_at, answer from appeal where account_id = ${account_id}`,
  },
  ...OWNED_ACCOUNT_KINDS.map(ledgerFile),
  {
    name: 'deposits.csv',
    columns: ['reference', 'gateway', 'amount', 'status', 'created_at', 'decided_at'],
    rows: ({ account_id }) => sql`
      select id::int8 as key, reference, gateway, ${dollars('deposit.amount_micros')} as amount, status, created_at, decided_at
        from deposit where advertiser_id = ${account_id}`,
  },
  {
    name: 'payouts.csv',
    columns: [
      ...['amount', 'withholding_percent', 'withheld_tax', 'method', 'status', 'automatic', 'requested_at'],
      ...['completed_at', 'reason'],
    ],
    rows: ({ account_id }) => sql`
      select id::int8 as key, ${dollars('payout.amount_micros')} as amount, withholding_bp::numeric / 100 as withholding_percent,
             ${dollars('payout.withheld_micros')} as withheld_tax, method, status, automatic, requested_at, completed_at,
             reason from payout where publisher_id = ${account_id}`,
  },
  {
    name: 'documents.csv',
    columns: [
      ...[
        'series',
        'series_number',
        'kind',
        'amount',
        'tax',
        'withheld_tax',
        'currency',
        'month',
        'issued_at',
      ],
    ],
    rows: ({ account_id }) => sql`
      select number::int8 as key, series, series_number, kind, amount_cents::numeric / 100 as amount,
             tax_cents::numeric / 100 as tax, withheld_cents::numeric / 100 as withheld_tax, currency, month, issued_at from invoice where advertiser_id = ${account_id}`,
  },
  {
    name: 'account-audit.csv',
    columns: ['at', 'actor_user_id', 'action', 'subject_kind', 'subject_id', 'detail'],
    rows: ({ account_id }) => sql`
      select id as key, at, case when actor_kind = 'operator' then null else actor_user_id end as actor_user_id, action,
             subject_kind, subject_id, ${TOLD_DETAIL} from audit_log
       where actor_account_id = ${account_id} or (subject_kind = 'account' and subject_id = ${account_id})`,
  },
];

/** Each value is a JSON object, or a list of them, that the database makes. */
async function jsonOf(
  db: Db,
  parts: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<Record<string, unknown>> {
  const entries = Object.entries(parts).map(
    ([name, rows]) => sql`${sql.lit(name)}, (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${rows}) r)`,
  );
  const { rows } = await sql<{
    all: Record<string, unknown>;
  }>`select jsonb_build_object(${sql.join(entries)}) as all`.execute(db);
  return rows[0]?.all ?? {};
}

/** What operators noted about somebody is theirs to know (GDPR, article 15); who wrote it is not. */
function noted(kind: 'user' | 'account', id: number) {
  return {
    notes: sql`
      select text, created_at from record_note where kind = ${kind} and subject_id = ${id} order by id`,
    tags: sql`select tag from record_tag where kind = ${kind} and subject_id = ${id} order by tag`,
  };
}

export async function personJson(db: Db, { user_id, account_id }: Whose): Promise<Record<string, unknown>> {
  return await jsonOf(db, {
    profile: sql`
      select id, email, first_name, last_name, phone, language, status, created_at, last_login_at,
             totp_secret_sealed is not null as two_factor from app_user where id = ${user_id}`,
    accounts: sql`select account_id, role, joined_at from account_member where user_id = ${user_id} order by account_id`,
    sessions: sql`
      select created_at, last_seen_at, expires_at, user_agent from session where user_id = ${user_id} order by id`,
    ...noted('user', user_id),
    mailPreferences: sql`select kind, in_app, mail, digest from notice_preference where user_id = ${user_id} order by kind`,
    savedViews: sql`
      select screen, name, search, is_default, created_at from saved_view
       where user_id = ${user_id} and account_id = ${account_id} order by id`,
    drafts: sql`
      select step, content, updated_at from campaign_draft where user_id = ${user_id} and account_id = ${account_id}`,
  });
}

export async function accountJson(db: Db, { account_id }: Whose): Promise<Record<string, unknown>> {
  return await jsonOf(db, {
    account: sql`
      select a.id, company, status, time_zone, created_at,
             array(select role from account_role r where r.account_id = a.id order by role) as roles
        from account a where id = ${account_id}`,
    members: sql`
      select u.email, u.first_name, u.last_name, m.role, m.joined_at from account_member m join app_user u on u.id = m.user_id
       where m.account_id = ${account_id} order by m.joined_at`,
    ...noted('account', account_id),
    looks: sql`
      select l.began_at, coalesce(l.ended_at, l.expires_at) as ended_at, l.reason,
             ${personName('u')} as operator
        from account_look l join app_user u on u.id = l.operator_id where l.account_id = ${account_id} order by l.id`,
    invitations: sql`select email, role, created_at from account_invitation where account_id = ${account_id} order by id`,
    billingDetails: sql`
      select name, address, country, vat_number, registration_number from billing_details where account_id = ${account_id}`,
    paymentProfiles: sql`
      select name, type, masked as details, is_default, created_at from payment_profile
       where publisher_id = ${account_id} and deleted_at is null order by id`,
    cards: sql`
      select brand, last4, expires_month, expires_year, created_at from payment_method
       where advertiser_id = ${account_id} and removed_at is null order by id`,
    payoutSettings: sql`select * from publisher_settings where account_id = ${account_id}`,
    apiKeys: sql`
      select name, hint, scopes, created_at, expires_at, last_used_at from api_key where account_id = ${account_id} order by id`,
    webhooks: sql`
      select url, description, event_types, created_at from webhook_endpoint where account_id = ${account_id} order by id`,
  });
}
