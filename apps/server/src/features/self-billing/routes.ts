import { answer, answerOnce } from '../../api/answers.ts';
import { actorOf, askerOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { inDocumentTurn } from '../../fairness/documents.ts';
import { agreeToSelfBilling, readAgreement } from './agreement.ts';
import { cancelDocument, issueDocumentAgain } from './cancel-document.ts';
import { listOwnDocuments, readOwnDocument } from './own-documents.ts';

export function selfBillingRoutes(deps: AppDeps) {
  const { selfBilling } = operations;
  return {
    agreement: selfBilling.agreement.handler(answer(deps, readAgreement)),
    agree: selfBilling.agree.handler(answer(deps, agreeToSelfBilling)),
    documents: selfBilling.documents.handler(answer(deps, listOwnDocuments)),
    documentPdf: selfBilling.documentPdf.handler(async ({ context, input }) => {
      return await inDocumentTurn(askerOf(context), async (make) => {
        const document = await readOwnDocument(deps, actorOf(context), input.number);
        return new File([await make('invoice', document)], document.fileName, { type: 'application/pdf' });
      });
    }),
  };
}

/** What the operator does about documents that the network wrote in a publisher's name. */
export function documentChangesRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    cancelDocument: operator.cancelDocument.handler(answerOnce(deps, cancelDocument)),
    issueDocumentAgain: operator.issueDocumentAgain.handler(answerOnce(deps, issueDocumentAgain)),
  };
}
