import type { Tx } from '@placard/db/database';
import { smallestStepMicros } from '@placard/domain/billing/minor-units';
import { availableOf } from '@placard/domain/ledger/accounts';
import { AUTO_WITHDRAWAL_LAST_DAY, withdrawableMicros } from '@placard/domain/payout/rules';
import { localDayAt } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import { eachAlone } from '../each-alone.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockedActive } from '../lock-account.ts';
import { defaultProfile } from './payment-profiles.ts';
import { readPayoutRules } from './payment-settings.ts';
import { bookPayout } from './request-withdrawal.ts';

/**
 * Requests the whole available balance of everybody who wants that each month, to the default profile, if it reaches
 * the minimum. Once a publisher and month by the ledger's reference, however often it runs; run it after the month
 * was closed. One that fails does not keep the others waiting.
 * @returns the payouts made now
 */
export async function requestAutoWithdrawals(deps: HasDb & HasClock): Promise<number[]> {
  const now = deps.clock();
  const { time_zone } = await deps.db
    .selectFrom('network_settings')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  const today = localDayAt(time_zone, now.getTime());
  if (Number(today.slice(8)) > AUTO_WITHDRAWAL_LAST_DAY) return [];
  const wanting = await deps.db
    .selectFrom('publisher_settings')
    .innerJoin('account', 'account.id', 'publisher_settings.account_id')
    .select('account_id')
    .where('auto_withdrawal', '=', true)
    .where('account.status', '=', 'active')
    .orderBy('account_id')
    .execute();
  const payoutIds = await eachAlone(
    wanting,
    'auto withdrawals failed',
    async ({ account_id: publisherId }) =>
      await inTransaction(
        deps.db,
        async (trx) => await withdrawAll(trx, publisherId, today.slice(0, 7), now),
      ),
  );
  return payoutIds.filter((id) => id !== null);
}

async function withdrawAll(trx: Tx, publisherId: number, month: string, now: Date): Promise<number | null> {
  const reference = `auto_withdrawal:${publisherId}:${month}`;
  // First, as a withdrawal by hand does. It may have been closed while others were seen to.
  if (!(await lockedActive(trx, publisherId))) return null;
  // Locked: what is read after it is what is booked, and two runs at once go one after the other.
  const { rows } = await sql<{ balance_micros: bigint }>`
    select balance_micros from ledger_account
     where owner_id = ${publisherId} and kind = ${availableOf(publisherId).kind}
       for no key update`.execute(trx);
  const [account] = rows;
  if (account === undefined || (await wasBooked(trx, reference))) return null;
  const profile = await defaultProfile(trx, publisherId);
  const { currency, minMicros } = await readPayoutRules(trx, publisherId);
  const amountMicros = withdrawableMicros(account.balance_micros, smallestStepMicros(currency));
  if (profile === undefined || amountMicros === 0n || amountMicros < minMicros) return null;
  const payout = await bookPayout(trx, { profile, amountMicros, now, actor: null, reference });
  return payout.id;
}

async function wasBooked(trx: Tx, reference: string): Promise<boolean> {
  const booked = await trx
    .selectFrom('ledger_transaction')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return booked !== undefined;
}
