import type { auditExport } from '@placard/contract/audit';
import { reportDaysIssue } from '@placard/domain/day-bounds';
import { localDayAt } from '@placard/domain/time-zone';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock } from '../../deps.ts';
import { allOf, withinDays } from '../day-range.ts';
import type { Searched } from './audit-names.ts';

export type AuditFilters = z.output<typeof auditExport>;

/** What the log calls the subjects that have names. */
const SUBJECTS = [
  ['campaign', 'campaign'],
  ['ad_set', 'ad_set'],
  ['creative', 'creative'],
  ['website', 'website'],
  ['widget', 'widget'],
  ['deposit', 'deposit'],
  ['user', 'app_user'],
  ['account', 'account_card'],
  ['correction', 'money_correction'],
  ['payment_profile', 'payment_profile'],
  ['card', 'payment_method'],
  ['api_key', 'api_key'],
  ['webhook', 'webhook_endpoint'],
  ['traffic_rule', 'traffic_rule'],
] as const;

/** A stretch of days is one as everywhere; with one end open it is all there is. @throws AppError `invalid_input` at `to`. */
export function judgeDays(
  { clock }: HasClock,
  { timeZone }: Pick<Actor, 'timeZone'>,
  { from, to }: Pick<AuditFilters, 'from' | 'to'>,
): void {
  if (from === undefined || to === undefined) return;
  const found = reportDaysIssue({ from, to }, localDayAt(timeZone, clock().getTime()));
  if (found !== null) throw invalidInput(issueAt('to', found));
}

/**
 * Ids of the newest `limit` lines that the filters leave, each way of finding them by its own index: one condition with
 * `or` would go through the log from its end, and a rare word is far from there.
 */
export function auditIds(
  filters: AuditFilters,
  asked: {
    readonly searched: Searched | null;
    readonly before: bigint | null;
    readonly limit: number;
    readonly timeZone: string;
  },
): RawBuilder<unknown> {
  const conditions = conditionsOf(filters, asked);
  let ways: readonly RawBuilder<SqlBool>[] = [sql<SqlBool>`true`];
  if (asked.searched !== null) {
    ways = saying(asked.searched);
    if (filters.account !== undefined) {
      conditions.push(sql<SqlBool>`(${sql.join(ofAccount(filters.account), sql` or `)})`);
    }
  } else if (filters.account !== undefined) ways = ofAccount(filters.account);
  const parts = ways.map(
    (way) => sql`(select a.id from audit_log a where ${allOf([...conditions, way])}
                   order by a.id desc limit ${asked.limit})`,
  );
  return sql`select id from (${sql.join(parts, sql` union `)}) found order by id desc limit ${asked.limit}`;
}

function conditionsOf(
  { subjectKind, subjectId, actor, actorKind, action, from, to }: AuditFilters,
  { before, timeZone }: { readonly before: bigint | null; readonly timeZone: string },
): RawBuilder<SqlBool>[] {
  const conditions = withinDays('a.at', timeZone, from, to);
  if (before !== null) conditions.push(sql<SqlBool>`a.id < ${before}`);
  if (subjectKind !== undefined) conditions.push(sql<SqlBool>`a.subject_kind = ${subjectKind}`);
  if (subjectId !== undefined) conditions.push(sql<SqlBool>`a.subject_id = ${subjectId}`);
  if (actor !== undefined) conditions.push(sql<SqlBool>`a.actor_user_id = ${actor}`);
  if (actorKind !== undefined) conditions.push(sql<SqlBool>`a.actor_kind = ${actorKind}`);
  if (action !== undefined) conditions.push(sql<SqlBool>`split_part(a.action, '.', 2) = ${action}`);
  return conditions;
}

/** What the account's members did for it, and what was done to it and to what is its. */
function ofAccount(account: number): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`a.actor_account_id = ${account}`,
    sql<SqlBool>`(a.subject_kind, a.subject_id) in (
      select 'account', ${account}::integer
      union all select 'auto_top_up', ${account}::integer
      union all select 'campaign', id from campaign where advertiser_id = ${account}
      union all select 'creative', id from creative where advertiser_id = ${account}
      union all select 'website', id from website where publisher_id = ${account}
      union all select 'deposit', id from deposit where advertiser_id = ${account}
      union all select 'payout', id from payout where publisher_id = ${account}
      union all select 'appeal', id from appeal where account_id = ${account}
      union all select 'correction', id from money_correction where account_id = ${account}
      union all select 'correction', correction_id from earning_take_back where publisher_id = ${account}
      union all select 'document', number from invoice where advertiser_id = ${account}
      union all select 'webhook', id from webhook_endpoint where account_id = ${account}
      union all select 'data_export', id from data_export where account_id = ${account})`,
  ];
}

/** Who it was, for whom, what it was about by its name, and what the line itself says. */
function saying({ pattern, ids, payoutId, document }: Searched): RawBuilder<SqlBool>[] {
  const subjects = SUBJECTS.map(
    ([kind, table]) => sql`select ${kind}::text, unnest(${ids[table]}::integer[])`,
  );
  const payout = sql`select 'payout', ${payoutId}::integer`;
  const documents = sql`
    select 'document', number from invoice
     where advertiser_id = ${document?.owner}::int and series = ${document?.series}::text and series_number = ${document?.place}::int`;
  const exports = sql`
    select 'data_export', id from data_export where user_id = any(${ids.app_user}::integer[])`;
  // They are called by what they are about.
  const appeals = sql`
    select 'appeal', id from appeal
     where (subject_kind = 'creative' and subject_id = any(${ids.creative}::integer[]))
        or (subject_kind = 'website' and subject_id = any(${ids.website}::integer[]))`;
  return [
    sql<SqlBool>`a.actor_user_id = any(${ids.app_user}::integer[])`,
    sql<SqlBool>`a.actor_account_id = any(${ids.account_card}::integer[])`,
    sql<SqlBool>`(a.subject_kind, a.subject_id) in (${sql.join([...subjects, payout, documents, exports, appeals], sql` union all `)})`,
    sql<SqlBool>`(a.action || ' ' || a.detail::text) ilike ${pattern}`,
  ];
}
