import { localDayAt } from '@placard/domain/time-zone';
import { actorOf, moneyDeps } from '../../http/call-context.ts';
import { operations } from '../../http/operations.ts';
import type { AppDeps } from '../feature.ts';
import { actOnPayout } from './act-on-payout.ts';
import { exportPayouts } from './export-payouts.ts';
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
import { readPaymentSummary } from './read-payment-summary.ts';
import { requestWithdrawal } from './request-withdrawal.ts';

export function paymentsRoutes(deps: AppDeps) {
  const { payments } = operations;
  return {
    summary: payments.summary.handler(async ({ context }) => ({
      data: await readPaymentSummary(deps, actorOf(context)),
    })),
    requestWithdrawal: payments.requestWithdrawal.handler(async ({ context, input }) => ({
      data: await requestWithdrawal(moneyDeps(deps, context), actorOf(context), input),
    })),
    history: payments.history.handler(async ({ context, input }) => ({
      data: await listPaymentHistory(deps, actorOf(context), input),
    })),
    profiles: payments.profiles.handler(async ({ context }) => ({
      data: await listProfiles(deps, actorOf(context)),
    })),
    createProfile: payments.createProfile.handler(async ({ context, input }) => ({
      data: await createProfile(deps, actorOf(context), input),
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
  };
}

/** The operator's half. */
export function payoutsRoutes(deps: AppDeps) {
  const { payouts } = operations;
  return {
    list: payouts.list.handler(async ({ input }) => ({ data: await listPayouts(deps, input) })),
    act: payouts.act.handler(async ({ context, input }) => ({
      data: await actOnPayout(moneyDeps(deps, context), actorOf(context), input),
    })),
    exportBatch: payouts.exportBatch.handler(async ({ context, input }) => {
      const actor = actorOf(context);
      const csv = await exportPayouts(deps, actor, input);
      const day = localDayAt(actor.timeZone, deps.clock().getTime());
      return new File([csv], `payouts-${day}.csv`, { type: 'text/csv' });
    }),
  };
}
