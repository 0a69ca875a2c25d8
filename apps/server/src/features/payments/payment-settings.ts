import type { PaymentSettings } from '@placard/contract/payments';
import type { Db } from '@placard/db/database';
import { dollarsFromMicros, formatMicros, type Micros } from '@placard/domain/micros';
import { effectiveMinPayout } from '@placard/domain/payout/rules';
import { AppError, invalidInput, issueAt, refusalAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { dollarsOrNull, microsOrNull } from '../dollars.ts';
import { inTransaction } from '../in-transaction.ts';
import { defaultProfile, profileView } from './payment-profiles.ts';

export type PayoutRules = {
  readonly currency: string;
  readonly timeZone: string;
  readonly networkMinMicros: Micros;
  readonly ownMinMicros: Micros | null;
  /** The higher of the two. */
  readonly minMicros: Micros;
  readonly autoWithdrawal: boolean;
  /** 0 where the publisher has saved none yet. */
  readonly version: number;
};

/** What the network and the publisher have decided about payouts. */
export async function readPayoutRules(db: Db, publisherId: number): Promise<PayoutRules> {
  const network = await db.selectFrom('network_settings').selectAll().executeTakeFirstOrThrow();
  const own = await db
    .selectFrom('publisher_settings')
    .selectAll()
    .where('account_id', '=', publisherId)
    .executeTakeFirst();
  const ownMinMicros = own?.min_payout_micros ?? null;
  return {
    currency: network.currency,
    timeZone: network.time_zone,
    networkMinMicros: network.min_payout_micros,
    ownMinMicros,
    minMicros: effectiveMinPayout(network.min_payout_micros, ownMinMicros),
    autoWithdrawal: own?.auto_withdrawal ?? false,
    version: own?.version ?? 0,
  };
}

export async function readPaymentSettings({ db }: HasDb, actor: Actor): Promise<PaymentSettings> {
  const rules = await readPayoutRules(db, actor.accountId);
  const preferred = await defaultProfile(db, actor.accountId);
  return {
    version: rules.version,
    minPayout: dollarsOrNull(rules.ownMinMicros),
    networkMinPayout: dollarsFromMicros(rules.networkMinMicros),
    autoWithdrawal: rules.autoWithdrawal,
    currency: rules.currency,
    preferredProfile: preferred === undefined ? null : profileView(preferred),
  };
}

export type PaymentSettingsChange = {
  readonly version: number;
  readonly minPayout: number | null;
  readonly autoWithdrawal: boolean;
};

/**
 * Changes a publisher's settings. @throws AppError `invalid_input` for a minimum below the network's or auto withdrawal
 * without a default profile, `conflict_version`.
 */
export async function updatePaymentSettings(
  deps: HasDb & HasClock,
  actor: Actor,
  input: PaymentSettingsChange,
): Promise<PaymentSettings> {
  const minMicros = microsOrNull(input.minPayout);
  return await inTransaction(deps.db, async (trx) => {
    const before = await readPayoutRules(trx, actor.accountId);
    if (minMicros !== null && minMicros < before.networkMinMicros) {
      const least = `${before.currency} ${formatMicros(before.networkMinMicros)}`;
      throw invalidInput(refusalAt('minPayout', { reason: 'min_payout_too_low', values: { amount: least } }));
    }
    if (input.autoWithdrawal && !before.autoWithdrawal) {
      const preferred = await defaultProfile(trx, actor.accountId);
      if (preferred === undefined) throw invalidInput(issueAt('autoWithdrawal', 'default_profile_required'));
    }
    const values = { min_payout_micros: minMicros, auto_withdrawal: input.autoWithdrawal };
    const saved =
      input.version === 0
        ? await trx
            .insertInto('publisher_settings')
            .values({ account_id: actor.accountId, ...values })
            .onConflict((conflict) => conflict.column('account_id').doNothing())
            .returning('version')
            .executeTakeFirst()
        : await trx
            .updateTable('publisher_settings')
            .set({ ...values, version: input.version + 1 })
            .where('account_id', '=', actor.accountId)
            .where('version', '=', input.version)
            .returning('version')
            .executeTakeFirst();
    if (saved === undefined) throw new AppError('conflict_version');
    await writeAudit(trx, {
      ...doneBy(actor, 'publisher'),
      action: 'payment_settings.update',
      subjectKind: 'account',
      subjectId: actor.accountId,
      detail: changesOf(
        { minPayoutMicros: before.ownMinMicros, autoWithdrawal: before.autoWithdrawal },
        { minPayoutMicros: minMicros, autoWithdrawal: input.autoWithdrawal },
      ),
      at: deps.clock(),
    });
    return await readPaymentSettings({ db: trx }, actor);
  });
}
