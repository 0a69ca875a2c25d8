import type { cancelDocumentInput, DocumentRecord } from '@placard/contract/documents';
import type { Db, Tx } from '@placard/db/database';
import type { InvoiceTable } from '@placard/db/schema/ledger';
import type { AuditDetail } from '@placard/domain/audit';
import { documentLabel, PAYOUT_ISSUES_MAX } from '@placard/domain/billing/document-kinds';
import { DEFAULT_LANGUAGE } from '@placard/domain/language';
import { localDayAt } from '@placard/domain/time-zone';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { documentsText } from '../../texts/documents-text.ts';
import { moneyIn } from '../../texts/worded.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { type InvoiceDetail, labelOf, nextNumbers } from '../billing/issue-invoice.ts';
import { readDocumentRecord } from '../billing/operator-documents.ts';
import { inTransaction } from '../in-transaction.ts';
import { notify } from '../notices/notify.ts';
import { networkName } from '../settings/network-name.ts';
import { agreementOf } from './agreement.ts';
import { issueOf, lockDocuments } from './issue-self-billing.ts';

type Deps = HasDb & HasClock & HasUrls;
type Invoice = Selectable<InvoiceTable>;

const CENTS_PER_DOLLAR = 100;

/**
 * Takes a self-billing invoice back in full by a document of its own, which says what the invoice said with the opposite sign. The
 * ledger is not touched: what was paid stays paid.
 * @throws AppError `not_found`, `document_not_cancellable`, `document_cancelled`
 */
export async function cancelDocument(
  deps: Deps,
  actor: Actor,
  { number, reason }: z.output<typeof cancelDocumentInput>,
): Promise<DocumentRecord> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockDocuments(trx);
    const invoice = await readSelfBilling(trx, number);
    if ((await cancellationOf(trx, number)) !== undefined) throw new AppError('document_cancelled');
    const cancellation = await issueCancellation(trx, invoice, reason, now);
    const label = labelOf(invoice);
    await audit(trx, actor, { action: 'document.cancel', number, at: now }, { label, reason, cancellation });
    await notify(trx, {
      accountId: invoice.advertiser_id,
      kind: 'self_billing.cancel',
      data: { ...dollarsOf(invoice), label, reason },
      mail: mailText('documentCancelled', {
        ...{ network: await networkName(trx), label, cancellation, reason },
        amount: moneyIn(invoice.amount_cents, invoice.currency),
        url: `${deps.publicUrl}/publisher/payment`,
      }),
      at: now,
    });
    return await readDocumentRecord({ db: trx }, number);
  });
}

/**
 * The payout of a cancelled invoice has another one, with parties and tax of now.
 * @throws AppError `not_found`, `document_not_cancellable`, `document_stands`, `document_issues_full`, `self_billing_not_agreed`
 */
export async function issueDocumentAgain(
  deps: Deps,
  actor: Actor,
  { number }: { readonly number: number },
): Promise<DocumentRecord> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockDocuments(trx);
    const invoice = await readSelfBilling(trx, number);
    const cancelled = await cancellationOf(trx, number);
    if (cancelled === undefined || (await isFollowed(trx, invoice))) throw new AppError('document_stands');
    if (invoice.payout_issue >= PAYOUT_ISSUES_MAX) throw new AppError('document_issues_full');
    const agreed = await agreementOf(trx, invoice.advertiser_id);
    if (agreed === undefined) throw new AppError('self_billing_not_agreed');
    const payout = await trx
      .selectFrom('payout')
      .select(['id', 'publisher_id', 'amount_micros', 'withheld_micros', 'withholding_bp'])
      .where('id', '=', invoice.payout_id)
      .executeTakeFirstOrThrow();
    const { period_from: from, period_to: to } = invoice;
    const replaced = labelOf(invoice);
    const issued = await issueOf(
      trx,
      payout,
      {
        agreed,
        issue: invoice.payout_issue + 1,
        period: from === null || to === null ? null : { from, to },
        notes: [documentsText('note.replaces', { label: replaced, cancellation: labelOf(cancelled) })],
      },
      now,
    );
    const { label } = issued;
    await audit(
      trx,
      actor,
      { action: 'document.issue_again', number: issued.number, at: now },
      { label, replaced },
    );
    await notify(trx, {
      accountId: invoice.advertiser_id,
      kind: 'self_billing.issue_again',
      data: { ...dollarsOf(invoice), label },
      mail: mailText('documentIssuedAgain', {
        ...{ network: await networkName(trx), label, replaced },
        amount: moneyIn(invoice.amount_cents, invoice.currency),
        url: `${deps.publicUrl}/publisher/payment`,
      }),
      at: now,
    });
    return await readDocumentRecord({ db: trx }, issued.number);
  });
}

