import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import type { RunningPlacard } from '@placard/tooling/running-placard';
import type { Session } from './api-client.ts';

export type Books = {
  /** A correction of the operator's, as the ledger books it. */
  readonly give: (publisherId: number, dollars: number, at?: Date) => Promise<void>;
  /** Closes last month for a publisher who earned nothing in it, as the monthly job does. @returns 'YYYY-MM' */
  readonly closeLastMonth: (publisherId: number) => Promise<string>;
  /** Ten minutes and more have passed since somebody showed who they are. */
  readonly outdateProofs: (userId: number) => Promise<void>;
  /** The day has come on which a publisher's rates of withholding begin. */
  readonly beginWithholding: (publisherId: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

let bookings = 0;

/** The books of a running Placard: earnings take a month to become available, and no journey can wait for that. */
export function openBooks(placard: RunningPlacard): Books {
  const pool = createPool({ url: runningClusterUrl(join(placard.dataDir, 'postgres')), name: 'books' });
  return {
    give: async (publisherId, dollars, at = new Date()) => {
      const micros = BigInt(Math.round(dollars * 1e6));
      await pool.query(
        `insert into ledger_account (kind, owner_id) values ('publisher_available', $1) on conflict do nothing`,
        [publisherId],
      );
      await pool.query(
        `with t as (
           insert into ledger_transaction (kind, reference, at, detail)
           values ('adjustment', $1, $2, '{"reason": "Start bonus"}') returning id)
         insert into ledger_entry (transaction_id, account_id, amount_micros)
         select t.id, a.id, case a.kind when 'adjustments' then -$3::bigint else $3::bigint end
           from t, ledger_account a
          where a.kind = 'adjustments' or (a.kind = 'publisher_available' and a.owner_id = $4)
          order by a.id`,
        [`journey:${process.pid}:${bookings++}`, at, micros, publisherId],
      );
    },
    closeLastMonth: async (publisherId) => {
      const { rows } = await pool.query<{ month: string }>(
        `insert into earning_month (publisher_id, month, closed_at, available_sequence)
         select $1, date_trunc('month', now() at time zone 'UTC') - interval '1 month', now(), 1
         returning to_char(month, 'YYYY-MM') as month`,
        [publisherId],
      );
      return rows[0]?.month ?? '';
    },
    outdateProofs: async (userId) => {
      await pool.query('update session set proved_at = null where user_id = $1', [userId]);
    },
    beginWithholding: async (publisherId) => {
      await pool.query(
        `update withholding_rate set from_at = now() - interval '1 minute' where publisher_id = $1`,
        [publisherId],
      );
    },
    close: async () => await pool.end(),
  };
}

export const BANK = {
  type: 'bank_account',
  accountName: 'Harbour News',
  bankName: 'Quayside Bank',
  iban: 'DE89370400440532013000',
};
export const PAYPAL = { type: 'paypal', paypalEmail: 'accounts@harbour.example' };

export async function addProfile(session: Session, name: string, details: object): Promise<number> {
  return (await session.post<{ id: number }>('/publisher/payment/profiles', { name, details })).id;
}

export async function withdraw(session: Session, amount: number, profileId: number): Promise<number> {
  const body = { amount, profileId };
  return (await session.post<{ id: number }>('/publisher/payment/withdrawals', body)).id;
}
