import { actorOf, askerOf, moneyDeps, onceDeps } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { inDocumentTurn } from '../../fairness/documents.ts';
import { actOnPayout } from './act-on-payout.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { exportPayouts } from './export-payouts.ts';
import { listClosings } from './list-closings.ts';
import { listPayouts } from './operator-payouts.ts';
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
import { listStatements, readStatement } from './statements.ts';

export function paymentsRoutes(deps: AppDeps) {
  const { payments } = operations;
  return {
    summary: payments.summary.handler(async ({ context }) => ({
      data: await readPaymentSummary(deps, actorOf(context)),
    })),
    requestWithdrawal: payments.requestWithdrawal.handler(async ({ context, input }) => ({
      data: await requestWithdrawal(moneyDeps(deps, context), actorOf(context), input),
    })),
    cancelWithdrawal: payments.cancelWithdrawal.handler(async ({ context, input }) => ({
      data: await cancelWithdrawal(moneyDeps(deps, context), actorOf(context), input),
    })),
    history: payments.history.handler(async ({ context, input }) => ({
      data: await listPaymentHistory(deps, actorOf(context), input),
    })),
    profiles: payments.profiles.handler(async ({ context }) => ({
      data: await listProfiles(deps, actorOf(context)),
    })),
    createProfile: payments.createProfile.handler(async ({ context, input }) => ({
      data: await createProfile(onceDeps(deps, context), actorOf(context), input),
    })),
    updateProfile: payments.updateProfile.handler(async ({ context, input }) => ({
      data: await updateProfile(deps, actorOf(context), input),
    })),
    deleteProfile: payments.deleteProfile.handler(async ({ context, input }) => {
      await deleteProfile(deps, actorOf(context), input);
      return { data: {} };
    }),
    setDefaultProfile: payments.setDefaultProfile.handler(async ({ context, input }) => ({
      data: await setDefaultProfile(deps, actorOf(context), input),
    })),
    settings: payments.settings.handler(async ({ context }) => ({
      data: await readPaymentSettings(deps, actorOf(context)),
    })),
    updateSettings: payments.updateSettings.handler(async ({ context, input }) => ({
      data: await updatePaymentSettings(deps, actorOf(context), input),
    })),
    statements: payments.statements.handler(async ({ context }) => ({
      data: await listStatements(deps, actorOf(context)),
    })),
    // A statement is read when it is its turn: thousands of rows are work too.
    statementPdf: payments.statementPdf.handler(async ({ context, input }) => {
      return await inDocumentTurn(askerOf(context), async (make) => {
        const statement = await readStatement(deps, actorOf(context), input);
        const pdf = await make('statement', statement);
        return new File([pdf], `statement-${statement.month}.pdf`, { type: 'application/pdf' });
      });
    }),
    statementCsv: payments.statementCsv.handler(async ({ context, input }) => {
      return await inDocumentTurn(askerOf(context), async (make) => {
        const statement = await readStatement(deps, actorOf(context), input);
        const csv = await make('statementCsv', statement);
        return new File([csv], `statement-${statement.month}.csv`, { type: 'text/csv' });
      });
    }),
  };
}

/** The operator's half. */
export function payoutsRoutes(deps: AppDeps) {
  const { payouts } = operations;
  return {
    list: payouts.list.handler(async ({ context, input }) => ({
      data: await listPayouts(deps, actorOf(context), input),
    })),
    act: payouts.act.handler(async ({ context, input }) => ({
      data: await actOnPayout(moneyDeps(deps, context), actorOf(context), input),
    })),
    exportBatch: payouts.exportBatch.handler(async ({ context, input }) => {
      const { name, type, text } = await exportPayouts(deps, actorOf(context), input, context.request.gone);
      return new File([text], name, { type });
    }),
    exports: payouts.exports.handler(async ({ input }) => ({ data: await listExports(deps, input) })),
    discardExport: payouts.discardExport.handler(async ({ context, input }) => ({
      data: await discardExport(deps, actorOf(context), input),
    })),
    settings: payouts.settings.handler(async () => ({ data: await readPayoutSettings(deps) })),
    updateSettings: payouts.updateSettings.handler(async ({ context, input }) => ({
      data: await updatePayoutSettings(deps, actorOf(context), input),
    })),
    closings: payouts.closings.handler(async ({ input }) => ({ data: await listClosings(deps, input) })),
  };
}
