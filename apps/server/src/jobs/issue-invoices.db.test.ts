import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderInvoice } from '../features/billing/invoice-document.ts';
import { readInvoiceDocument } from '../features/billing/invoices.ts';
import { issueDepositInvoice } from '../features/billing/issue-invoice.ts';
import { whileHeld } from '../http/testing/while-held.ts';
import { postTransaction } from '../ledger/post-transaction.ts';
import { settleAvailable } from '../settlement/settle-available.ts';
import {
  bodyOf,
  type EventSpec,
  makeWorld,
  ownerOf,
  shipBatch,
  type World,
} from '../settlement/testing/world.ts';
import { issueMonthInvoices } from './issue-invoices.ts';

const OCTOBER = Date.UTC(2026, 9, 31, 20, 0, 0);
const NOVEMBER = Date.UTC(2026, 10, 1);
const DECEMBER = Date.UTC(2026, 11, 1);
const DAY_MS = 86_400_000;
const CAMPAIGN = { totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] };

let database: TestDatabase;
let nextShard = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function worldOf(campaigns = 2): Promise<World & { readonly advertiserId: number }> {
  const world = await makeWorld(database.db, {
    advertisers: [
      { timeZone: 'Asia/Tokyo', walletMicros: 10n ** 9n, campaigns: Array(campaigns).fill(CAMPAIGN) },
    ],
    widgetsOfPublishers: [1],
  });
  return { ...world, advertiserId: world.adSets[0]?.advertiserId ?? 0 };
}

/** One viewable impression of a thousandth of `cpmMicros`, settled. */
async function spend(world: World, adSet: number, cpmMicros: number, atMs: number, settledAtMs = atMs) {
  const shard = nextShard++;
  const event: Omit<EventSpec, 'kind'> = {
    sequence: 0,
    shard,
    decidedAtMs: atMs,
    eventAtMs: atMs + 2_000,
    adSetId: world.adSets[adSet]?.id ?? 0,
    widgetId: world.widgets[0]?.id ?? 0,
    priceMicros: cpmMicros,
  };
  await shipBatch(database.pool, {
    shard,
    spoolOffset: 0,
    body: bodyOf([
      { ...event, kind: 'impression' },
      { ...event, kind: 'viewable' },
    ]),
    recordCount: 2,
    receivedAt: new Date(settledAtMs),
  });
  await settleAvailable({ pool: database.pool, clock: () => new Date(settledAtMs) });
}

const depsAt = (atMs: number, db = database.db) => ({
  db,
  clock: () => new Date(atMs),
  publicUrl: 'https://dashboard.test',
});
const issueAt = async (atMs: number) => await issueMonthInvoices(depsAt(atMs));
const invoicesOf = async (advertiserId: number) =>
  await database.db
    .selectFrom('invoice')
    .select(['number', 'month', 'amount_cents', 'detail'])
    .where('advertiser_id', '=', advertiserId)
    .where('kind', '=', 'month')
    .orderBy('number')
    .execute();
const amountsOf = async (advertiserId: number) =>
  (await invoicesOf(advertiserId)).map((row) => [row.month, row.amount_cents]);

const documentOf = async (advertiserId: number, number: number) =>
  await readInvoiceDocument({ db: database.db }, ownerOf(advertiserId, 'advertiser', 'Asia/Tokyo'), number);

/** All that the ledger took from the wallet for events, and what invoices and the carry come to. */
async function bothSums(advertiserId: number): Promise<[ledger: bigint, invoices: bigint]> {
  const { rows } = await sql<{ ledger: bigint; invoiced: bigint; carried: bigint }>`
    select (select coalesce(-sum(e.amount_micros), 0)::bigint from ledger_entry e
              join ledger_transaction t on t.id = e.transaction_id and t.kind = 'settlement'
              join ledger_account a on a.id = e.account_id
             where a.kind = 'advertiser_wallet' and a.owner_id = ${advertiserId}) as ledger,
           (select coalesce(sum(amount_cents), 0)::bigint from invoice
             where advertiser_id = ${advertiserId} and kind = 'month') as invoiced,
           coalesce((select carried_out_micros from spend_month
                      where advertiser_id = ${advertiserId} order by month desc limit 1), 0) as carried`.execute(
    database.db,
  );
  const [row] = rows;
  return [row?.ledger ?? 0n, (row?.invoiced ?? 0n) * 10_000n + (row?.carried ?? 0n)];
}

