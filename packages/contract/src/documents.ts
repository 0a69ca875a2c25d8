import { DOCUMENT_KINDS, type DocumentKind, SOLD_KINDS } from '@placard/domain/billing/document-kinds';
import { isPlainText } from '@placard/domain/one-line';
import { z } from 'zod';
import { operatorCreation, operatorOperation } from './operation.ts';
import { get, post } from './route.ts';
import { absent, csvFile, data, day, id, instant, issue, listOf, listQuery, pdfFile } from './scalars.ts';

export const documentKind = z.enum(Object.keys(DOCUMENT_KINDS) as [DocumentKind, ...DocumentKind[]]);

/** What an advertiser is billed, or has paid. */
export const boughtDocumentKind = documentKind.exclude(SOLD_KINDS);

/** What is written on it: the series, the account and its place in the account's series. */
export const documentLabel = z.string();

const networkDocument = z.object({
  /** Names it in addresses. */
  number: z.number().int(),
  label: documentLabel,
  kind: documentKind,
  account: z.object({ id, name: z.string(), email: z.string() }),
  /** With tax. Below 0 for a refund. */
  amount: z.number(),
  /** Of what is taxed; null of payments, and of what says nothing of tax. */
  tax: z.number().nullable(),
  /** Of what publishers are paid: tax that the network withheld; null of all else. */
  withheld: z.number().nullable(),
  currency: z.string(),
  issuedAt: instant,
});

const namedDocument = z.object({ number: z.number().int(), label: documentLabel });

const documentRecord = networkDocument.extend({
  deposit: z.object({ id, reference: z.string() }).nullable(),
  /** The self-billing invoice that it cancels. */
  cancels: namedDocument.nullable(),
  /** The document by which it was cancelled. */
  cancelledBy: namedDocument.nullable(),
  /** `cancel`: a self-billing invoice that holds. `issueAgain`: the newest of its payout, cancelled. */
  actions: z.array(z.enum(['cancel', 'issueAgain'])),
});
export type DocumentRecord = z.infer<typeof documentRecord>;

export const cancelDocumentInput = z.object({
  number: id,
  reason: z
    .string(absent('reason_required'))
    .trim()
    .min(1, issue('reason_required'))
    .max(500)
    .refine(isPlainText, issue('unseen_characters')),
});

/** Days of issue, both included: of a list in the account's time zone, of an export in the network's. */
const period = { issuedFrom: day.optional(), issuedTo: day.optional() };
const wholePeriod = { from: day, to: day };

const zipFile = z.file().mime('application/zip');

const tags = ['Operator'];

/** Documents of all accounts, as the operator sees them. */
export const documentsContract = {
  documents: operatorOperation
    .route(get('/operator/documents', tags, 'Invoices, receipts and corrections of all accounts'))
    .input(
      z.object({
        ...listQuery(['issuedAt', 'amount']),
        ...period,
        kind: documentKind.optional(),
        account: id.optional(),
      }),
    )
    .output(listOf(networkDocument, {})),
  document: operatorOperation
    .route(get('/operator/documents/{number}', tags, 'What a document says, and the deposit it is of'))
    .input(z.object({ number: id }))
    .output(data(documentRecord)),
  cancelDocument: operatorCreation
    .route(
      post(
        '/operator/documents/{number}/cancel',
        tags,
        'Cancel a self-billing invoice by a document of its own, with a reason; no money moves',
      ),
    )
    .input(cancelDocumentInput)
    .output(data(documentRecord)),
  issueDocumentAgain: operatorCreation
    .route(
      post(
        '/operator/documents/{number}/issue-again',
        tags,
        'Issue a cancelled self-billing invoice anew, with the names, numbers and tax of today; no money moves',
      ),
    )
    .input(z.object({ number: id }))
    .output(data(documentRecord)),
  documentPdf: operatorOperation
    .route(get('/operator/documents/{number}/pdf', tags, 'A document as PDF'))
    .input(z.object({ number: id }))
    .output(pdfFile),
  documentJournal: operatorOperation
    .route(get('/operator/documents/journal', tags, 'A period’s documents line by line, as CSV; audited'))
    .input(z.object(wholePeriod))
    .output(csvFile),
  documentParts: operatorOperation
    .route(get('/operator/documents/parts', tags, 'How many documents a period has, in how many archives'))
    .input(z.object(wholePeriod))
    .output(data(z.object({ documents: z.number().int(), parts: z.number().int() }))),
  documentArchive: operatorOperation
    .route(get('/operator/documents/archive', tags, 'A part of a period’s documents, PDFs in a ZIP; audited'))
    .input(z.object({ ...wholePeriod, part: z.number().int().min(1).max(1_000).default(1) }))
    .output(zipFile),
};
