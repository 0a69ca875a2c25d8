import { answer, answerMoney, answerOnce } from '../../api/answers.ts';
import { actorOf, askerOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { inDocumentTurn } from '../../fairness/documents.ts';
import { actOnPayout } from './act-on-payout.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { listEarningCorrections } from './earning-corrections.ts';
import { exportPayouts } from './export-payouts.ts';
import { listClosings } from './list-closings.ts';
import { listPayouts, readOperatorPayout } from './operator-payouts.ts';
import { listPaymentHistory } from './payment-history.ts';
import {
  createProfile,
  deleteProfile,
  listProfiles,
  setDefaultProfile,
  updateProfile,
} from './payment-profiles.ts';
import { readPaymentSettings, updatePaymentSettings } from './payment-settings.ts';
import { discardExport, listExports } from './payout-exports.ts';
import { readPayoutSettings, updatePayoutSettings } from './payout-settings.ts';
import { readPaymentSummary } from './read-payment-summary.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { listStatements, readStatement, statementFileName } from './statements.ts';

export function paymentsRoutes(deps: AppDeps) {
  const { payments } = operations;
  return {
    summary: payments.summary.handler(answer(deps, readPaymentSummary)),
    requestWithdrawal: payments.requestWithdrawal.handler(answerMoney(deps, requestWithdrawal)),
    cancelWithdrawal: payments.cancelWithdrawal.handler(answerMoney(deps, cancelWithdrawal)),
    history: payments.history.handler(async ({ context, input }) => {
      const history = await listPaymentHistory(deps, actorOf(context), input);
      // An operator who looks at the account sees of where its money went nothing, not even the masked end.
      const items = context.looks
        ? history.items.map((item) => ({ ...item, destination: '••••' }))
        : history.items;
      return { data: { ...history, items } };
    }),
    profiles: payments.profiles.handler(answer(deps, listProfiles)),
    createProfile: payments.createProfile.handler(answerOnce(deps, createProfile)),
    updateProfile: payments.updateProfile.handler(answer(deps, updateProfile)),
    deleteProfile: payments.deleteProfile.handler(async ({ context, input }) => {
      await deleteProfile(deps, actorOf(context), input);
      return { data: {} };
    }),
    setDefaultProfile: payments.setDefaultProfile.handler(answer(deps, setDefaultProfile)),
    settings: payments.settings.handler(answer(deps, readPaymentSettings)),
    updateSettings: payments.updateSettings.handler(answer(deps, updatePaymentSettings)),
    corrections: payments.corrections.handler(answer(deps, listEarningCorrections)),
    statements: payments.statements.handler(answer(deps, listStatements)),
    statementPdf: payments.statementPdf.handler(
      async ({ context, input }) =>
        await statementFile(deps, askerOf(context), { ...input, id: actorOf(context).accountId }, 'pdf'),
    ),
    statementCsv: payments.statementCsv.handler(
      async ({ context, input }) =>
        await statementFile(deps, askerOf(context), { ...input, id: actorOf(context).accountId }, 'csv'),
    ),
  };
}

/** A statement is read when it is its turn: thousands of rows are work too. */
async function statementFile(
  deps: AppDeps,
  asker: ReturnType<typeof askerOf>,
  { id: accountId, month }: { readonly id: number; readonly month: string },
  kind: 'pdf' | 'csv',
): Promise<File> {
  return await inDocumentTurn(asker, async (make) => {
    const statement = await readStatement(deps, { accountId }, { month });
    if (kind === 'pdf') {
      return new File([await make('statement', statement)], statementFileName(month), {
        type: 'application/pdf',
      });
    }
    return new File([await make('statementCsv', statement)], `statement-${month}.csv`, { type: 'text/csv' });
  });
}

/** The operator's half. */
export function payoutsRoutes(deps: AppDeps) {
  const { payouts } = operations;
  return {
    list: payouts.list.handler(answer(deps, listPayouts)),
    get: payouts.get.handler(async ({ context, input }) => ({
      data: await readOperatorPayout(deps, actorOf(context), input.id),
    })),
    act: payouts.act.handler(answerMoney(deps, actOnPayout)),
    exportBatch: payouts.exportBatch.handler(async ({ context, input }) => {
      const { name, type, text } = await exportPayouts(deps, actorOf(context), input, askerOf(context));
      return new File([text], name, { type });
    }),
    exports: payouts.exports.handler(async ({ input }) => ({ data: await listExports(deps, input) })),
    discardExport: payouts.discardExport.handler(answer(deps, discardExport)),
    settings: payouts.settings.handler(async () => ({ data: await readPayoutSettings(deps) })),
    updateSettings: payouts.updateSettings.handler(answer(deps, updatePayoutSettings)),
    closings: payouts.closings.handler(async ({ input }) => ({ data: await listClosings(deps, input) })),
    statements: payouts.statements.handler(async ({ input }) => ({
      data: await listStatements(deps, { accountId: input.id }),
    })),
    statementPdf: payouts.statementPdf.handler(
      async ({ context, input }) => await statementFile(deps, askerOf(context), input, 'pdf'),
    ),
    statementCsv: payouts.statementCsv.handler(
      async ({ context, input }) => await statementFile(deps, askerOf(context), input, 'csv'),
    ),
  };
}