it('invoices a month once, line by line, in the network’s zone, and leaves what is late to the next', async () => {
  const world = await worldOf();
  // 0.0123 and 0.0456 dollars; Tokyo is in November already, the network is not.
  await spend(world, 0, 12_300_000, OCTOBER);
  await spend(world, 1, 45_600_000, OCTOBER);
  expect(await issueAt(NOVEMBER - 1)).toEqual([]);
  const runs = await Promise.all([issueAt(NOVEMBER), issueAt(NOVEMBER), issueAt(NOVEMBER)]);
  expect(runs.flat()).toHaveLength(1);
  expect(await amountsOf(world.advertiserId)).toEqual([['2026-10-01', 5n]]);
  const [before] = await invoicesOf(world.advertiserId);
  expect(before?.detail).toMatchObject({
    lines: [{ cents: 1 }, { cents: 4 }],
    notes: [expect.stringContaining('October 2026'), expect.stringContaining('USD 0.0079')],
  });

  // Of October, settled in November: 0.0021 of it complete the cent that 0.0079 were carried for.
  await spend(world, 0, 2_100_000, OCTOBER, NOVEMBER + DAY_MS);
  expect(await issueAt(NOVEMBER + 2 * DAY_MS)).toEqual([]);
  await spend(world, 1, 30_000_000, NOVEMBER + 3 * DAY_MS);
  expect(await issueAt(DECEMBER)).toHaveLength(1);
  expect(await amountsOf(world.advertiserId)).toEqual([
    ['2026-10-01', 5n],
    ['2026-11-01', 4n],
  ]);
  expect((await invoicesOf(world.advertiserId))[0]).toEqual(before);
  const [ledger, invoices] = await bothSums(world.advertiserId);
  expect([ledger, invoices]).toEqual([90_000n, 90_000n]);
  const told = await database.db
    .selectFrom('notification')
    .select(['kind', 'dedup_key'])
    .where('user_id', '=', world.advertiserId)
    .orderBy('id')
    .execute();
  expect(told).toEqual([
    { kind: 'invoice.issue', dedup_key: '2026-10-01' },
    { kind: 'invoice.issue', dedup_key: '2026-11-01' },
  ]);
});

it('invoices late charges alone at the end of their month, and none below a cent', async () => {
  const world = await worldOf(1);
  await spend(world, 0, 9_000_000, OCTOBER);
  expect(await issueAt(NOVEMBER)).toEqual([]);
  await spend(world, 0, 15_500_000, OCTOBER, NOVEMBER + DAY_MS);
  expect(await issueAt(NOVEMBER + 2 * DAY_MS)).toEqual([]);
  expect(await issueAt(DECEMBER)).toHaveLength(1);
  expect(await amountsOf(world.advertiserId)).toEqual([['2026-11-01', 2n]]);
  expect(await bothSums(world.advertiserId)).toEqual([24_500n, 24_500n]);
});

it('closes no month in which nothing was charged, and each in which a millionth was', async () => {
  const [world, other] = [await worldOf(1), await worldOf(1)];
  await spend(world, 0, 20_000_000, OCTOBER);
  await spend(other, 0, 1_000, OCTOBER);
  expect(await issueAt(DECEMBER)).toHaveLength(1);
  const closed = async ({ advertiserId }: { readonly advertiserId: number }) => {
    const months = database.db.selectFrom('spend_month').where('advertiser_id', '=', advertiserId);
    const rows = await months
      .select(['month', 'charged_micros', 'invoice_number'])
      .orderBy('month')
      .execute();
    return rows.map(({ month, charged_micros: micros, invoice_number: number }) => [
      month,
      micros,
      number !== null,
    ]);
  };
  expect(await closed(world)).toEqual([['2026-10-01', 20_000n, true]]);
  expect(await closed(other)).toEqual([['2026-10-01', 1n, false]]);
});

