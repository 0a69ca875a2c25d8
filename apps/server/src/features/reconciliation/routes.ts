import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { askForReconciliation, listReconciliations, readReconciliation } from './read-reconciliation.ts';

export function reconciliationRoutes(deps: AppDeps) {
  const { reconciliation } = operations;
  return {
    list: reconciliation.list.handler(answer(deps, listReconciliations)),
    read: reconciliation.read.handler(answer(deps, readReconciliation)),
    ask: reconciliation.ask.handler(answer(deps, askForReconciliation)),
  };
}
