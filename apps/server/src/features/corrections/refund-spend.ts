import type { Correction, SpendRefundPreview } from '@placard/contract/corrections';
import type { Db, Tx } from '@placard/db/database';
import { takeBack } from '@placard/domain/billing/spend-refund';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { approvalsNeeded } from '@placard/domain/payout/approval';
import { sql } from 'kysely';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { microsOf } from '../dollars.ts';
import { inTransaction } from '../in-transaction.ts';
import { holdApprovalLimit, readApprovalLimit } from '../payments/approval-limit.ts';
import { theRow } from '../the-row.ts';
import {
  bookedAlone,
  type CorrectionDeps,
  lockOperator,
  refuseErased,
  refuseOwn,
  requestCorrection,
} from './correct-balance.ts';
import { openCharges, openChargesBy, refundedBefore, type SpendScope } from './spend-charges.ts';

type SpendQuestion = {
  readonly accountId: number;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly campaignId?: number | undefined;
  readonly websiteId?: number | undefined;
};

function scopeOfQuestion(input: SpendQuestion): SpendScope {
  return {
    advertiserId: input.accountId,
    from: input.periodFrom,
    to: input.periodTo,
    campaignId: input.campaignId ?? null,
    websiteId: input.websiteId ?? null,
  };
}

/** What the publisher could not give back of their share now. */
async function uncoveredOf(db: Db, publisherId: number, dueMicros: Micros): Promise<Micros> {
  const found = await sql<{ held: Micros }>`
    select coalesce(sum(balance_micros), 0)::bigint as held from ledger_account
     where owner_id = ${publisherId} and kind in ('publisher_pending', 'publisher_available')`.execute(db);
  return takeBack(dueMicros, { openMonths: [], availableMicros: theRow(found).held }).uncoveredMicros;
}

/** What would go back, of which campaigns and websites, and who would pay it. */
export async function previewSpendRefund(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
  input: SpendQuestion,
): Promise<SpendRefundPreview> {
  const scope = scopeOfQuestion(input);
  const now = clock();
  const [currency, charges, refunded, campaigns, websites, limitMicros, aloneMicros] = await Promise.all([
    readCurrency(db),
    openCharges(db, scope),
    refundedBefore(db, scope),
    openChargesBy(db, scope, 'campaign'),
    openChargesBy(db, scope, 'website'),
    readApprovalLimit(db, now),
    bookedAlone(db, actor, now),
  ]);
  let [amount, publishers, uncovered] = [0n, 0n, 0n];
  for (const { publisherId, chargedMicros, publisherMicros } of charges) {
    amount += chargedMicros;
    publishers += publisherMicros;
    uncovered += await uncoveredOf(db, publisherId, publisherMicros);
  }
  const sums = (all: readonly { id: number; name: string; micros: Micros }[]) =>
    all.map(({ id, name, micros }) => ({ id, name, amount: dollarsFromMicros(micros) }));
  return {
    currency,
    amount: dollarsFromMicros(amount),
    publishers: dollarsFromMicros(publishers),
    network: dollarsFromMicros(amount - publishers),
    uncovered: dollarsFromMicros(uncovered),
    refunded: dollarsFromMicros(refunded),
    campaigns: sums(campaigns),
    websites: sums(websites),
    needsSecond:
      approvalsNeeded(amount + aloneMicros, {
        requestedUnderMicros: limitMicros,
        presentMicros: limitMicros,
      }) > 1,
  };
}

/**
 * Gives an advertiser back what a period was charged, wholly, in one step.
 * @throws AppError `not_found` for somebody who is no advertiser, or whose campaign it is not; `account_erased`, `own_correction`,
 * `refund_changed`; `invalid_input` where nothing is left to go back
 */
export async function refundSpend(
  deps: CorrectionDeps,
  actor: Actor,
  input: SpendQuestion & { readonly amount: number; readonly reason: string },
): Promise<Correction> {
  const now = deps.clock();
  const amountMicros = microsOf(input.amount);
  if (amountMicros <= 0n) throw invalidInput(issueAt('amount', 'amount_too_small'));
  return await inTransaction(deps.db, async (trx) => {
    await lockOperator(trx, actor);
    await refuseOwn(trx, actor, input.accountId, now);
    await requireOwned(trx, input);
    await refuseErased(trx, input.accountId);
    // Which limit counts is decided before the amount is looked at.
    await holdApprovalLimit(trx, now);
    const charges = await openCharges(trx, scopeOfQuestion(input));
    const left = charges.reduce((sum, { chargedMicros }) => sum + chargedMicros, 0n);
    if (left !== amountMicros) throw new AppError('refund_changed');
    const asked = {
      kind: 'spend' as const,
      account_id: input.accountId,
      amount_micros: amountMicros,
      reason: input.reason,
      campaign_id: input.campaignId ?? null,
      website_id: input.websiteId ?? null,
      period_from: input.periodFrom,
      period_to: input.periodTo,
    };
    return await requestCorrection(trx, { actor, now, publicUrl: deps.publicUrl }, asked);
  });
}

async function requireOwned(trx: Tx, { accountId, campaignId, websiteId }: SpendQuestion): Promise<void> {
  const owned = await sql<{ found: boolean }>`
    select exists (select from account where id = ${accountId})
       and (${campaignId ?? null}::int is null
            or exists (select from campaign where id = ${campaignId ?? null} and advertiser_id = ${accountId}))
       and (${websiteId ?? null}::int is null or exists (select from website where id = ${websiteId ?? null})) as found`.execute(
    trx,
  );
  if (!theRow(owned).found) throw new AppError('not_found');
}
