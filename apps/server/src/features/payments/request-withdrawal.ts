import type { Payout } from '@placard/contract/payments';
import type { Tx } from '@placard/db/database';
import { smallestStepMicros } from '@placard/domain/billing/minor-units';
import { payoutRequestEntries } from '@placard/domain/ledger/postings';
import { formatMicros, type Micros } from '@placard/domain/micros';
import { MOST_WAITING_PAYOUTS, methodOf } from '@placard/domain/payout/rules';
import { withheldMicros } from '@placard/domain/payout/withholding';
import { AppError, invalidInput, issueAt, refusalAt, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { InsufficientFundsError } from '../../ledger/ledger-errors.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { mailText } from '../../mail/mail-text.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { microsOf } from '../dollars.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockActiveAccount } from '../lock-account.ts';
import { withholdingOf } from '../withholding/own-withholding.ts';
import { readApprovalLimit } from './approval-limit.ts';
import { mailAboutPayout } from './payment-mail.ts';
import { ownProfile, type ProfileRecord } from './payment-profiles.ts';
import { readPayoutRules } from './payment-settings.ts';
import { type PayoutRecord, payoutView } from './payout-record.ts';

/**
 * Asks to be paid: what was available is set aside at once.
 * @throws AppError `payment_profile_not_found`, `invalid_input` below the minimum and for parts of what has none, `insufficient_funds`,
 * `conflict_status` with too many waiting.
 */
export async function requestWithdrawal(
  deps: HasDb & HasClock & HasSecrets,
  actor: Actor,
  input: { readonly amount: number; readonly profileId: number },
): Promise<Payout> {
  return await inTransaction(deps.db, async (trx) => {
    await lockActiveAccount(trx, actor.accountId);
    const profile = await ownProfile(trx, actor.accountId, input.profileId);
    const { currency, minMicros } = await readPayoutRules(trx, actor.accountId);
    const amountMicros = microsOf(input.amount);
    if (amountMicros < minMicros) {
      const least = `${currency} ${formatMicros(minMicros)}`;
      throw invalidInput(refusalAt('amount', { reason: 'payout_below_minimum', values: { amount: least } }));
    }
    if (amountMicros % smallestStepMicros(currency) !== 0n) {
      throw invalidInput(issueAt('amount', 'amount_whole_units'));
    }
    await refuseTooMany(trx, actor.accountId);
    const payout = await bookPayout(trx, {
      profile,
      amountMicros,
      now: deps.clock(),
      actor,
      reference: null,
    });
    return payoutView(payout, currency, deps.secrets);
  });
}

async function refuseTooMany(trx: Tx, publisherId: number): Promise<void> {
  const { count } = await trx
    .selectFrom('payout')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('publisher_id', '=', publisherId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  refuseFull(count, MOST_WAITING_PAYOUTS, 'withdrawals_full');
}

export type PayoutOrder = {
  readonly profile: ProfileRecord;
  readonly amountMicros: Micros;
  readonly now: Date;
  /** Null: the monthly job. */
  readonly actor: Actor | null;
  /** What the ledger books it under; null: the payout's own number. */
  readonly reference: string | null;
};

/**
 * Writes a payout with a copy of the profile's sealed details and sets its amount aside, in the caller's transaction.
 * @throws AppError `insufficient_funds`.
 */
export async function bookPayout(trx: Tx, order: PayoutOrder): Promise<PayoutRecord> {
  const { profile, amountMicros, now, actor } = order;
  const publisherId = profile.publisher_id;
  const tax = await withholdingOf(trx, publisherId, now);
  const stepMicros = smallestStepMicros(await readCurrency(trx));
  const withheldAmount = withheldMicros(amountMicros, tax.rateBp, stepMicros);
  const payout = await trx
    .insertInto('payout')
    .values({
      publisher_id: publisherId,
      amount_micros: amountMicros,
      method: methodOf(profile.type),
      payment_profile_id: profile.id,
      details_sealed: profile.details_sealed,
      automatic: actor === null,
      approval_limit_micros: await readApprovalLimit(trx, now),
      withholding_bp: tax.rateBp,
      withheld_micros: withheldAmount,
      payee_country: tax.country,
      requested_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  try {
    await postTransaction(trx, {
      kind: 'payout_request',
      reference: order.reference ?? `payout:${payout.id}:request`,
      entries: payoutRequestEntries({ publisherId, amountMicros }),
      detail: { payoutId: payout.id },
      at: now,
    });
  } catch (error) {
    if (!(error instanceof InsufficientFundsError)) throw error;
    throw new AppError('insufficient_funds', {
      reason: 'withdrawal_uncovered',
    });
  }
  await writeAudit(trx, {
    ...doneBy(actor, actor === null ? 'system' : 'publisher'),
    action: 'payout.request',
    subjectKind: 'payout',
    subjectId: payout.id,
    detail: {
      ...{ amountMicros, method: payout.method, profileId: profile.id },
      ...(tax.rateBp === 0 ? {} : { withholdingPercent: tax.rateBp / 100, withheldMicros: withheldAmount }),
    },
    at: now,
  });
  await mailAboutPayout(trx, payout, now, (facts) => mailText('payoutRequested', facts));
  return payout;
}
