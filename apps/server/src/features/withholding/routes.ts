import { answer } from '../../api/answers.ts';
import { actorOf, askerOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { inDocumentTurn } from '../../fairness/documents.ts';
import { readOwnWithholding } from './own-withholding.ts';
import { exportWithheld, readWithheld } from './withheld-report.ts';
import {
  createWithholdingRate,
  endWithholdingRate,
  listWithholdingRates,
  removeWithholdingRate,
} from './withholding-rates.ts';

export function withholdingRoutes(deps: AppDeps) {
  const { withholding } = operations;
  return {
    list: withholding.list.handler(answer(deps, listWithholdingRates)),
    create: withholding.create.handler(answer(deps, createWithholdingRate)),
    end: withholding.end.handler(answer(deps, endWithholdingRate)),
    remove: withholding.remove.handler(answer(deps, removeWithholdingRate)),
    report: withholding.report.handler(answer(deps, readWithheld)),
    exportReport: withholding.exportReport.handler(async ({ context, input }) => {
      return await inDocumentTurn(
        askerOf(context),
        async (make) => await exportWithheld(deps, actorOf(context), input, make),
      );
    }),
    own: withholding.own.handler(answer(deps, readOwnWithholding)),
  };
}
