import { SOLD_KINDS } from '@placard/domain/billing/document-kinds';
import { z } from 'zod';
import { documentLabel } from './documents.ts';
import { publisherPaymentOperation } from './operation.ts';
import { get, put } from './route.ts';
import { data, day, id, instant, logOf, logQuery, pdfFile } from './scalars.ts';

/** That the network writes the publisher's invoices to it. */
const agreement = z.object({
  /** Null: they did not agree, and no documents are issued. */
  agreedAt: instant.nullable(),
  agreedBy: z.string().nullable(),
  /** Billing details are there, which the documents name the publisher by; without them nobody can agree. */
  isNamed: z.boolean(),
});
export type SelfBillingAgreement = z.infer<typeof agreement>;

const paidDocument = z.object({
  /** Names it in addresses. */
  number: z.number().int(),
  label: documentLabel,
  kind: z.enum(SOLD_KINDS),
  /** What the invoice is called that it cancels. */
  cancels: documentLabel.nullable(),
  /** What the document is called by which it was cancelled. */
  cancelledBy: documentLabel.nullable(),
  /** Of the payout that it is about: `PO-17`. */
  paymentId: z.string(),
  /** With tax. */
  amount: z.number(),
  /** Null: it says nothing of tax. */
  tax: z.number().nullable(),
  /** Tax that the network withheld of it. */
  withheld: z.number(),
  currency: z.string(),
  /** First and last day of the supply. */
  fromDay: day.nullable(),
  lastDay: day.nullable(),
  issuedAt: instant,
});
export type PaidDocument = z.infer<typeof paidDocument>;

const tags = ['Payment'];
const PATH = '/publisher/payment/self-billing';

/** Invoices of publishers that the network issues to itself, one for each payout. */
export const selfBillingContract = {
  agreement: publisherPaymentOperation
    .route(get(PATH, tags, 'Whether the network issues your invoices for you'))
    .output(data(agreement)),
  agree: publisherPaymentOperation
    .route(put(PATH, tags, 'Agree to self-billing, or take it back: from the next payment on'))
    .input(z.object({ agrees: z.boolean() }))
    .output(data(agreement)),
  documents: publisherPaymentOperation
    .route(get(`${PATH}/documents`, tags, 'Invoices that the network issued for you, newest first'))
    .input(z.object(logQuery(25)))
    .output(logOf(paidDocument, {})),
  documentPdf: publisherPaymentOperation
    .route(get(`${PATH}/documents/{number}/pdf`, tags, 'One of them as PDF'))
    .input(z.object({ number: id }))
    .output(pdfFile),
};
