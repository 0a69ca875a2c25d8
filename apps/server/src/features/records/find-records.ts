import type { FoundRecord } from '@placard/contract/records';
import type { Database } from '@placard/db/schema';
import { SHORTEST_NAME_SEARCH } from '@placard/domain/record';
import { isTag, NOTED_KINDS, type NotedKind } from '@placard/domain/record-note';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { HasDb } from '../../deps.ts';
import { personName } from '../account/person-name.ts';
import { accountName } from '../accounts/account-name.ts';
import { labelOf } from '../billing/issue-invoice.ts';
import { labelSearched } from '../billing/operator-documents.ts';
import { domainMatches } from '../domain-search.ts';
import { idSearched, searchPattern } from '../list-query.ts';
import { paymentIdOf } from '../payments/payout-record.ts';

export const PER_KIND = 5;
/** Ids begin at 1. */
export const NO_ID = 0;

type Row = {
  readonly id: number;
  readonly name: string;
  readonly hint: string | null;
  readonly withinId?: number;
};
/** By kind, the newest that are tagged with what was typed. */
type Tagged = Readonly<Record<NotedKind, readonly number[]>>;
type Asked = {
  readonly search: string;
  /** Null: a single digit is a number, and no part of a name. */
  readonly pattern: string | null;
  readonly id: number | null;
  readonly tagged: Tagged;
};

/**
 * Records of every kind by name, address or number, five of a kind at most; what is archived is found by its number alone.
 * Each kind is asked by itself and stops at its fifth: a common word reads no table to its end.
 */
export async function findRecords({ db }: HasDb, search: string): Promise<FoundRecord[]> {
  const asked: Asked = {
    search,
    pattern: namePattern(search),
    id: idSearched(search),
    tagged: await findTagged(db, search),
  };
  const [campaigns, adSets, creatives, websites, widgets, accounts, users] = await Promise.all([
    findNamed(db, 'campaign', asked),
    findAdSets(db, asked),
    findNamed(db, 'creative', asked),
    findWebsites(db, asked),
    findWidgets(db, asked),
    findAccounts(db, asked),
    findUsers(db, asked),
  ]);
  const [deposits, payouts, documents] = await Promise.all([
    findDeposits(db, asked),
    findPayouts(db, asked),
    findDocuments(db, asked),
  ]);
  return [
    ...of('campaign', campaigns),
    ...of('ad_set', adSets),
    ...of('creative', creatives),
    ...of('website', websites),
    ...of('widget', widgets),
    ...of('account', accounts),
    ...of('user', users),
    ...of('deposit', deposits),
    ...of('payout', payouts),
    ...of('document', documents),
  ];
}

function of(kind: FoundRecord['kind'], rows: readonly Row[]): FoundRecord[] {
  return rows.map((row) => ({ kind, withinId: null, ...row }));
}

/** For names, `ilike`: of a single digit null, which is true of none. */
export function namePattern(search: string): string | null {
  return search.length < SHORTEST_NAME_SEARCH ? null : searchPattern(search);
}

/** First what has the number that was typed, or the tag. */
function byId(column: RawBuilder<unknown>, { id, tagged }: Asked, kind?: NotedKind): RawBuilder<SqlBool> {
  const ids = [id ?? NO_ID, ...(kind === undefined ? [] : tagged[kind])];
  return sql<SqlBool>`${column} = any(${ids}::int[])`;
}

/** Read before, so that each table is then asked for a few of its keys. */
async function findTagged(db: Kysely<Database>, search: string): Promise<Tagged> {
  const none: Tagged = { user: [], account: [], campaign: [], website: [] };
  const tag = search.trim().toLowerCase();
  if (!isTag(tag)) return none;
  const { rows } = await sql<{ kind: NotedKind; ids: number[] }>`
    select k.kind, array(select subject_id from record_tag t where t.kind = k.kind and t.tag = ${tag}
                          order by subject_id desc limit ${PER_KIND}) as ids
      from unnest(${[...NOTED_KINDS]}::text[]) as k(kind)`.execute(db);
  return { ...none, ...Object.fromEntries(rows.map(({ kind, ids }) => [kind, ids])) };
}

async function findUsers(db: Kysely<Database>, asked: Asked): Promise<Row[]> {
  const { pattern } = asked;
  const named = byId(sql`u.id`, asked, 'user');
  const { rows } = await sql<Row>`
    select u.id, ${personName('u')} as name, u.email as hint
      from app_user u
     where u.email ilike ${pattern} or u.first_name || ' ' || u.last_name ilike ${pattern} or ${named}
     order by ${named} desc, u.id desc limit ${PER_KIND}`.execute(db);
  return rows;
}

async function findAccounts(db: Kysely<Database>, asked: Asked): Promise<Row[]> {
  const { pattern } = asked;
  const { rows } = await sql<Row>`
    select u.id, ${accountName()} as name, u.email as hint from account_card u
     where u.company ilike ${pattern} or u.email ilike ${pattern}
        or u.first_name || ' ' || u.last_name ilike ${pattern} or ${byId(sql`u.id`, asked, 'account')}
     order by ${byId(sql`u.id`, asked, 'account')} desc, u.id desc limit ${PER_KIND}`.execute(db);
  return rows;
}

