import { answer, answerMoney } from '../../api/answers.ts';
import { actorOf, askerOf } from '../../api/call-context.ts';
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
    balance: billing.balance.handler(answer(deps, readBalance)),
    summary: billing.summary.handler(answer(deps, readBillingSummary)),
    transactions: billing.transactions.handler(answer(deps, listWalletTransactions)),
    invoices: billing.invoices.handler(answer(deps, listInvoices)),
    requestDeposit: billing.requestDeposit.handler(answerMoney(deps, requestDeposit)),
    payDeposit: billing.payDeposit.handler(answer(deps, payDeposit)),
    checkDeposit: billing.checkDeposit.handler(answer(deps, checkDeposit)),
    cancelDeposit: billing.cancelDeposit.handler(answer(deps, cancelDeposit)),
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
    confirmDeposit: operator.confirmDeposit.handler(answerMoney(deps, confirmDeposit)),
    failDeposit: operator.failDeposit.handler(answer(deps, failDeposit)),
    refundDeposit: operator.refundDeposit.handler(answerMoney(deps, refundDeposit)),
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
