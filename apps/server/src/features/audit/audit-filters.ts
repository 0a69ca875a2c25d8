import type { auditExport } from '@placard/contract/audit';
import { reportDaysIssue } from '@placard/domain/day-bounds';
import { localDayAt } from '@placard/domain/time-zone';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { allOf, withinDays } from '../day-range.ts';
import { searchPattern } from '../list-query.ts';

export type AuditFilters = z.output<typeof auditExport>;

/** Of each kind so many that are called as the search says are looked for in the log. */
const MOST_NAMED = 200;

const called = (column: string) => (pattern: string) => sql<SqlBool>`${sql.ref(column)} ilike ${pattern}`;
const isPerson = (pattern: string) =>
  sql<SqlBool>`email ilike ${pattern} or first_name || ' ' || last_name ilike ${pattern}`;

/** What is looked for by its name, by table. */
const NAMED = {
  app_user: isPerson,
  account_card: called('company'),
  campaign: called('name'),
  creative: called('name'),
  website: called('domain'),
  deposit: called('reference'),
} as const;
type Named = keyof typeof NAMED;

/** What the log calls the subjects among them. */
const SUBJECTS: readonly (readonly [string, Named])[] = [
  ['campaign', 'campaign'],
  ['creative', 'creative'],
  ['website', 'website'],
  ['deposit', 'deposit'],
  ['user', 'app_user'],
];

/** The newest of those that are called so. */
function namedIds(table: Named, pattern: string): RawBuilder<unknown> {
  return sql`select id from ${sql.table(table)} where ${NAMED[table](pattern)} order by id desc limit ${MOST_NAMED}`;
}

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
  asked: { readonly before: bigint | null; readonly limit: number; readonly timeZone: string },
): RawBuilder<unknown> {
  const pattern = searchPattern(filters.search);
  const conditions = conditionsOf(filters, asked);
  let ways: readonly RawBuilder<SqlBool>[] = [sql<SqlBool>`true`];
  if (pattern !== null) {
    ways = searched(pattern);
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
      union all select 'payout', id from payout where publisher_id = ${account})`,
  ];
}

/** Whether more are called as the search says than are looked for, of any kind. */
export async function isNamesCut({ db }: HasDb, search: string | undefined): Promise<boolean> {
  const pattern = searchPattern(search);
  if (pattern === null) return false;
  const beyond = (Object.keys(NAMED) as Named[]).map(
    (table) =>
      sql`exists (select from ${sql.table(table)} where ${NAMED[table](pattern)} offset ${MOST_NAMED})`,
  );
  const { rows } = await sql<{ cut: boolean }>`select ${sql.join(beyond, sql` or `)} as cut`.execute(db);
  return rows[0]?.cut === true;
}

/** Who it was, for whom, what it was about by its name, and what the line itself says. */
function searched(pattern: string): RawBuilder<SqlBool>[] {
  const subjects = SUBJECTS.map(
    ([kind, table]) => sql`(select ${kind}::text, named.id from (${namedIds(table, pattern)}) named)`,
  );
  return [
    sql<SqlBool>`a.actor_user_id = any(array(${namedIds('app_user', pattern)}))`,
    sql<SqlBool>`a.actor_account_id = any(array(${namedIds('account_card', pattern)}))`,
    sql<SqlBool>`(a.subject_kind, a.subject_id) in (${sql.join(subjects, sql` union all `)})`,
    sql<SqlBool>`(a.action || ' ' || a.detail::text) ilike ${pattern}`,
  ];
}
