import type { WalletTransaction } from '@placard/contract/billing';
import type { Db } from '@placard/db/database';
import type { LedgerTransactionKind } from '@placard/db/schema/ledger';
import { dollarsFromMicros } from '@placard/domain/micros';
import { localDayAt } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { Actor, HasDb } from '../../deps.ts';
import { cursorOf } from '../list-query.ts';

export type WalletQuery = { readonly before?: string | undefined; readonly limit: number };
export type WalletPage = { items: WalletTransaction[]; next: string | null };

type Entry = {
  sequence: bigint;
  amount_micros: bigint;
  balance_after_micros: bigint;
  at: Date;
  kind: LedgerTransactionKind;
  reference: string | null;
  reason: string | null;
};

/**
 * The wallet's entries, newest first, where a day's settlements (up to one a second) are one row. An entry's balance
 * is in it and the account's entries are numbered without gaps, so such a row is found by bisection and its amount
 * is a difference of two balances: a page costs the same after a month as after a day.
 */
export async function listWalletTransactions(
  { db }: HasDb,
  actor: Pick<Actor, 'accountId' | 'timeZone'>,
  query: WalletQuery,
): Promise<WalletPage> {
  const wallet = await db
    .selectFrom('ledger_account')
    .select(['id', 'entry_count'])
    .where('kind', '=', 'advertiser_wallet')
    .where('owner_id', '=', actor.accountId)
    .executeTakeFirst();
  if (wallet === undefined) return { items: [], next: null };
  const cursor = cursorOf(query.before);
  let sequence = cursor !== null && cursor <= wallet.entry_count ? cursor - 1n : wallet.entry_count;
  const special = await entriesBesidesSettlements(db, wallet.id, sequence, query.limit);
  const items: WalletTransaction[] = [];
  while (sequence > 0n && items.length < query.limit) {
    const next = special[0];
    if (next !== undefined && next.sequence === sequence) {
      items.push(transactionView(next));
      special.shift();
    } else {
      const run = await settlementsOfDay(db, wallet.id, {
        after: next?.sequence ?? 0n,
        last: sequence,
        timeZone: actor.timeZone,
      });
      items.push(run.view);
      sequence = run.first;
    }
    sequence -= 1n;
  }
  return { items, next: sequence > 0n ? (items.at(-1)?.id ?? null) : null };
}

async function entriesBesidesSettlements(
  db: Db,
  accountId: number,
  upTo: bigint,
  limit: number,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select e.sequence, e.amount_micros, e.balance_after_micros, t.at, t.kind, d.reference,
           t.detail ->> 'reason' as reason
      from ledger_transaction t
      join ledger_entry e on e.transaction_id = t.id and e.account_id = ${accountId}
      left join deposit d on d.ledger_transaction_id = t.id
     where t.kind <> 'settlement' and e.sequence <= ${upTo}
     order by e.sequence desc limit ${limit}`.execute(db);
  return rows;
}

const SHOWN_KINDS = ['deposit', 'refund', 'spend_refund'] as const;

function transactionView(entry: Entry): WalletTransaction {
  const kind = SHOWN_KINDS.find((shown) => shown === entry.kind) ?? 'adjustment';
  const description = {
    deposit: `Deposit ${entry.reference ?? ''}`.trim(),
    refund: 'Refund',
    spend_refund: entry.reason ?? '',
    adjustment: entry.reason ?? 'Correction by the network',
  };
  return {
    id: String(entry.sequence),
    at: entry.at.toISOString(),
    kind,
    amount: dollarsFromMicros(entry.amount_micros),
    balanceAfter: dollarsFromMicros(entry.balance_after_micros),
    description: description[kind],
    day: null,
  };
}

type Run = { readonly after: bigint; readonly last: bigint; readonly timeZone: string };

/** The settlements of the last one's day among the entries `after` < … ≤ `last`, which are all settlements. */
async function settlementsOfDay(
  db: Db,
  accountId: number,
  run: Run,
): Promise<{ view: WalletTransaction; first: bigint }> {
  const { rows } = await sql<{ first: bigint; at: Date; after_micros: bigint; before_micros: bigint }>`
    with recursive newest as (
      select t.at, e.balance_after_micros from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
       where e.account_id = ${accountId} and e.sequence = ${run.last}
    ), search (low, high) as (
      select ${run.after}::bigint + 1, ${run.last}::bigint
      union all
      select case when t.at >= day.start then s.low else s.middle + 1 end,
             case when t.at >= day.start then s.middle else s.high end
        from (select low, high, (low + high) / 2 as middle from search where low < high) s
        cross join (select date_trunc('day', at, ${run.timeZone}) as start from newest) day
        join ledger_entry e on e.account_id = ${accountId} and e.sequence = s.middle
        join ledger_transaction t on t.id = e.transaction_id
    )
    select s.low as first, n.at, n.balance_after_micros as after_micros,
           e.balance_after_micros - e.amount_micros as before_micros
      from search s cross join newest n
      join ledger_entry e on e.account_id = ${accountId} and e.sequence = s.low
     where s.low = s.high`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error(`wallet account ${accountId} has a gap before ${run.last}`);
  const day = localDayAt(run.timeZone, found.at.getTime());
  return {
    first: found.first,
    view: {
      id: String(found.first),
      at: found.at.toISOString(),
      kind: 'settlement',
      amount: dollarsFromMicros(found.after_micros - found.before_micros),
      balanceAfter: dollarsFromMicros(found.after_micros),
      description: `Advertising on ${day}`,
      day,
    },
  };
}
