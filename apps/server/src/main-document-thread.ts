import { parentPort } from 'node:worker_threads';
import { type InvoiceDocument, renderInvoice } from './features/billing/invoice-document.ts';
import { renderStatementPdf } from './features/payments/statement-pdf.ts';
import type { Statement } from './features/payments/statements.ts';

/** What a document is made of, as `drawDocument` sends it. */
export type DocumentJob =
  | { readonly kind: 'invoice'; readonly content: InvoiceDocument }
  | { readonly kind: 'statement'; readonly content: Statement };

async function draw(job: DocumentJob): Promise<Uint8Array<ArrayBuffer>> {
  return job.kind === 'invoice' ? await renderInvoice(job.content) : await renderStatementPdf(job.content);
}

/** The thread in which documents are drawn: fonts and pages take 20 ms to some seconds of a processor. */
parentPort?.on('message', (job: DocumentJob) => {
  draw(job).then(
    (value) => parentPort?.postMessage({ value }, [value.buffer]),
    (error: unknown) =>
      parentPort?.postMessage({
        fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});
