import type { Db } from '@placard/db/database';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import type { Actor, HasDb } from '../../deps.ts';

/** What an advertiser's wallet holds; 0 before its first deposit. */
export async function walletBalance(db: Db, advertiserId: number): Promise<Micros> {
  const wallet = await db
    .selectFrom('ledger_account')
    .select('balance_micros')
    .where('kind', '=', 'advertiser_wallet')
    .where('owner_id', '=', advertiserId)
    .executeTakeFirst();
  return wallet?.balance_micros ?? 0n;
}

export async function readCurrency(db: Db): Promise<string> {
  const settings = await db.selectFrom('network_settings').select('currency').executeTakeFirstOrThrow();
  return settings.currency;
}

export async function readBalance(
  { db }: HasDb,
  actor: Actor,
): Promise<{ balance: number; currency: string }> {
  const [micros, currency] = await Promise.all([walletBalance(db, actor.accountId), readCurrency(db)]);
  return { balance: dollarsFromMicros(micros), currency };
}