async function findNamed(db: Kysely<Database>, table: 'campaign' | 'creative', asked: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.name, ${accountName()} as hint
      from ${sql.table(table)} r join account_card u on u.id = r.advertiser_id
     where (r.name ilike ${asked.pattern} and r.status <> 'archived') or ${byId(sql`r.id`, asked, table === 'campaign' ? table : undefined)}
     order by ${byId(sql`r.id`, asked, table === 'campaign' ? table : undefined)} desc, r.id desc limit ${PER_KIND}`.execute(
    db,
  );
  return rows;
}

async function findAdSets(db: Kysely<Database>, { pattern, id }: Asked): Promise<Row[]> {
  const numbered = sql<SqlBool>`a.id = ${id ?? NO_ID}`;
  const { rows } = await sql<Row>`
    select a.id, a.name, c.name || ' · ' || ${accountName()} as hint, c.id as "withinId"
      from ad_set a join campaign c on c.id = a.campaign_id join account_card u on u.id = c.advertiser_id
     where (a.name ilike ${pattern} and a.archived_at is null and c.status <> 'archived') or ${numbered}
     order by ${numbered} desc, a.id desc limit ${PER_KIND}`.execute(db);
  return rows;
}

async function findWidgets(db: Kysely<Database>, { pattern, id }: Asked): Promise<Row[]> {
  const numbered = sql<SqlBool>`w.id = ${id ?? NO_ID}`;
  const { rows } = await sql<Row & { readonly domain: string; readonly owner: string }>`
    select w.id, w.name, s.domain, ${accountName()} as owner, s.id as "withinId"
      from widget w join website s on s.id = w.website_id join account_card u on u.id = s.publisher_id
     where (w.name ilike ${pattern} and w.status <> 'archived' and s.status <> 'archived') or ${numbered}
     order by ${numbered} desc, w.id desc limit ${PER_KIND}`.execute(db);
  return rows.map(({ domain, owner, ...row }) => ({ ...row, hint: `${shownDomain(domain)} · ${owner}` }));
}

/** Also by the key of one of its widgets, which is what a page's code shows. */
async function findWebsites(db: Kysely<Database>, asked: Asked): Promise<Row[]> {
  const scope = sql<SqlBool>`s.status <> 'archived'`;
  const matches =
    asked.pattern === null ? [sql<SqlBool>`false`] : await domainMatches({ db }, asked.search, scope);
  const { rows } = await sql<Row>`
    select s.id, s.domain as name, ${accountName()} as hint
      from website s join account_card u on u.id = s.publisher_id
     where ((${sql.join(matches, sql` or `)}) and s.status <> 'archived') or ${byId(sql`s.id`, asked, 'website')}
        or s.id = (select website_id from widget where embed_key = ${asked.search.trim()})
     order by ${byId(sql`s.id`, asked, 'website')} desc, s.id desc limit ${PER_KIND}`.execute(db);
  return rows.map((row) => ({ ...row, name: shownDomain(row.name) }));
}

async function findDeposits(db: Kysely<Database>, { pattern, id }: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.reference as name, ${accountName()} as hint
      from deposit d join account_card u on u.id = d.advertiser_id
     where d.reference ilike ${pattern} or d.id = ${id ?? NO_ID}
     order by d.id = ${id ?? NO_ID} desc, d.id desc limit ${PER_KIND}`.execute(db);
  return rows;
}

async function findPayouts(db: Kysely<Database>, { search }: Asked): Promise<Row[]> {
  const id = idSearched(/^(?:po-)?(\d+)$/i.exec(search)?.[1]);
  if (id === null) return [];
  const { rows } = await sql<Row>`
    select p.id, ${accountName()} as hint from payout p join account_card u on u.id = p.publisher_id
     where p.id = ${id}`.execute(db);
  return rows.map((row) => ({ ...row, name: paymentIdOf(row.id) }));
}

async function findDocuments(db: Kysely<Database>, { search, id }: Asked): Promise<Row[]> {
  const label = labelSearched(search);
  if (label === null && id === null) return [];
  const condition =
    label === null
      ? sql<SqlBool>`i.number = ${id}`
      : sql<SqlBool>`i.advertiser_id = ${label.owner} and i.series = ${label.series} and i.series_number = ${label.place}`;
  const { rows } = await sql<Parameters<typeof labelOf>[0] & { readonly hint: string }>`
    select i.number, i.advertiser_id, i.series, i.series_number, ${accountName()} as hint
      from invoice i join account_card u on u.id = i.advertiser_id where ${condition} limit ${PER_KIND}`.execute(
    db,
  );
  return rows.map((row) => ({ id: row.number, name: labelOf(row), hint: row.hint }));
}
