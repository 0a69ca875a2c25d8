import { answer, answerMoney } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { createCorrection } from './correct-balance.ts';
import { decideCorrection } from './decide-correction.ts';
import { listCorrectableAccounts, listCorrectableDocuments, listCorrections } from './list-corrections.ts';
import { previewSpendRefund, refundSpend } from './refund-spend.ts';

export function correctionsRoutes(deps: AppDeps) {
  const { corrections } = operations;
  return {
    list: corrections.list.handler(answer(deps, listCorrections)),
    accounts: corrections.accounts.handler(answer(deps, listCorrectableAccounts)),
    documents: corrections.documents.handler(answer(deps, listCorrectableDocuments)),
    create: corrections.create.handler(answerMoney(deps, createCorrection)),
    preview: corrections.preview.handler(answer(deps, previewSpendRefund)),
    refundSpend: corrections.refundSpend.handler(answerMoney(deps, refundSpend)),
    decide: corrections.decide.handler(answerMoney(deps, decideCorrection)),
  };
}
