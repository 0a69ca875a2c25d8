import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { csvText } from '@placard/domain/csv';
import type { DocumentKind } from './fairness/documents.ts';
import type { InvoiceDocument } from './features/billing/document-content.ts';
import { zipped } from './features/billing/documents-archive.ts';
import { renderInvoice } from './features/billing/invoice-document.ts';
import { renderSepa, type SepaOrder } from './features/payments/sepa-document.ts';
import { renderStatementCsv } from './features/payments/statement-csv.ts';
import { renderStatementPdf } from './features/payments/statement-pdf.ts';
import type { Statement } from './features/payments/statements.ts';

/** What each kind is made of, as `inDocumentTurn` sends it. */
const MAKERS: Readonly<Record<DocumentKind, (content: never) => Promise<Uint8Array<ArrayBuffer>>>> = {
  invoice: async (content: InvoiceDocument) => await renderInvoice(content),
  statement: async (content: Statement) => await renderStatementPdf(content),
  statementCsv: async (content: Statement) => encoded(renderStatementCsv(content)),
  csv: async (lines: readonly (readonly string[])[]) => encoded(csvText(lines)),
  zip: async (files: Parameters<typeof zipped>[0]) => zipped(files),
  sepa: async (order: SepaOrder) => encoded(renderSepa(order)),
};

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

// Linux gives each thread a priority of its own: where processors are few, calls come before documents. Elsewhere it
// would be the whole process's.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** The thread in which documents and exports are made: each takes 20 ms to some seconds of a processor. */
parentPort?.on('message', ({ kind, content }: { readonly kind: DocumentKind; readonly content: never }) => {
  MAKERS[kind](content).then(
    (value) => parentPort?.postMessage({ value }, [value.buffer]),
    (error: unknown) =>
      parentPort?.postMessage({
        fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});
