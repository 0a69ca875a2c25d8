import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { listAudit } from './list-audit.ts';
import { listMails } from './list-mails.ts';
import { readMail } from './read-mail.ts';

export function auditRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    audit: operator.audit.handler(async ({ input }) => ({ data: await listAudit(deps, input) })),
    mail: operator.mail.handler(answer(deps, readMail)),
    mails: operator.mails.handler(async ({ input }) => ({ data: await listMails(deps, input) })),
  };
}
