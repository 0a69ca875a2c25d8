import { answer } from '../../api/answers.ts';
import { actorOf, askerOf, moneyDeps } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { inDocumentTurn } from '../../fairness/documents.ts';
import { cancelDeposit } from './cancel-deposit.ts';
import { checkDeposit, payDeposit } from './card-payments/pay-deposit.ts';
import { refundDeposit } from './card-payments/refund-deposit.ts';
import { listInvoices, readInvoiceDocument } from './invoices.ts';
import { listWalletTransactions } from './list-wallet-transactions.ts';
import { confirmDeposit, failDeposit, listDeposits, readDepositRecord } from './operator-deposits.ts';
import {
  countParts,
  exportArchive,
  exportJournal,
  listDocuments,
  readAnyDocument,
  readDocumentRecord,
} from './operator-documents.ts';
import { readBalance } from './read-balance.ts';
import { readBillingSummary } from './read-billing-summary.ts';
import { requestDeposit } from './request-deposit.ts';

export function billingRoutes(deps: AppDeps) {
  const { billing } = operations;
  return {
    balance: billing.balance.handler(async ({ context }) => ({
      data: await readBalance(deps, actorOf(context)),
    })),
    summary: billing.summary.handler(async ({ context }) => ({
      data: await readBillingSummary(deps, actorOf(context)),
    })),
    transactions: billing.transactions.handler(async ({ context, input }) => ({
      data: await listWalletTransactions(deps, actorOf(context), input),
    })),
    invoices: billing.invoices.handler(async ({ context, input }) => ({
      data: await listInvoices(deps, actorOf(context), input),
    })),
    requestDeposit: billing.requestDeposit.handler(async ({ context, input }) => ({
      data: await requestDeposit(moneyDeps(deps, context), actorOf(context), input),
    })),
    payDeposit: billing.payDeposit.handler(async ({ context, input }) => ({
      data: await payDeposit(deps, actorOf(context), input),
    })),
    checkDeposit: billing.checkDeposit.handler(async ({ context, input }) => ({
      data: await checkDeposit(deps, actorOf(context), input),
    })),
    cancelDeposit: billing.cancelDeposit.handler(async ({ context, input }) => ({
      data: await cancelDeposit(deps, actorOf(context), input),
    })),
    invoicePdf: billing.invoicePdf.handler(async ({ context, input }) => {
      return await inDocumentTurn(askerOf(context), async (make) => {
        const invoice = await readInvoiceDocument(deps, actorOf(context), input.number);
        const pdf = await make('invoice', invoice);
        return new File([pdf], invoice.fileName, { type: 'application/pdf' });
      });
    }),
  };
}

/** The operator's side, joined into the contract's operator operations. */
export function operatorDepositsRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    deposits: operator.deposits.handler(async ({ input }) => ({ data: await listDeposits(deps, input) })),
    deposit: operator.deposit.handler(async ({ input }) => ({
      data: await readDepositRecord(deps, input.id),
    })),
    confirmDeposit: operator.confirmDeposit.handler(async ({ context, input }) => ({
      data: await confirmDeposit(moneyDeps(deps, context), actorOf(context), input),
    })),
    failDeposit: operator.failDeposit.handler(async ({ context, input }) => ({
      data: await failDeposit(deps, actorOf(context), input),
    })),
    refundDeposit: operator.refundDeposit.handler(async ({ context, input }) => ({
      data: await refundDeposit(moneyDeps(deps, context), actorOf(context), input),
    })),
  };
}

/** Documents of all accounts, joined into the contract's operator operations. */
export function operatorDocumentsRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    documents: operator.documents.handler(answer(deps, listDocuments)),
    document: operator.document.handler(async ({ input }) => ({
      data: await readDocumentRecord(deps, input.number),
    })),
    documentParts: operator.documentParts.handler(async ({ input }) => ({
      data: await countParts(deps, input),
    })),
    documentPdf: operator.documentPdf.handler(
      async ({ context, input }) =>
        await inDocumentTurn(askerOf(context), async (make) => {
          const document = await readAnyDocument(deps, input.number);
          const pdf = await make('invoice', document);
          return new File([pdf], document.fileName, { type: 'application/pdf' });
        }),
    ),
    documentJournal: operator.documentJournal.handler(
      async ({ context, input }) =>
        await inDocumentTurn(
          askerOf(context),
          async (make) => await exportJournal(deps, actorOf(context), input, make),
        ),
    ),
    documentArchive: operator.documentArchive.handler(
      async ({ context, input }) =>
        await inDocumentTurn(
          askerOf(context),
          async (make) => await exportArchive(deps, actorOf(context), input, make),
        ),
    ),
  };
}
