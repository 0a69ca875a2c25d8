import type { Db } from '@placard/db/database';
import type { LedgerTransactionKind } from '@placard/db/schema/ledger';
import type { OwnedAccountKind } from '@placard/domain/ledger/accounts';
import { dollarsFromMicros } from '@placard/domain/micros';
import { localDayAt } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { cursorOf } from '../list-query.ts';

export type BookingsQuery = { readonly before?: string | undefined; readonly limit: number };

/** One account of the ledger, and whose clock says when a day of it begins. */
export type BookedAccount = {
  readonly kind: OwnedAccountKind;
  readonly ownerId: number;
  readonly timeZone: string;
};

export type Booking = {
  readonly id: string;
  readonly at: string;
  readonly kind: LedgerTransactionKind;
  readonly amount: number;
  readonly balanceAfter: number;
  /** Of a deposit or a payout. */
  readonly reference: string | null;
  readonly reason: string | null;
  readonly payoutId: number | null;
  /** Of a close, `YYYY-MM-DD`. */
  readonly month: string | null;
  /** Of a day's settlements, which are one. */
  readonly day: string | null;
};

type Entry = {
  sequence: bigint;
  amount_micros: bigint;
  balance_after_micros: bigint;
  at: Date;
  kind: LedgerTransactionKind;
  reference: string | null;
  reason: string | null;
  payout_id: number | null;
  month: string | null;
};

/**
 * An account's entries, newest first, where a day's settlements (up to one a second) are one row. An entry's balance
 * is in it and the account's entries are numbered without gaps, so such a row is found by bisection and its amount
 * is a difference of two balances: a page costs the same after a month as after a day.
 */
export async function listBookings(
  db: Db,
  { kind, ownerId, timeZone }: BookedAccount,
  query: BookingsQuery,
): Promise<{ items: Booking[]; next: string | null }> {
  const account = await db
    .selectFrom('ledger_account')
    .select(['id', 'entry_count'])
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (account === undefined) return { items: [], next: null };
  const cursor = cursorOf(query.before);
  let sequence = cursor !== null && cursor <= account.entry_count ? cursor - 1n : account.entry_count;
  const special = await entriesBesidesSettlements(db, account.id, sequence, query.limit);
  const items: Booking[] = [];
  while (sequence > 0n && items.length < query.limit) {
    const next = special[0];
    if (next !== undefined && next.sequence === sequence) {
      items.push(bookingOf(next));
      special.shift();
    } else {
      const run = await settlementsOfDay(db, account.id, {
        after: next?.sequence ?? 0n,
        last: sequence,
        timeZone,
      });
      items.push(run.booking);
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
           t.detail ->> 'reason' as reason, (t.detail ->> 'payoutId')::int as payout_id,
           t.detail ->> 'month' as month
      from ledger_transaction t
      join ledger_entry e on e.transaction_id = t.id and e.account_id = ${accountId}
      left join deposit d on d.ledger_transaction_id = t.id
     where t.kind <> 'settlement' and e.sequence <= ${upTo}
     order by e.sequence desc limit ${limit}`.execute(db);
  return rows;
}

function bookingOf(entry: Entry): Booking {
  return {
    id: String(entry.sequence),
    at: entry.at.toISOString(),
    kind: entry.kind,
    amount: dollarsFromMicros(entry.amount_micros),
    balanceAfter: dollarsFromMicros(entry.balance_after_micros),
    reference: entry.reference,
    reason: entry.reason,
    payoutId: entry.payout_id,
    month: entry.month,
    day: null,
  };
}

type Run = { readonly after: bigint; readonly last: bigint; readonly timeZone: string };

/** The settlements of the last one's day among the entries `after` < … ≤ `last`, which are all settlements. */
async function settlementsOfDay(
  db: Db,
  accountId: number,
  { after, last, timeZone }: Run,
): Promise<{ booking: Booking; first: bigint }> {
  const { rows } = await sql<{ first: bigint; at: Date; after_micros: bigint; before_micros: bigint }>`
    with recursive newest as (
      select t.at, e.balance_after_micros from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
       where e.account_id = ${accountId} and e.sequence = ${last}
    ), search (low, high) as (
      select ${after}::bigint + 1, ${last}::bigint
      union all
      select case when t.at >= day.start then s.low else s.middle + 1 end,
             case when t.at >= day.start then s.middle else s.high end
        from (select low, high, (low + high) / 2 as middle from search where low < high) s
        cross join (select date_trunc('day', at, ${timeZone}) as start from newest) day
        join ledger_entry e on e.account_id = ${accountId} and e.sequence = s.middle
        join ledger_transaction t on t.id = e.transaction_id
    )
    select s.low as first, n.at, n.balance_after_micros as after_micros,
           e.balance_after_micros - e.amount_micros as before_micros
      from search s cross join newest n
      join ledger_entry e on e.account_id = ${accountId} and e.sequence = s.low
     where s.low = s.high`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error(`ledger account ${accountId} has a gap before ${last}`);
  return {
    first: found.first,
    booking: {
      id: String(found.first),
      at: found.at.toISOString(),
      kind: 'settlement',
      amount: dollarsFromMicros(found.after_micros - found.before_micros),
      balanceAfter: dollarsFromMicros(found.after_micros),
      ...{ reference: null, reason: null, payoutId: null, month: null },
      day: localDayAt(timeZone, found.at.getTime()),
    },
  };
}
