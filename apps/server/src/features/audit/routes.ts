import { answer } from '../../api/answers.ts';
import { actorOf, askerOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { inDocumentTurn } from '../../fairness/documents.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';
import { listMails } from './list-mails.ts';
import { readMail } from './read-mail.ts';

export function auditRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    audit: operator.audit.handler(answer(deps, listAudit)),
    exportAudit: operator.exportAudit.handler(
      async ({ context, input }) =>
        await inDocumentTurn(
          askerOf(context),
          async (make) => await exportAudit(deps, actorOf(context), input, make),
        ),
    ),
    mail: operator.mail.handler(answer(deps, readMail)),
    mails: operator.mails.handler(async ({ input }) => ({ data: await listMails(deps, input) })),
  };
}