function dollarsOf(invoice: Invoice) {
  return { amount: Number(invoice.amount_cents) / CENTS_PER_DOLLAR, currency: invoice.currency };
}

async function readSelfBilling(trx: Tx, number: number): Promise<Invoice> {
  const row = await trx
    .selectFrom('invoice')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  if (row.kind !== 'self_billing') throw new AppError('document_not_cancellable');
  return row;
}

async function cancellationOf(db: Db, number: number): Promise<Invoice | undefined> {
  return await db
    .selectFrom('invoice')
    .selectAll()
    .where('corrects_number', '=', number)
    .where('kind', '=', 'self_billing_cancellation')
    .executeTakeFirst();
}

async function isFollowed(db: Db, { payout_id: payoutId, payout_issue: issue }: Invoice): Promise<boolean> {
  const next = await db
    .selectFrom('invoice')
    .select('number')
    .where('payout_id', '=', payoutId)
    .where('kind', '=', 'self_billing')
    .where('payout_issue', '>', issue)
    .executeTakeFirst();
  return next !== undefined;
}

/** Parties, tax and language are those of the invoice, which it undoes: what is wrong there is wrong here too. */
async function issueCancellation(trx: Tx, invoice: Invoice, reason: string, now: Date): Promise<string> {
  const kind = 'self_billing_cancellation';
  const { number, series, seriesNumber } = await nextNumbers(trx, invoice.advertiser_id, kind);
  const { line: _line, lines: _lines, notes: _notes, ...kept } = invoice.detail as InvoiceDetail;
  const language = kept.language ?? DEFAULT_LANGUAGE;
  const label = labelOf(invoice);
  const amountCents = -invoice.amount_cents;
  const taxCents = invoice.tax_cents === null ? null : -invoice.tax_cents;
  const text = documentsText('line.cancellation', { label, reason })(language);
  const untaxed = taxCents === null || invoice.tax_treatment === 'untaxed';
  const netCents = Number(amountCents - (taxCents ?? 0n));
  const day = localDayAt(kept.timeZone ?? 'UTC', invoice.issued_at.getTime());
  const detail: InvoiceDetail = {
    ...kept,
    ...(untaxed ? { line: text } : { lines: [{ text, cents: Number(amountCents), netCents }] }),
    notes: [documentsText('note.cancels', { label, day })(language)],
  };
  await trx
    .insertInto('invoice')
    .values({
      ...{ number, series, series_number: seriesNumber, kind, corrects_number: invoice.number },
      ...{
        advertiser_id: invoice.advertiser_id,
        payout_id: invoice.payout_id,
        payout_issue: invoice.payout_issue,
      },
      ...{
        amount_cents: amountCents,
        withheld_cents: -(invoice.withheld_cents ?? 0n),
        currency: invoice.currency,
      },
      ...{ tax_treatment: invoice.tax_treatment, tax_bp: invoice.tax_bp, tax_cents: taxCents },
      ...{ period_from: invoice.period_from, period_to: invoice.period_to },
      ...{ detail: JSON.stringify(detail), issued_at: now },
    })
    .execute();
  return documentLabel({ number, ownerId: invoice.advertiser_id, series, seriesNumber });
}

async function audit(
  trx: Tx,
  actor: Actor,
  what: { readonly action: string; readonly number: number; readonly at: Date },
  detail: AuditDetail,
): Promise<void> {
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: what.action,
    subjectKind: 'document',
    subjectId: what.number,
    detail,
    at: what.at,
  });
}
