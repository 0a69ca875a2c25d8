import type { DocumentRecord } from '@placard/contract/documents';
import type { Db } from '@placard/db/database';
import type { InvoiceTable } from '@placard/db/schema/ledger';
import {
  type DocumentKind,
  documentFileName,
  PAYOUT_ISSUES_MAX,
} from '@placard/domain/billing/document-kinds';
import { reportDaysIssue } from '@placard/domain/day-bounds';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasLog } from '../../deps.ts';
import type { MakeDocument } from '../../fairness/documents.ts';
import { displayName } from '../account/user-view.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { allOf, withinDays } from '../day-range.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { MISSING_FILE, MissingFiles } from '../missing-files.ts';
import { NetworkDays } from '../settings/network-days.ts';
import type { InvoiceDocument } from './document-content.ts';
import { JOURNAL_HEADER, journalLines } from './document-journal.ts';
import { documentOf } from './invoices.ts';
import { labelOf } from './issue-invoice.ts';

/** Documents in one archive: they are made one after the other, a tenth of a second each. */
const DOCUMENTS_A_PART = 500;
/** Lines of one journal. */
const JOURNAL_LINES = 10_000;
const LINES_AT_ONCE = 500;
const CENTS_PER_DOLLAR = 100;

export type DocumentListQuery = ListQuery & {
  readonly issuedFrom?: string | undefined;
  readonly issuedTo?: string | undefined;
  readonly kind?: DocumentKind | undefined;
  readonly account?: number | undefined;
};

type OperatorDocument = {
  number: number;
  label: string;
  kind: DocumentKind;
  account: { id: number; name: string; email: string };
  amount: number;
  tax: number | null;
  withheld: number | null;
  currency: string;
  issuedAt: string;
};

const SORT_COLUMNS = { issuedAt: sql`invoice.issued_at`, amount: sql`invoice.amount_cents` };

async function networkZone(db: Db): Promise<string> {
  const row = await db.selectFrom('network_settings').select('time_zone').executeTakeFirstOrThrow();
  return row.time_zone;
}

/** `REC-7-0012` as its series, account and place; null where the text is no such name. */
export function labelSearched(
  search: string | undefined,
): { series: string; owner: number; place: number } | null {
  const [, series, owner, place] = /^([A-Z]{3})-(\d{1,9})-(\d{1,9})$/.exec(search?.toUpperCase() ?? '') ?? [];
  return series === undefined ? null : { series, owner: Number(owner), place: Number(place) };
}

function searched(search: string | undefined) {
  const label = labelSearched(search);
  if (label !== null) {
    return [
      sql<SqlBool>`invoice.advertiser_id = ${label.owner}`,
      sql<SqlBool>`invoice.series = ${label.series}`,
      sql<SqlBool>`invoice.series_number = ${label.place}`,
    ];
  }
  const pattern = searchPattern(search);
  if (pattern === null) return [];
  return [
    sql<SqlBool>`(account_card.email ilike ${pattern} or account_card.company ilike ${pattern}
      or account_card.first_name || ' ' || account_card.last_name ilike ${pattern}
      or invoice.detail -> 'buyer' ->> 'name' ilike ${pattern})`,
  ];
}

