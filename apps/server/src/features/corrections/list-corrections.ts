import type { CorrectableAccount, CorrectableDocument, Correction } from '@placard/contract/corrections';
import type { CorrectionKind, CorrectionStatus } from '@placard/domain/billing/correction';
import { dollarsFromMicros, type Micros, wholeCents } from '@placard/domain/micros';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { displayName } from '../account/user-view.ts';
import { REFUNDED_MICROS } from '../billing/deposit-view.ts';
import { LABEL_COLUMNS, labelOf } from '../billing/issue-invoice.ts';
import { labelSearched } from '../billing/operator-documents.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { allOf } from '../day-range.ts';
import { cursorOf, idSearched, type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { readApprovalLimit } from '../payments/approval-limit.ts';
import { bookedAlone } from './correct-balance.ts';
import { CORRECTABLE_DOCUMENTS } from './corrected-document.ts';
import { correctionViews, selectCorrections } from './correction-view.ts';

export type CorrectionListQuery = ListQuery & {
  readonly status?: CorrectionStatus | undefined;
  readonly kind?: CorrectionKind | undefined;
};

const SORTS = {
  requestedAt: sql`money_correction.requested_at`,
  amount: sql`money_correction.amount_micros`,
};

/** Search looks into the account's name, company and address, and into the reason. */
export async function listCorrections(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
  query: CorrectionListQuery,
): Promise<{
  items: Correction[];
  total: number;
  stats: { pending: number; bookedAlone: number };
  approvalLimit: number;
}> {
  const pattern = searchPattern(query.search);
  const conditions = [
    ...(query.status === undefined ? [] : [sql<SqlBool>`money_correction.status = ${query.status}`]),
    ...(query.kind === undefined ? [] : [sql<SqlBool>`money_correction.kind = ${query.kind}`]),
    ...(pattern === null
      ? []
      : [
          sql<SqlBool>`(account_card.email ilike ${pattern} or account_card.company ilike ${pattern}
            or account_card.first_name || ' ' || account_card.last_name ilike ${pattern}
            or money_correction.reason ilike ${pattern})`,
        ]),
  ];
  const sort = sortOf(query.sort, SORTS, { column: SORTS.requestedAt, direction: 'desc' });
  const { limit, offset } = pageOf(query);
  const found = selectCorrections(db).where(allOf(conditions));
  const now = clock();
  const [rows, { total }, { pending }, alone, approvalLimit] = await Promise.all([
    found
      .orderBy(sort.column, sort.direction)
      .orderBy('money_correction.id', sort.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('money_correction')
      .innerJoin('account_card', 'account_card.id', 'money_correction.account_id')
      .select(sql<number>`count(*)::int`.as('total'))
      .where(allOf(conditions))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('money_correction')
      .select(sql<number>`count(*)::int`.as('pending'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow(),
    bookedAlone(db, actor, now),
    readApprovalLimit(db, now),
  ]);
  return {
    items: await correctionViews(db, actor, rows),
    total,
    stats: { pending, bookedAlone: dollarsFromMicros(alone) },
    approvalLimit: dollarsFromMicros(approvalLimit),
  };
}

type LogPart = { readonly before?: string | undefined; readonly limit: number };

/** One row more than asked for tells that there are older ones. */
function partOf<Item>(items: Item[], limit: number, keyOf: (item: Item) => number) {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown, next: items.length > limit && last !== undefined ? String(keyOf(last)) : null };
}

/** Accounts that have a balance to be corrected, those that were erased no more; search finds number, name, company and address. */
export async function listCorrectableAccounts(
  { db }: HasDb,
  _actor: Actor,
  { search, before, limit }: LogPart & { readonly search: string },
): Promise<{ items: CorrectableAccount[]; next: string | null }> {
  const cursor = cursorOf(before);
  const pattern = searchPattern(search);
  const balance = (kind: 'advertiser_wallet' | 'publisher_available') =>
    sql<Micros>`coalesce((select balance_micros from ledger_account a
      where a.owner_id = account_card.id and a.kind = ${kind}), 0)::bigint`;
  const [currency, rows] = await Promise.all([
    readCurrency(db),
    db
      .selectFrom('account_card')
      .select(['id', 'first_name', 'last_name', 'email'])
      .select(balance('advertiser_wallet').as('wallet'))
      .select(balance('publisher_available').as('available'))
      .select(
        sql<('advertiser' | 'publisher')[]>`array(select role from account_role r
          where r.account_id = account_card.id order by role)`.as('roles'),
      )
      .where(sql<SqlBool>`exists (select from account_role r where r.account_id = account_card.id)`)
      .where(
        sql<SqlBool>`not exists (select from account_closing c
          where c.account_id = account_card.id and c.erased_at is not null)`,
      )
      .where(
        sql<SqlBool>`(${pattern}::text is null or account_card.email ilike ${pattern} or account_card.company ilike ${pattern}
          or account_card.first_name || ' ' || account_card.last_name ilike ${pattern}
          or account_card.id = ${idSearched(search)})`,
      )
      .where(sql<SqlBool>`(${cursor}::bigint is null or account_card.id < ${cursor}::bigint)`)
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
  ]);
  const items = rows.map((row) => ({
    id: row.id,
    name: displayName(row),
    email: row.email,
    roles: row.roles,
    wallet: dollarsFromMicros(row.wallet),
    available: dollarsFromMicros(row.available),
    currency,
  }));
  return partOf(items, limit, ({ id }) => id);
}

const CENTS_PER_WHOLE = 100;

/** By the whole name of a document, or by a number that it bears. */
function documentSearched(search: string): RawBuilder<SqlBool> {
  if (search === '') return sql<SqlBool>`true`;
  const label = labelSearched(search);
  if (label !== null) {
    const { series, owner, place } = label;
    return sql<SqlBool>`advertiser_id = ${owner} and series = ${series} and series_number = ${place}`;
  }
  const number = idSearched(search);
  return number === null
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(number = ${number} or series_number = ${number})`;
}

/** What a correction of an account's wallet may refer to, newest first. */
export async function listCorrectableDocuments(
  { db }: HasDb,
  _actor: Actor,
  { accountId, search, before, limit }: LogPart & { readonly accountId: number; readonly search: string },
): Promise<{ items: CorrectableDocument[]; next: string | null }> {
  const cursor = cursorOf(before);
  const rows = await db
    .selectFrom('invoice')
    .select([...LABEL_COLUMNS, 'amount_cents', 'issued_at'])
    .select(
      sql<bigint>`coalesce((select sum(c.amount_cents) from invoice c
        where c.corrects_number = invoice.number), 0)::bigint`.as('corrected_cents'),
    )
    .select(
      sql<Micros>`coalesce((select ${REFUNDED_MICROS} from deposit
        where deposit.id = invoice.deposit_id), 0)::bigint`.as('refunded_micros'),
    )
    .where('advertiser_id', '=', accountId)
    .where('kind', 'in', CORRECTABLE_DOCUMENTS)
    .where(documentSearched(search))
    .where(sql<SqlBool>`(${cursor}::bigint is null or number < ${cursor}::bigint)`)
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.map((row) => ({
    number: row.number,
    label: labelOf(row),
    kind: row.kind,
    amount: Number(row.amount_cents) / CENTS_PER_WHOLE,
    corrected: Number(row.corrected_cents - wholeCents(row.refunded_micros)) / CENTS_PER_WHOLE,
    issuedAt: row.issued_at.toISOString(),
  }));
  return partOf(items, limit, ({ number }) => number);
}
