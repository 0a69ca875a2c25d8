import type { ModeratedCreative, ModeratedWebsite } from '@placard/contract/moderation';
import type { Database } from '@placard/db/schema';
import type { CreativeType } from '@placard/domain/creative/rules';
import { CREATIVE_TRANSITIONS, type CreativeStatus } from '@placard/domain/creative/status';
import { allowedActions } from '@placard/domain/status-table';
import { WEBSITE_TRANSITIONS, type WebsiteStatus } from '@placard/domain/website/status';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { HasDb, HasUrls } from '../../deps.ts';
import { ownerJson } from '../accounts/account-name.ts';
import { allOf } from '../day-range.ts';
import { domainMatches } from '../domain-search.ts';
import { imageUrl } from '../images/image-address.ts';
import { widgetCountOf } from '../list-count.ts';
import { type ListQuery, pageOf, searchPattern, sortOrNewest } from '../list-query.ts';
import { isTagged } from '../tagged.ts';

type CreativeRow = Omit<ModeratedCreative, 'createdAt' | 'size' | 'imageUrl' | 'actions'> & {
  readonly created_at: Date;
  readonly width_px: number;
  readonly height_px: number;
  readonly file_key: string | null;
};

const CREATIVE_SORTS = { name: sql`k.name`, status: sql`k.status`, createdAt: sql`k.created_at` };
const WEBSITE_SORTS = { domain: sql`s.domain`, status: sql`s.status`, createdAt: sql`s.created_at` };

type Page = { readonly order?: RawBuilder<unknown>; readonly limit: number; readonly offset: number };
const ONE: Page = { limit: 1, offset: 0 };

/** Creatives of all advertisers, newest first; archived ones appear only when asked for by status. */
export async function listModeratedCreatives(
  { db, deliveryUrl }: HasDb & HasUrls,
  query: ListQuery & {
    readonly status?: CreativeStatus | undefined;
    readonly type?: CreativeType | undefined;
    readonly account?: number | undefined;
    readonly campaign?: number | undefined;
  },
): Promise<{ items: ModeratedCreative[]; total: number }> {
  const pattern = searchPattern(query.search);
  const conditions = [
    query.status === undefined
      ? sql<SqlBool>`k.status <> 'archived'`
      : sql<SqlBool>`k.status = ${query.status}`,
  ];
  if (query.type !== undefined) conditions.push(sql<SqlBool>`k.type = ${query.type}`);
  if (query.account !== undefined) conditions.push(sql<SqlBool>`k.advertiser_id = ${query.account}`);
  if (query.campaign !== undefined) {
    conditions.push(sql<SqlBool>`k.id in (select o.creative_id from creative_ad_set o
      join ad_set a on a.id = o.ad_set_id where a.campaign_id = ${query.campaign} and a.archived_at is null)`);
  }
  if (pattern !== null) {
    conditions.push(
      sql<SqlBool>`(k.name ilike ${pattern} or k.click_url ilike ${pattern} or u.email ilike ${pattern}
        or u.company ilike ${pattern})`,
    );
  }
  const where = allOf(conditions);
  const { column, direction } = sortOrNewest(query.sort, CREATIVE_SORTS);
  const order = sql`${column} ${direction === 'desc' ? sql`desc` : sql`asc`}, `;
  const [rows, total] = await Promise.all([
    readCreatives(db, where, { ...pageOf(query), order }),
    sql<{ total: number }>`
      select count(*)::int as total from creative k join account_card u on u.id = k.advertiser_id where ${where}
    `.execute(db),
  ]);
  return { items: rows.map((row) => toCreative(row, deliveryUrl)), total: total.rows[0]?.total ?? 0 };
}

/** @throws AppError `creative_not_found` */
export async function getModeratedCreative(
  { db, deliveryUrl }: HasDb & HasUrls,
  id: number,
): Promise<ModeratedCreative> {
  const [row] = await readCreatives(db, sql<SqlBool>`k.id = ${id}`, ONE);
  if (row === undefined) throw new AppError('creative_not_found');
  return toCreative(row, deliveryUrl);
}