/** Documents of all accounts; search finds a document's name, and accounts by name, address or company. */
export async function listDocuments(
  { db }: HasDb,
  actor: Pick<Actor, 'timeZone'>,
  query: DocumentListQuery,
): Promise<{ items: OperatorDocument[]; total: number }> {
  const conditions = [
    ...withinDays('invoice.issued_at', actor.timeZone, query.issuedFrom, query.issuedTo),
    ...(query.kind === undefined ? [] : [sql<SqlBool>`invoice.kind = ${query.kind}`]),
    ...(query.account === undefined ? [] : [sql<SqlBool>`invoice.advertiser_id = ${query.account}`]),
    ...searched(query.search),
  ];
  const sort = sortOf(query.sort, SORT_COLUMNS, { column: SORT_COLUMNS.issuedAt, direction: 'desc' });
  const { limit, offset } = pageOf(query);
  const where = allOf(conditions);
  const [rows, { total }] = await Promise.all([
    selectDocuments(db)
      .where(where)
      .orderBy(sort.column, sort.direction)
      .orderBy('number', sort.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('invoice')
      .innerJoin('account_card', 'account_card.id', 'invoice.advertiser_id')
      .where(where)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(documentView), total };
}

function selectDocuments(db: Db) {
  return db
    .selectFrom('invoice')
    .innerJoin('account_card', 'account_card.id', 'invoice.advertiser_id')
    .select(['invoice.number', 'invoice.advertiser_id', 'invoice.series', 'invoice.series_number'])
    .select(['invoice.kind', 'invoice.amount_cents', 'invoice.tax_cents', 'invoice.tax_treatment'])
    .select([
      'invoice.withheld_cents',
      'invoice.currency',
      'invoice.issued_at',
      'email',
      'first_name',
      'last_name',
    ]);
}

type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>['execute']>>[number];

function documentView(row: DocumentRow): OperatorDocument {
  const untaxed = row.tax_cents === null || row.tax_treatment === 'untaxed';
  return {
    number: row.number,
    label: labelOf(row),
    kind: row.kind,
    account: { id: row.advertiser_id, name: displayName(row), email: row.email },
    amount: Number(row.amount_cents) / CENTS_PER_DOLLAR,
    tax: untaxed ? null : Number(row.tax_cents) / CENTS_PER_DOLLAR,
    withheld: row.withheld_cents === null ? null : Number(row.withheld_cents) / CENTS_PER_DOLLAR,
    currency: row.currency,
    issuedAt: row.issued_at.toISOString(),
  };
}

/** What cancels what, and what can be done about it. */
async function readCancellation(
  db: Db,
  number: number,
): Promise<Pick<DocumentRecord, 'cancels' | 'cancelledBy' | 'actions'>> {
  type Related = LabelRow & { how: 'cancels' | 'cancelled_by' | 'stands'; payout_issue: number };
  const { rows } = await sql<Related>`
    select other.number, other.payout_issue, other.advertiser_id, other.series, other.series_number,
           case when other.number = i.number then 'stands' when other.number = i.corrects_number then 'cancels'
                else 'cancelled_by' end as how
      from invoice i join invoice other on
           (i.kind = 'self_billing_cancellation' and other.number = i.corrects_number)
        or (i.kind = 'self_billing' and other.kind = 'self_billing_cancellation' and other.corrects_number = i.number)
        or (i.kind = 'self_billing' and other.number = i.number and not exists (
              select from invoice later where later.payout_id = i.payout_id and later.kind = 'self_billing'
                 and later.payout_issue > i.payout_issue))
     where i.number = ${number}`.execute(db);
  const named = (how: string) => {
    const row = rows.find((one) => one.how === how);
    return row === undefined ? null : { number: row.number, label: labelOf(row) };
  };
  const cancelledBy = named('cancelled_by');
  const newest = rows.find(({ how }) => how === 'stands');
  const mayFollow = newest !== undefined && newest.payout_issue < PAYOUT_ISSUES_MAX;
  const again: DocumentRecord['actions'] = mayFollow ? ['issueAgain'] : [];
  const actions: DocumentRecord['actions'] = cancelledBy === null ? ['cancel'] : again;
  return { cancels: named('cancels'), cancelledBy, actions: newest === undefined ? [] : actions };
}

type LabelRow = Parameters<typeof labelOf>[0];

/** What a document says, the deposit it is of, and what cancels what. @throws AppError `not_found`. */
export async function readDocumentRecord({ db }: HasDb, number: number): Promise<DocumentRecord> {
  const row = await selectDocuments(db)
    .leftJoin('deposit_refund', 'deposit_refund.id', 'invoice.refund_id')
    .leftJoin('deposit', (join) =>
      join.on((eb) =>
        eb('deposit.id', '=', eb.fn.coalesce('invoice.deposit_id', 'deposit_refund.deposit_id')),
      ),
    )
    .select(['deposit.id as deposit_id', 'deposit.reference as deposit_reference'])
    .where('invoice.number', '=', number)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const { deposit_id: id, deposit_reference: reference } = row;
  return {
    ...documentView(row),
    deposit: id === null || reference === null ? null : { id, reference },
    ...(await readCancellation(db, number)),
  };
}

/** @throws AppError `not_found` */
export async function readAnyDocument({ db }: HasDb, number: number): Promise<InvoiceDocument> {
  return documentOf(await anyDocument(db, number), await networkZone(db));
}

async function anyDocument(db: Db, number: number): Promise<Selectable<InvoiceTable>> {
  return await db
    .selectFrom('invoice')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

type Period = { readonly from: string; readonly to: string };

/** @throws AppError `invalid_input` for a period that runs backwards, into the future, or over more than 800 days. */
async function issuedIn({ db, clock }: HasDb & HasClock, { from, to }: Period) {
  const days = await NetworkDays.read(db);
  const found = reportDaysIssue({ from, to }, days.today(clock()));
  if (found !== null) throw invalidInput(issueAt('to', found));
  return db.selectFrom('invoice').where(days.within('invoice.issued_at', { from, to }));
}

/** How many archives a period has. @throws AppError as `issuedIn` does. */
export async function countParts(
  deps: HasDb & HasClock,
  period: Period,
): Promise<{ documents: number; parts: number }> {
  const { documents } = await (await issuedIn(deps, period))
    .select(sql<number>`count(*)::int`.as('documents'))
    .executeTakeFirstOrThrow();
  return { documents, parts: Math.ceil(documents / DOCUMENTS_A_PART) };
}

async function auditExport(
  deps: HasDb & HasClock,
  actor: Actor,
  detail: Period & { readonly format: 'csv' | 'zip'; readonly documents: number; readonly part?: number },
): Promise<void> {
  await writeAudit(deps.db, {
    ...doneBy(actor, 'operator'),
    action: 'document.export',
    subjectKind: 'document',
    subjectId: null,
    detail,
    at: deps.clock(),
  });
}

/**
 * A period's documents line by line, as CSV.
 * @throws AppError `invalid_input` as `issuedIn` says, and for more than 10,000 documents.
 */
export async function exportJournal(
  deps: HasDb & HasClock,
  actor: Actor,
  period: Period,
  make: MakeDocument,
): Promise<File> {
  const { documents } = await countParts(deps, period);
  if (documents > JOURNAL_LINES) throw invalidInput(issueAt('to', 'period_too_large'));
  await auditExport(deps, actor, { ...period, format: 'csv', documents });
  const days = await NetworkDays.read(deps.db);
  const lines = [JOURNAL_HEADER];
  let after = 0;
  for (;;) {
    // Without what stands on their lines, which may be thousands.
    const rows = await (await issuedIn(deps, period))
      .selectAll()
      .select(sql<unknown>`detail - 'lines' - 'notes'`.as('detail'))
      .where('number', '>', after)
      .orderBy('number')
      .limit(LINES_AT_ONCE)
      .execute();
    lines.push(...journalLines(rows, await labelsCorrected(deps.db, rows), (at) => days.of(at)));
    if (rows.length < LINES_AT_ONCE) break;
    after = rows.at(-1)?.number ?? after;
  }
  const csv = await make('csv', lines);
  return new File([csv], `documents-${period.from}-${period.to}.csv`, { type: 'text/csv' });
}

/** Names of the documents that these correct or cancel, of whichever period they are. */
async function labelsCorrected(
  db: Db,
  rows: readonly { readonly corrects_number: number | null }[],
): Promise<Map<number, string>> {
  const numbers = rows.flatMap((row) => (row.corrects_number === null ? [] : [row.corrects_number]));
  if (numbers.length === 0) return new Map();
  const corrected = await db
    .selectFrom('invoice')
    .select(['number', 'advertiser_id', 'series', 'series_number'])
    .where('number', 'in', numbers)
    .execute();
  return new Map(corrected.map((row) => [row.number, labelOf(row)]));
}

/**
 * One part of a period's documents as PDFs in a ZIP; MISSING.txt in it names those that could not be drawn.
 * @throws AppError as `issuedIn` does, `not_found` where there is no such part.
 */
export async function exportArchive(
  deps: HasDb & HasClock & HasLog,
  actor: Actor,
  { part, ...period }: Period & { readonly part: number },
  make: MakeDocument,
): Promise<File> {
  const numbers = await (await issuedIn(deps, period))
    .select('number')
    .orderBy('number')
    .offset((part - 1) * DOCUMENTS_A_PART)
    .limit(DOCUMENTS_A_PART)
    .execute();
  if (numbers.length === 0 && part > 1) throw new AppError('not_found');
  await auditExport(deps, actor, { ...period, format: 'zip', documents: numbers.length, part });
  const files: { name: string; bytes: Uint8Array; at: Date }[] = [];
  const missing = new MissingFiles(deps, 'documents');
  const zone = await networkZone(deps.db);
  // One after the other: of what a document is made no more is in memory than of one.
  for (const { number } of numbers) {
    const row = await anyDocument(deps.db, number);
    const name = documentFileName(row.kind, labelOf(row));
    const bytes = await missing.made(name, async () => await make('invoice', documentOf(row, zone)));
    if (bytes !== null) files.push({ name, bytes, at: row.issued_at });
  }
  const list = await missing.text(actor.userId);
  if (list !== null)
    files.push({ name: MISSING_FILE, bytes: new TextEncoder().encode(list), at: deps.clock() });
  const name = `documents-${period.from}-${period.to}${part === 1 ? '' : `-${part}`}.zip`;
  return new File([await make('zip', files)], name, { type: 'application/zip' });
}
