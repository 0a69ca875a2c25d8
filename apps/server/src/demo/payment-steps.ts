import { availableOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { microsOf } from '../features/dollars.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { actOnPayout } from '../features/payments/act-on-payout.ts';
import { exportPayouts } from '../features/payments/export-payouts.ts';
import { createProfile } from '../features/payments/payment-profiles.ts';
import { requestWithdrawal } from '../features/payments/request-withdrawal.ts';
import { postTransaction } from '../ledger/post-transaction.ts';
import type { DemoAccountKey } from './demo-accounts.ts';
import type { DemoWorld } from './demo-world.ts';
import { BROUGHT_OVER, PAYOUTS, type PayoutPlan, PROFILES } from './payment-plan.ts';
import type { Step } from './step.ts';

type Profiles = Map<DemoAccountKey, number[]>;

/** Payment profiles, an opening balance, and withdrawals that end in every way. */
export function paymentSteps(world: DemoWorld): Step[] {
  const profiles: Profiles = new Map();
  return [
    ...PROFILES.map(({ owner, name, details }) => ({
      day: -59,
      hour: 9,
      run: async () => {
        const { id } = await createProfile(world, world.actors[owner], { name, details });
        profiles.set(owner, [...(profiles.get(owner) ?? []), id]);
      },
    })),
    ...BROUGHT_OVER.map(([owner, day, dollars]) => ({
      day,
      hour: 10,
      run: async () => await bringOver(world, owner, dollars),
    })),
    ...PAYOUTS.flatMap((plan) => payoutSteps(world, plan, profiles)),
  ];
}

async function bringOver(world: DemoWorld, owner: DemoAccountKey, dollars: number): Promise<void> {
  const { accountId } = world.actors[owner];
  await inTransaction(world.db, async (trx) => {
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: `adjustment:brought_over:${accountId}`,
      entries: adjustmentEntries({ account: availableOf(accountId), amountMicros: microsOf(dollars) }),
      detail: { reason: 'Balance brought over from the previous ad server' },
      at: world.clock(),
    });
  });
}

function payoutSteps(world: DemoWorld, plan: PayoutPlan, profiles: Profiles): Step[] {
  const { day, end } = plan;
  const { operator, deputy } = world.actors;
  let id = 0;
  const ask = async () => {
    const profileId = profiles.get(plan.owner)?.[plan.profile] ?? 0;
    id = (await requestWithdrawal(world, world.actors[plan.owner], { amount: plan.amount, profileId })).id;
  };
  const act = (action: 'process' | 'complete' | 'fail' | 'reject', by = operator) => ({
    day: day + (action === 'complete' || action === 'fail' ? 2 : 1),
    hour: 11,
    run: async () => await actOnPayout(world, by, { id, action, reason: plan.reason }),
  });
  const asked = { day, hour: 9, run: ask };
  const exported = {
    day: day + 1,
    hour: 12,
    run: async () => await exportPayouts(world, operator, { ids: [id], format: 'csv' }),
  };
  switch (end) {
    case 'pending':
      return [asked];
    case 'approved once':
      return [asked, act('process', deputy)];
    case 'rejected':
      return [asked, act('reject')];
    case 'processing':
      return [asked, act('process')];
    case 'completed':
      return [asked, act('process'), exported, act('complete')];
    case 'failed':
      return [asked, act('process'), exported, act('fail')];
  }
}
