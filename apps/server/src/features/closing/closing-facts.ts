import type { Db } from '@placard/db/database';
import type { ErasingFacts } from '@placard/domain/account/closing';
import type { Micros } from '@placard/domain/micros';
import { sql } from 'kysely';
import { theRow } from '../the-row.ts';

type FactRow = {
  readonly operator: boolean;
  readonly deposits: number;
  readonly refunds: number;
  readonly payouts: number;
  readonly corrections: number;
  readonly wallet: Micros;
  readonly available: Micros;
  readonly in_flight: Micros;
  readonly pending: Micros;
  readonly min_payout: Micros;
  readonly given_up: Micros;
  readonly uninvoiced: boolean;
};

/** How an account stands with the network: what is under way, what it holds. */
export async function readClosingFacts(db: Db, accountId: number): Promise<ErasingFacts> {
  const balanceOf = (kind: string) => sql`coalesce((select balance_micros from ledger_account
    where owner_id = ${accountId} and kind = ${kind}), 0)::int8`;
  const facts = await sql<FactRow>`
    select exists (select from account_member m join user_role r on r.user_id = m.user_id
                    where m.account_id = ${accountId} and m.role = 'owner' and r.role = 'operator') as operator,
           (select count(*)::int from deposit where advertiser_id = ${accountId} and status = 'pending') as deposits,
           (select count(*)::int from deposit_refund f join deposit d on d.id = f.deposit_id
             where d.advertiser_id = ${accountId} and f.status = 'pending') as refunds,
           (select count(*)::int from payout
             where publisher_id = ${accountId} and status in ('pending', 'processing')) as payouts,
           (select count(*)::int from money_correction
             where account_id = ${accountId} and status = 'pending') as corrections,
           ${balanceOf('advertiser_wallet')} as wallet, ${balanceOf('publisher_available')} as available,
           ${balanceOf('payouts_in_flight')} as in_flight, ${balanceOf('publisher_pending')} as pending,
           (select min_payout_micros from network_settings) as min_payout,
           coalesce((select given_up_micros from account_closing where account_id = ${accountId}), 0)::int8 as given_up,
           exists (select from campaign_month m join campaign c on c.id = m.campaign_id
                    where c.advertiser_id = ${accountId} and m.charged_micros > m.invoiced_micros) as uninvoiced
  `.execute(db);
  const row = theRow(facts);
  return {
    operator: row.operator,
    openDeposits: row.deposits,
    openRefunds: row.refunds,
    openPayouts: row.payouts + Number(row.in_flight > 0n),
    openCorrections: row.corrections,
    walletMicros: row.wallet,
    availableMicros: row.available,
    pendingMicros: row.pending,
    minPayoutMicros: row.min_payout,
    givenUpMicros: row.given_up,
    uninvoiced: row.uninvoiced,
  };
}
