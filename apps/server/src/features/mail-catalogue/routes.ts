import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { listCatalogue, previewMail } from './catalogue.ts';
import { sendTestMail } from './send-test-mail.ts';

export function mailCatalogueRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    mailCatalogue: operator.mailCatalogue.handler(async ({ input }) => ({
      data: await listCatalogue(deps, input.language),
    })),
    mailPreview: operator.mailPreview.handler(async ({ input }) => ({
      data: await previewMail(deps, input.mail, input.language),
    })),
    testMail: operator.testMail.handler(async ({ context, input }) => {
      await sendTestMail(deps, actorOf(context), input);
      return { data: {} };
    }),
  };
}
