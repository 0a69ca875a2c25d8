import { answer } from '../../api/answers.ts';
import { askerOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { inDocumentTurn } from '../../fairness/documents.ts';
import { closeBooks, exportBooks, listBooks } from './close-books.ts';

export function monthCloseRoutes(deps: AppDeps) {
  const { monthClose } = operations;
  return {
    list: monthClose.list.handler(answer(deps, listBooks)),
    close: monthClose.close.handler(answer(deps, closeBooks)),
    csv: monthClose.csv.handler(
      async ({ context, input }) =>
        await inDocumentTurn(askerOf(context), async (make) => await exportBooks(deps, input, make)),
    ),
  };
}
