import type { OwnFoundRecord } from '@placard/contract/records';
import { SOLD_KINDS } from '@placard/domain/billing/document-kinds';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { type SqlBool, sql } from 'kysely';
import type { Actor, HasDb } from '../../deps.ts';
import { labelOf } from '../billing/issue-invoice.ts';
import { labelSearched } from '../billing/operator-documents.ts';
import { domainMatches } from '../domain-search.ts';
import { idSearched } from '../list-query.ts';
import { paymentIdOf } from '../payments/payout-record.ts';
import { NO_ID, namePattern, PER_KIND } from './find-records.ts';

type Row = {
  readonly id: number;
  readonly name: string;
  readonly hint?: string;
  readonly withinId?: number;
};
type Kind = OwnFoundRecord['kind'];
type Asked = {
  /** Nothing is looked for but what is this account's. */
  readonly accountId: number;
  readonly search: string;
  readonly pattern: string | null;
  /** That of no record where no number was typed. */
  readonly id: number;
};
type Find = (deps: HasDb, asked: Asked) => Promise<readonly Row[]>;

/**
 * What is the account's own, by name, number or reference: of each of its roles what it has as that, five of a kind at
 * most. What is archived is not found: its pages are left by their lists alone.
 */
export async function findOwnRecords(
  { db }: HasDb,
  { accountId, roles }: Pick<Actor, 'accountId' | 'roles'>,
  { search }: { readonly search: string },
): Promise<{ items: OwnFoundRecord[] }> {
  const asked = { accountId, search, pattern: namePattern(search), id: idSearched(search) ?? NO_ID };
  const finds = [
    ...(roles.includes('advertiser') ? of('advertiser', ADVERTISERS) : []),
    ...(roles.includes('publisher') ? of('publisher', PUBLISHERS) : []),
  ];
  const items = await Promise.all(
    finds.map(async ({ role, kind, find }) =>
      (await find({ db }, asked)).map((row) => ({ hint: null, withinId: null, ...row, kind, role })),
    ),
  );
  return { items: items.flat() };
}

function of(role: OwnFoundRecord['role'], finds: readonly (readonly [Kind, Find])[]) {
  return finds.map(([kind, find]) => ({ role, kind, find }));
}

const findNamed =
  (table: 'campaign' | 'creative'): Find =>
  async ({ db }, { accountId, pattern, id }) => {
    const { rows } = await sql<Row>`
      select r.id, r.name from ${sql.table(table)} r
       where r.advertiser_id = ${accountId} and r.status <> 'archived' and (r.name ilike ${pattern} or r.id = ${id})
       order by r.id = ${id} desc, r.id desc limit ${PER_KIND}`.execute(db);
    return rows;
  };

const findAdSets: Find = async ({ db }, { accountId, pattern, id }) => {
  const { rows } = await sql<Row>`
    select a.id, a.name, c.name as hint, c.id as "withinId"
      from campaign c join ad_set a on a.campaign_id = c.id
     where c.advertiser_id = ${accountId} and c.status <> 'archived' and a.archived_at is null
       and (a.name ilike ${pattern} or a.id = ${id})
     order by a.id = ${id} desc, a.id desc limit ${PER_KIND}`.execute(db);
  return rows;
};

const findDeposits: Find = async ({ db }, { accountId, pattern, id }) => {
  const { rows } = await sql<Row>`
    select d.id, d.reference as name from deposit d
     where d.advertiser_id = ${accountId} and (d.reference ilike ${pattern} or d.id = ${id})
     order by d.id = ${id} desc, d.id desc limit ${PER_KIND}`.execute(db);
  return rows;
};

/** @param sold whether those that the network issued in a publisher's name, or those that it issued to an advertiser */
const findDocuments =
  (sold: boolean): Find =>
  async ({ db }, { accountId, search, id }) => {
    const label = labelSearched(search);
    const matches =
      label === null
        ? sql<SqlBool>`i.number = ${id}`
        : sql<SqlBool>`i.advertiser_id = ${label.owner} and i.series = ${label.series} and i.series_number = ${label.place}`;
    const { rows } = await sql<Parameters<typeof labelOf>[0]>`
      select i.number, i.advertiser_id, i.series, i.series_number from invoice i
       where i.advertiser_id = ${accountId} and (i.kind = any(${SOLD_KINDS}::text[])) = ${sold} and ${matches}
       limit ${PER_KIND}`.execute(db);
    return rows.map((row) => ({ id: row.number, name: labelOf(row) }));
  };

const findWebsites: Find = async (deps, { accountId, search, pattern, id }) => {
  const scope = sql<SqlBool>`s.publisher_id = ${accountId} and s.status <> 'archived'`;
  const named = pattern === null ? [] : await domainMatches(deps, search, scope);
  const { rows } = await sql<Row>`
    select s.id, s.domain as name from website s
     where ${scope} and (${sql.join([...named, sql<SqlBool>`s.id = ${id}`], sql` or `)})
     order by s.id = ${id} desc, s.id desc limit ${PER_KIND}`.execute(deps.db);
  return rows.map((row) => ({ ...row, name: shownDomain(row.name) }));
};

/** Also by its key, which is what a page's code shows. */
const findWidgets: Find = async ({ db }, { accountId, search, pattern, id }) => {
  const { rows } = await sql<Row & { readonly hint: string }>`
    select w.id, w.name, s.domain as hint, s.id as "withinId"
      from website s join widget w on w.website_id = s.id
     where s.publisher_id = ${accountId} and s.status <> 'archived' and w.status <> 'archived'
       and (w.name ilike ${pattern} or w.id = ${id} or w.embed_key = ${search})
     order by w.id = ${id} desc, w.id desc limit ${PER_KIND}`.execute(db);
  return rows.map((row) => ({ ...row, hint: shownDomain(row.hint) }));
};

const findPayouts: Find = async ({ db }, { accountId, search }) => {
  const id = idSearched(/^(?:po-)?(\d+)$/i.exec(search)?.[1]);
  if (id === null) return [];
  const { rows } = await sql<{ id: number }>`
    select p.id from payout p where p.publisher_id = ${accountId} and p.id = ${id}`.execute(db);
  return rows.map((row) => ({ ...row, name: paymentIdOf(row.id) }));
};

const ADVERTISERS: readonly (readonly [Kind, Find])[] = [
  ['campaign', findNamed('campaign')],
  ['ad_set', findAdSets],
  ['creative', findNamed('creative')],
  ['deposit', findDeposits],
  ['document', findDocuments(false)],
];
const PUBLISHERS: readonly (readonly [Kind, Find])[] = [
  ['website', findWebsites],
  ['widget', findWidgets],
  ['payout', findPayouts],
  ['document', findDocuments(true)],
];
