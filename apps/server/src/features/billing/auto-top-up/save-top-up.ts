import type { AutoTopUp } from '@placard/contract/cards';
import type { Tx } from '@placard/db/database';
import { minorUnits } from '@placard/domain/billing/minor-units';
import { topUpIssues } from '@placard/domain/billing/top-up';
import { AppError, invalidInput, issueAt } from '../../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../../deps.ts';
import type { HasCards } from '../../../gateways/card-gateway.ts';
import { changesOf, doneBy, writeAudit } from '../../audit/write-audit.ts';
import { microsOf } from '../../dollars.ts';
import { inTransaction } from '../../in-transaction.ts';
import { lockActiveAccount } from '../../lock-account.ts';
import { amountTooSmall } from '../amount-too-small.ts';
import { cardsOf } from '../card-payments/cards-of.ts';
import { readTopUp, topUpView } from './top-up-record.ts';

export type TopUpInput = {
  readonly enabled: boolean;
  readonly threshold: number;
  readonly amount: number;
  readonly version: number;
};

/**
 * "When the balance is below X, add Y by my default card."
 * @throws AppError `invalid_input`; `conflict_version`; `conflict_status` without a default card, `card_payments_off`.
 */
export async function saveTopUp(
  deps: HasDb & HasClock & HasCards,
  actor: Actor,
  input: TopUpInput,
): Promise<AutoTopUp> {
  cardsOf(deps);
  const advertiserId = actor.accountId;
  return await inTransaction(deps.db, async (trx) => {
    if (input.enabled) await lockActiveAccount(trx, advertiserId);
    const { thresholdMicros, amountMicros } = await checked(trx, input);
    if (input.enabled && !(await hasDefaultCard(trx, advertiserId))) {
      throw new AppError('conflict_status', {
        reason: 'top_up_card_missing',
      });
    }
    const before = await readTopUp(trx, advertiserId);
    const values = {
      enabled: input.enabled,
      threshold_micros: thresholdMicros,
      amount_micros: amountMicros,
      stopped_because: null,
      stopped_at: null,
      version: input.version + 1,
    };
    const saved = await trx
      .insertInto('auto_top_up')
      .values({ advertiser_id: advertiserId, ...values })
      .onConflict((conflict) =>
        conflict.column('advertiser_id').doUpdateSet(values).where('auto_top_up.version', '=', input.version),
      )
      .returningAll()
      .executeTakeFirst();
    // The first to save began with 0, as whoever saw nothing does; everybody else has seen a version.
    if (saved === undefined || (before === null) !== (input.version === 0)) {
      throw new AppError('conflict_version');
    }
    const view = topUpView(saved);
    await writeAudit(trx, {
      ...doneBy(actor, 'advertiser'),
      action: 'auto_top_up.save',
      subjectKind: 'auto_top_up',
      subjectId: advertiserId,
      detail: before === null ? ruleOf(view) : changesOf(ruleOf(before), ruleOf(view)),
      at: deps.clock(),
    });
    return view;
  });
}

/** What was asked for, without how often. */
const ruleOf = ({ version: _count, ...rule }: AutoTopUp) => rule;

async function checked(trx: Tx, input: TopUpInput) {
  const settings = await trx
    .selectFrom('network_settings')
    .select(['min_deposit_micros', 'currency'])
    .executeTakeFirstOrThrow();
  const thresholdMicros = microsOf(input.threshold);
  const amountMicros = microsOf(input.amount);
  const issues = topUpIssues({ thresholdMicros, amountMicros }, settings.min_deposit_micros).map(
    ({ field, code }) =>
      field === 'amount' && code === 'amount_too_small' ? amountTooSmall(settings) : issueAt(field, code),
  );
  if (issues.length === 0 && minorUnits(amountMicros, settings.currency) === null) {
    issues.push(issueAt('amount', 'amount_whole_units'));
  }
  if (issues.length > 0) throw invalidInput(...issues);
  return { thresholdMicros, amountMicros };
}

async function hasDefaultCard(trx: Tx, advertiserId: number): Promise<boolean> {
  const card = await trx
    .selectFrom('payment_method')
    .select('id')
    .where('advertiser_id', '=', advertiserId)
    .where('is_default', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return card !== undefined;
}
