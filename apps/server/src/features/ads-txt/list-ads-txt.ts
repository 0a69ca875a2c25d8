import {
  type ADS_TXT_SORTS,
  type AdsTxtCheck,
  type AdsTxtWebsite,
  adsTxtFound,
} from '@placard/contract/ads-txt';
import { type AdsTxtResult, adsTxtLineOf } from '@placard/domain/ads-txt/verdict';
import type { WebsiteStatus } from '@placard/domain/website/status';
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb } from '../../deps.ts';
import { allOf } from '../day-range.ts';
import { domainMatches } from '../domain-search.ts';
import { type ListQuery, pageOf, sortOf } from '../list-query.ts';
import { type HasNetworkName, networkIsPublic, ourLineFor } from './our-line.ts';
import { adsTxtUrlOf, rootDomainOf } from './root-domain.ts';

const SORT_COLUMNS = {
  domain: sql`s.domain`,
  result: sql`s.ads_txt_result`,
  // Never is before any day.
  resultAt: sql`coalesce(s.ads_txt_checked_at, '-infinity')`,
  // Later than the result where the last check came to none.
  checkedAt: sql`coalesce(c.checked_at, '-infinity')`,
} satisfies Record<(typeof ADS_TXT_SORTS)[number], unknown>;

type Row = {
  id: number;
  domain: string;
  status: WebsiteStatus;
  result: AdsTxtResult;
  result_at: Date | null;
} & (
  | { check_id: null }
  | { check_id: number; check_at: Date; check_result: AdsTxtResult; check_found: unknown }
);

const columns = sql`
  s.id, s.domain, s.status, s.ads_txt_result as result, s.ads_txt_checked_at as result_at,
  c.id as check_id, c.checked_at as check_at, c.result as check_result, c.found - 'text' as check_found
  from website s
  left join lateral (select * from ads_txt_check x where x.website_id = s.id order by x.id desc limit 1) c on true`;

function viewOf(row: Row): AdsTxtWebsite {
  // A website that its root's file hands over to its own is told where that one is.
  const found = row.check_id === null ? null : foundOf(row.check_found);
  const host = found?.bySubdomain === true ? row.domain : rootDomainOf(row.domain);
  return {
    websiteId: row.id,
    domain: row.domain,
    status: row.status,
    fileUrl: adsTxtUrlOf(host),
    result: row.result,
    resultAt: row.result_at?.toISOString() ?? null,
    lastCheck:
      row.check_id === null
        ? null
        : { id: row.check_id, checkedAt: row.check_at.toISOString(), result: row.check_result, found },
  };
}

/** What a check found; null for checks that were written without it. */
function foundOf(stored: unknown): AdsTxtCheck['found'] {
  const read = adsTxtFound.safeParse(stored);
  return read.success ? read.data : null;
}

export type AdsTxtListQuery = ListQuery & { readonly result?: AdsTxtResult | undefined };

/** The actor's websites with their last check, by name unless sorted otherwise. */
export async function listAdsTxt(deps: HasDb & HasNetworkName, actor: Actor, query: AdsTxtListQuery) {
  const own = sql<SqlBool>`s.publisher_id = ${actor.accountId} and s.status <> 'archived'`;
  const conditions = [own, ...(await domainMatches(deps, query.search, own))];
  if (query.result !== undefined) conditions.push(sql<SqlBool>`s.ads_txt_result = ${query.result}`);
  const where = allOf(conditions);
  const sort = sortOf(query.sort, SORT_COLUMNS, { column: SORT_COLUMNS.domain, direction: 'asc' });
  const way = sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const { limit, offset } = pageOf(query);
  const [page, counts, all] = await Promise.all([
    sql<Row>`select ${columns} where ${where}
              order by ${sort.column} ${way}, s.id limit ${limit} offset ${offset}`.execute(deps.db),
    sql<{ total: number }>`select count(*)::int as total from website s where ${where}`.execute(deps.db),
    sql<{ result: AdsTxtResult; count: number }>`
      select s.ads_txt_result as result, count(*)::int as count from website s where ${own} group by 1`.execute(
      deps.db,
    ),
  ]);
  const countOf = (result: AdsTxtResult) => all.rows.find((row) => row.result === result)?.count ?? 0;
  return {
    items: page.rows.map(viewOf),
    total: counts.rows[0]?.total ?? 0,
    lines: [adsTxtLineOf(ourLineFor(deps, actor.accountId))],
    networkIsPublic: networkIsPublic(deps),
    stats: { ok: countOf('ok'), missingLine: countOf('missing_line'), unknown: countOf('unknown') },
  };
}

/** @throws AppError `website_not_found`, also for someone else's. */
export async function readAdsTxtWebsite(deps: HasDb, actor: Actor, id: number): Promise<AdsTxtWebsite> {
  const { rows } = await sql<Row>`
    select ${columns} where s.id = ${id} and s.publisher_id = ${actor.accountId}`.execute(deps.db);
  const [row] = rows;
  if (row === undefined) throw new AppError('website_not_found');
  return viewOf(row);
}

/** Newest first. @throws AppError `website_not_found`. */
export async function listChecks(
  deps: HasDb,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<{ items: AdsTxtCheck[] }> {
  await readAdsTxtWebsite(deps, actor, id);
  const { rows } = await sql<{ id: number; checked_at: Date; result: AdsTxtResult; found: unknown }>`
    select id, checked_at, result, found - 'text' as found from ads_txt_check
     where website_id = ${id} order by id desc limit 100`.execute(deps.db);
  const items = rows.map((row) => ({
    id: row.id,
    checkedAt: row.checked_at.toISOString(),
    result: row.result,
    found: foundOf(row.found),
  }));
  return { items };
}
