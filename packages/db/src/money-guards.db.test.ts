import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

/** What is below zero for nobody but the network, whatever a program that books gets wrong. */
const OWNED = ['advertiser_wallet', 'publisher_pending', 'publisher_available', 'payouts_in_flight'];

let database: TestDatabase;
let accountId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  accountId = await idOf(`insert into account (status) values ('active') returning id`);
});
afterAll(async () => await database.drop());

async function idOf(text: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await database.pool.query<{ id: number | bigint }>(text, [...values]);
  return Number(rows[0]?.id);
}

let references = 0;
/** Books so much from one of the network's to another account, as SQL may that asks nobody. */
async function book(ledgerAccountId: number, micros: number): Promise<void> {
  references += 1;
  await database.pool.query(
    `with t as (insert into ledger_transaction (kind, reference, detail) values ('adjustment', $3, '{}') returning id)
     insert into ledger_entry (transaction_id, account_id, amount_micros)
     select t.id, each.account_id, each.micros
       from t, (values ($1::int, $2::bigint), ((select id from ledger_account where kind = 'adjustments'), -$2::bigint))
               as each(account_id, micros)`,
    [ledgerAccountId, micros, `guard:${references}`],
  );
}

it.each(OWNED)('no %s goes below zero, not by a micro', async (kind) => {
  const ledgerAccountId = await idOf(
    'insert into ledger_account (kind, owner_id) values ($1, $2) returning id',
    [kind, accountId],
  );
  await book(ledgerAccountId, 5);
  await expect(book(ledgerAccountId, -6)).rejects.toMatchObject({ code: '23514' });
  await book(ledgerAccountId, -5);
  const left = await database.pool.query('select balance_micros from ledger_account where id = $1', [
    ledgerAccountId,
  ]);
  expect(left.rows).toEqual([{ balance_micros: 0n }]);
});

it('each account that somebody owns is one of these, and the network’s are others', async () => {
  const { rows } = await database.pool.query<{ kind: string }>(
    'select kind from ledger_account where owner_id is null',
  );
  const kinds = rows.map(({ kind }) => kind);
  expect(kinds.filter((kind) => OWNED.includes(kind))).toEqual([]);
  for (const kind of kinds) {
    const owned = database.pool.query('insert into ledger_account (kind, owner_id) values ($1, $2)', [
      kind,
      accountId,
    ]);
    await expect(owned).rejects.toMatchObject({ code: '23514' });
  }
  for (const kind of OWNED) {
    const nobodys = database.pool.query('insert into ledger_account (kind) values ($1)', [kind]);
    await expect(nobodys).rejects.toMatchObject({ code: '23514' });
  }
});

it('entries that do not sum to zero are none', async () => {
  const add = database.pool.query(
    `with t as (insert into ledger_transaction (kind, reference, detail) values ('adjustment', 'guard:odd', '{}') returning id)
     insert into ledger_entry (transaction_id, account_id, amount_micros)
     select t.id, a.id, 1 from t, ledger_account a where a.kind = 'adjustments'`,
  );
  await expect(add).rejects.toMatchObject({ code: '23514' });
});

/** With a column of each. */
const WRITTEN_ONCE = {
  ledger_entry: 'amount_micros',
  ledger_transaction: 'reference',
  closed_month: 'month',
  spend_refund_line: 'correction_id',
  earning_take_back: 'month',
} as const;

it.each(Object.entries(WRITTEN_ONCE))(
  'what is in %s is changed and removed by nobody',
  async (table, column) => {
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      expect([statement, await refusal(statement)]).toEqual([
        statement,
        expect.stringMatching(/is append-only$/),
      ]);
  },
);

/** Rows of one account of which there is one at most, as two that are written at once would each be the first. */
const ONE_AT_MOST = {
  'profile that is paid to unless said otherwise': `insert into payment_profile
    (publisher_id, name, type, details_sealed, masked, is_default) values ($1, 'Main', 'paypal', '', '{}', true)`,
  'card that pays unless said otherwise': `insert into payment_method
    (advertiser_id, gateway, gateway_id, brand, last4, expires_month, expires_year, is_default)
    values ($1, 'stripe', gen_random_uuid()::text, 'visa', '4242', 1, 2030, true)`,
  'top-up under way': `insert into deposit (advertiser_id, gateway, amount_micros, reference, automatic)
    values ($1, 'stripe', 10000, gen_random_uuid()::text, true)`,
} as const;

it.each(Object.entries(ONE_AT_MOST))('an account has one %s', async (_what, insert) => {
  await database.pool.query(insert, [accountId]);
  await expect(database.pool.query(insert, [accountId])).rejects.toMatchObject({ code: '23505' });
  const other = await idOf(`insert into account (status) values ('active') returning id`);
  await database.pool.query(insert, [other]);
});

it('an order is a campaign’s once, and a click without one converts once', async () => {
  const campaign = `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
    values ($1, 'Spring', 'TRAFFIC', 1, '2026-03-01', gen_random_uuid()::text) returning id`;
  const [one, other] = [await idOf(campaign, [accountId]), await idOf(campaign, [accountId])];
  let sequence = 0;
  const convert = async (campaignId: number, orderId: string | null, at = ++sequence) =>
    await database.pool.query(
      `insert into campaign_conversion (campaign_id, shard, minute, sequence, order_id, converted_at)
       values ($1, 1, 1, $3, $2, now())`,
      [campaignId, orderId, at],
    );
  await convert(one, 'A-1');
  await convert(other, 'A-1');
  await expect(convert(one, 'A-1')).rejects.toMatchObject({ code: '23505' });
  await convert(one, null, 100);
  await expect(convert(one, null, 100)).rejects.toMatchObject({ code: '23505' });
});

it('what an ad set and a widget brought in a day is what was charged, shared out', async () => {
  const spend = async (publisherMicros: number) =>
    await database.pool.query(
      `insert into spend_day (day, ad_set_id, widget_id, charged_micros, publisher_micros, network_micros)
       values ('2026-03-01', 1, 1, 10, $1, 3)`,
      [publisherMicros],
    );
  for (const wrong of [6, 8]) await expect(spend(wrong)).rejects.toMatchObject({ code: '23514' });
  await spend(7);
});

it('a payment at the gateway is one deposit’s', async () => {
  const paid = `insert into deposit (advertiser_id, gateway, gateway_id, amount_micros, reference)
    values ($1, 'stripe', 'pi_1', 10000, gen_random_uuid()::text)`;
  await database.pool.query(paid, [accountId]);
  await expect(database.pool.query(paid, [accountId])).rejects.toMatchObject({ code: '23505' });
});

async function refusal(statement: string): Promise<string> {
  return await database.pool.query(statement).then(
    () => 'done',
    (cause: unknown) => String(cause),
  );
}
