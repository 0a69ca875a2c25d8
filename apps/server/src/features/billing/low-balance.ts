import type { Db, Tx } from '@placard/db/database';
import { WALLET_DAYS_COVERED, walletFallOf, walletLevelOf } from '@placard/domain/billing/wallet-level';
import { MAX_API_MICROS, type Micros } from '@placard/domain/micros';
import { type RawBuilder, sql } from 'kysely';
import { theRow } from '../the-row.ts';

export type WalletState = {
  readonly advertiserId: number;
  readonly balanceMicros: Micros;
  /** Below it the balance is low: the operator's floor, or what the running campaigns may spend in two days. */
  readonly thresholdMicros: Micros;
};

/**
 * Balance and threshold by advertiser. A campaign runs on the days of its account's calendar; where it has no daily
 * budget of its own, its ad sets' count. Budgets are what somebody wishes: of many large ones the sum is cut, so that
 * it fits wherever amounts do.
 */
function walletStates(now: Date, of: RawBuilder<unknown>): RawBuilder<StateRow> {
  return sql<StateRow>`
    select u.id as advertiser_id, coalesce(w.balance_micros, 0) as balance_micros,
           greatest((select low_balance_micros from network_settings),
                    least(${WALLET_DAYS_COVERED}::int * coalesce(daily.micros, 0),
                          ${MAX_API_MICROS}::bigint))::bigint as threshold_micros
      from account u
      left join ledger_account w on w.owner_id = u.id and w.kind = 'advertiser_wallet'
      left join lateral (
        select sum(coalesce(c.daily_budget_micros,
                            (select sum(a.daily_budget_micros) from ad_set a
                              where a.campaign_id = c.id and a.archived_at is null), 0)) as micros
          from campaign c
         where c.advertiser_id = u.id and c.status = 'active'
           and c.start_date <= day_in_zone(${now}, u.time_zone)
           and (c.end_date is null or c.end_date >= day_in_zone(${now}, u.time_zone))
      ) daily on true
     where ${of}`;
}

type StateRow = { advertiser_id: number; balance_micros: bigint; threshold_micros: bigint };

export async function readWalletState(db: Db, advertiserId: number, now: Date): Promise<WalletState> {
  const row = theRow(await walletStates(now, sql`u.id = ${advertiserId}`).execute(db));
  return { advertiserId, balanceMicros: row.balance_micros, thresholdMicros: row.threshold_micros };
}

/** Advertisers whose wallet is not where it was when it was last looked at. */
export async function movedWallets(db: Db, now: Date): Promise<number[]> {
  const everMoved = sql`u.status = 'active' and w.entry_count > 0`;
  const { rows } = await sql<{ advertiser_id: number }>`
    select s.advertiser_id from (${walletStates(now, everMoved)}) s
      left join wallet_watch v using (advertiser_id)
     where v.level is distinct from
           case when s.balance_micros <= 0 then 'empty'
                when s.balance_micros < s.threshold_micros then 'low' else 'above' end
     order by 1`.execute(db);
  return rows.map((row) => row.advertiser_id);
}

/**
 * Notes where a wallet stands now; of two at once the second finds nothing changed. A wallet that was never looked at
 * was empty before its first deposit, so that a small one is no fall.
 * @returns the step down that is to be told: above → low, anything but empty → empty; else null
 */
export async function noteWalletLevel(
  trx: Tx,
  state: WalletState,
  now: Date,
): Promise<'low' | 'empty' | null> {
  const { advertiserId } = state;
  await trx
    .insertInto('wallet_watch')
    .values({ advertiser_id: advertiserId, level: 'low', changed_at: now })
    .onConflict((conflict) => conflict.column('advertiser_id').doNothing())
    .execute();
  const { level: before } = await trx
    .selectFrom('wallet_watch')
    .select('level')
    .where('advertiser_id', '=', advertiserId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const level = walletLevelOf(state);
  if (level === before) return null;
  await trx
    .updateTable('wallet_watch')
    .set({ level, changed_at: now })
    .where('advertiser_id', '=', advertiserId)
    .where('level', '=', before)
    .execute();
  return walletFallOf(before, level);
}