async function readCreatives(
  db: Kysely<Database>,
  where: RawBuilder<SqlBool>,
  page: Page,
): Promise<CreativeRow[]> {
  const { rows } = await sql<CreativeRow>`
    select k.id, k.name, k.type, k.width_px, k.height_px, k.status, k.rejection_text as reason, k.click_url as "clickUrl",
           k.created_at, k.version, i.file_key,
           ${ownerJson()} as owner
      from creative k join account_card u on u.id = k.advertiser_id left join image i on i.id = k.image_id
     where ${where} order by ${page.order ?? sql``} k.id desc limit ${page.limit} offset ${page.offset}
  `.execute(db);
  return rows;
}

function toCreative(row: CreativeRow, deliveryUrl: string): ModeratedCreative {
  const { created_at, width_px, height_px, file_key, ...rest } = row;
  const allowed = allowedActions(CREATIVE_TRANSITIONS, 'operator', row.status, {});
  return {
    ...rest,
    size: { width: width_px, height: height_px },
    imageUrl: file_key === null ? null : imageUrl(deliveryUrl, file_key),
    createdAt: created_at.toISOString(),
    actions: allowed.includes('takeDown') ? ['takeDown'] : [],
  };
}

type WebsiteRow = Omit<ModeratedWebsite, 'createdAt' | 'actions'> & { readonly created_at: Date };

/** Websites of all publishers, newest first; deleted ones appear only when asked for by status. */
export async function listModeratedWebsites(
  { db }: HasDb,
  query: ListQuery & {
    readonly status?: WebsiteStatus | undefined;
    readonly account?: number | undefined;
    readonly tag?: string | undefined;
  },
): Promise<{ items: ModeratedWebsite[]; total: number }> {
  const pattern = searchPattern(query.search);
  const conditions = [
    query.status === undefined
      ? sql<SqlBool>`s.status <> 'archived'`
      : sql<SqlBool>`s.status = ${query.status}`,
  ];
  if (query.tag !== undefined) conditions.push(isTagged('website', 's.id', query.tag));
  if (query.account !== undefined) conditions.push(sql<SqlBool>`s.publisher_id = ${query.account}`);
  if (pattern !== null) {
    const byDomain = await domainMatches({ db }, query.search, sql<SqlBool>`true`);
    conditions.push(
      sql<SqlBool>`(${sql.join(byDomain, sql` or `)} or u.email ilike ${pattern} or u.company ilike ${pattern})`,
    );
  }
  const where = allOf(conditions);
  const { column, direction } = sortOrNewest(query.sort, WEBSITE_SORTS);
  const order = sql`${column} ${direction === 'desc' ? sql`desc` : sql`asc`}, `;
  const [rows, total] = await Promise.all([
    readWebsites(db, where, { ...pageOf(query), order }),
    sql<{ total: number }>`
      select count(*)::int as total from website s join account_card u on u.id = s.publisher_id where ${where}
    `.execute(db),
  ]);
  return { items: rows.map(toWebsite), total: total.rows[0]?.total ?? 0 };
}

/** @throws AppError `website_not_found` */
export async function getModeratedWebsite({ db }: HasDb, id: number): Promise<ModeratedWebsite> {
  const [row] = await readWebsites(db, sql<SqlBool>`s.id = ${id}`, ONE);
  if (row === undefined) throw new AppError('website_not_found');
  return toWebsite(row);
}

async function readWebsites(
  db: Kysely<Database>,
  where: RawBuilder<SqlBool>,
  page: Page,
): Promise<WebsiteRow[]> {
  const { rows } = await sql<WebsiteRow>`
    select s.id, s.domain, s.status, s.suspended_by as "suspendedBy", s.created_at, s.version,
           coalesce(s.suspension_text, s.rejection_text) as reason,
           ${widgetCountOf(sql`s.id`)} as "widgetCount",
           ${ownerJson()} as owner
      from website s join account_card u on u.id = s.publisher_id
     where ${where} order by ${page.order ?? sql``} s.id desc limit ${page.limit} offset ${page.offset}
  `.execute(db);
  return rows;
}

function toWebsite({ created_at, ...rest }: WebsiteRow): ModeratedWebsite {
  const allowed: string[] = allowedActions(WEBSITE_TRANSITIONS, 'operator', rest.status, {
    suspendedByPublisherOrActorIsOperator: true,
  });
  const actions = (['suspend', 'activate'] as const).filter((action) => allowed.includes(action));
  return { ...rest, createdAt: created_at.toISOString(), actions };
}