it('makes up for months in which nothing ran, and takes no number for what was broken off', async () => {
  const world = await worldOf(1);
  await spend(world, 0, 40_000_000, OCTOBER);
  await spend(world, 0, 50_000_000, NOVEMBER + DAY_MS);
  const lastNumber = async () =>
    (await database.db.selectFrom('invoice_number').select('last_number').executeTakeFirstOrThrow())
      .last_number;
  const before = await lastNumber();
  const broken = database.db.transaction().execute(async (trx) => {
    expect(await issueMonthInvoices(depsAt(DECEMBER, trx))).toHaveLength(2);
    throw new Error('the machine went away');
  });
  await expect(broken).rejects.toThrow('went away');
  expect([await lastNumber(), await amountsOf(world.advertiserId)]).toEqual([before, []]);

  const deposit = await database.db
    .insertInto('deposit')
    .values({
      advertiser_id: world.advertiserId,
      gateway: 'manual',
      amount_micros: 10_000_000n,
      reference: 'RECEIPT-1',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const receipt = await database.db.transaction().execute(
    async (trx) =>
      await issueDepositInvoice(
        trx,
        {
          id: deposit.id,
          advertiserId: world.advertiserId,
          reference: 'RECEIPT-1',
          amountMicros: 10_000_000n,
        },
        new Date(DECEMBER),
      ),
  );
  expect([receipt.number, await issueAt(DECEMBER)]).toEqual([before + 1, [before + 2, before + 3]]);
  expect(await amountsOf(world.advertiserId)).toEqual([
    ['2026-10-01', 4n],
    ['2026-11-01', 5n],
  ]);
});

it('invoices nothing that could be less afterwards: charges only grow, and what is given back is no charge', async () => {
  const world = await worldOf(1);
  await spend(world, 0, 50_000_000, OCTOBER);
  await issueAt(NOVEMBER);
  const issued = await invoicesOf(world.advertiserId);
  expect(issued).toHaveLength(1);
  const lower = sql`update campaign_month m set charged_micros = m.invoiced_micros - 1
     from campaign c where c.id = m.campaign_id and c.advertiser_id = ${world.advertiserId}`.execute(
    database.db,
  );
  await expect(lower).rejects.toThrow(/campaign_month/);
  const correction = adjustmentEntries({ account: walletOf(world.advertiserId), amountMicros: 5_000n });
  await database.db.transaction().execute(async (trx) => {
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: `test:${world.advertiserId}`,
      entries: correction,
    });
  });
  await issueAt(DECEMBER);
  expect(await invoicesOf(world.advertiserId)).toEqual(issued);
  // Of all that any settlement of these tests has booked, nothing went back into a wallet.
  const { rows } = await sql<{ entries: number; back: number }>`
    select count(*)::int as entries, count(*) filter (where e.amount_micros > 0)::int as back
      from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      join ledger_account a on a.id = e.account_id
     where t.kind = 'settlement' and a.kind = 'advertiser_wallet'`.execute(database.db);
  expect(rows[0]?.entries).toBeGreaterThan(0);
  expect(rows[0]?.back).toBe(0);
});

it('counts a month by the network’s zone', async () => {
  const world = await worldOf(1);
  await database.db.updateTable('network_settings').set({ time_zone: 'America/New_York' }).execute();
  // Still October in New York.
  await spend(world, 0, 40_000_000, NOVEMBER + 3 * 3_600_000);
  expect(await issueAt(NOVEMBER + 4 * 3_600_000 - 1)).toEqual([]);
  expect(await issueAt(NOVEMBER + 4 * 3_600_000)).toHaveLength(1);
  expect(await amountsOf(world.advertiserId)).toEqual([['2026-10-01', 4n]]);
  const [issued] = await invoicesOf(world.advertiserId);
  const document = await documentOf(world.advertiserId, issued?.number ?? 0);
  // Issued on the first, wherever its advertiser looks at it.
  expect(document.timeZone).toBe('America/New_York');
  await database.db.updateTable('network_settings').set({ time_zone: 'UTC' }).execute();
});

it('leaves to the next month what came to one that another run closed meanwhile', async () => {
  const world = await worldOf();
  await spend(world, 0, 90_000_000, OCTOBER);
  const account = `select from account where id = ${world.advertiserId} for no key update`;
  const closed = `insert into spend_month (advertiser_id, month, charged_micros, carried_in_micros, carried_out_micros)
    values (${world.advertiserId}, '2026-10-01', 1, 0, 1)`;
  const run = async () => await issueAt(NOVEMBER);
  expect((await whileHeld(database.pool, account, run, 1, closed)).waited).toBe(true);
  expect(await amountsOf(world.advertiserId)).toEqual([]);
  await issueAt(DECEMBER);
  expect(await amountsOf(world.advertiserId)).toEqual([['2026-11-01', 9n]]);
});

it('is a document of as many pages as its lines need', async () => {
  const world = await worldOf(30);
  for (let index = 0; index < 30; index += 1) await spend(world, index, 40_000_000, OCTOBER);
  const [number = 0] = await issueAt(NOVEMBER);
  const document = await documentOf(world.advertiserId, number);
  expect([document.title, document.lines.length, document.totalCents]).toEqual(['Invoice', 30, 120n]);
  const pdf = Buffer.from(await renderInvoice(document)).toString('latin1');
  expect(pdf.startsWith('%PDF')).toBe(true);
  expect(pdf.match(/\/Type \/Page\n/g)?.length).toBe(2);
});
