import type { Db } from '@placard/db/database';
import { DIFFERENCES_KEPT } from '@placard/domain/ledger/reconciliation';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../../settlement/testing/world.ts';
import { exportContext } from '../payments/export-payouts.ts';
import { PaymentWorld } from '../payments/testing/payment-world.ts';
import { checkBankFiles } from './bank-files.ts';
import { LEDGER_CHECKS, type LedgerCheck } from './ledger-checks.ts';
import { fillBooks } from './testing/full-books.ts';

let world: PaymentWorld;
let network: World;
beforeAll(async () => {
  world = await PaymentWorld.open();
  await world.newPublishers();
  network = await fillBooks(world);
  await unguard();
});
afterAll(async () => {
  await world.api.close();
});

/** Has the tables take what no trigger and no foreign key would let them. */
async function unguard(): Promise<void> {
  await world.api.pool.query(`do $$ declare one record; begin
    for one in select conrelid::regclass as of, conname from pg_constraint
                where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace loop
      execute format('alter table %s drop constraint %I', one.of, one.conname);
    end loop;
    for one in select oid::regclass as of from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s disable trigger user', one.of);
    end loop;
  end $$`);
}

type Line = { subject: string; id: number; label: string; left_micros: string; right_micros: string };

/** Lines as text, with names for the accounts that are made anew each time. */
async function linesOf(db: Db, check: LedgerCheck): Promise<string[]> {
  const { rows } = await sql<Line>`
    select * from (${LEDGER_CHECKS[check]}) l order by subject, id, label, left_micros`.execute(db);
  const [advertiser, first, second] = [
    network.adSets[0]?.advertiserId,
    network.widgets[0]?.publisherId,
    network.widgets[2]?.publisherId,
  ];
  const names = new Map([
    [advertiser, 'advertiser'],
    [first, 'first'],
    [second, 'second'],
    [world.publisher.accountId, 'paid'],
    [world.stranger.accountId, 'stranger'],
  ]);
  const isOwners = (subject: string) => subject === 'advertiser' || subject === 'publisher';
  return rows.map(({ subject, id, label, left_micros, right_micros }) => {
    const who = isOwners(subject) ? names.get(id) : id;
    const said = label
      .replace(/[0-9a-f]{24}@example\.test/, '@')
      .replace(/user-\d+@example\.com/, '@')
      .replace(/^month:\d+:/, 'month:');
    return [subject, who, said, left_micros, right_micros].join(' | ');
  });
}

/** What differs once statements have been run; they are taken back. */
async function differing(check: LedgerCheck, ...statements: string[]): Promise<string[]> {
  const trx = await world.api.deps.db.startTransaction().execute();
  try {
    for (const statement of statements) await sql.raw(statement).execute(trx);
    const lines = await linesOf(trx, check);
    return lines.filter((line) => {
      const [left, right] = line.split(' | ').slice(-2);
      return left !== right;
    });
  } finally {
    await trx.rollback().execute();
  }
}

describe('the lines of a check', () => {
  it.each<[LedgerCheck, string[]]>([
    ['trial_balance', ['ledger | 0 |  | 0 | 0']],
    [
      'transactions',
      [
        'transaction | 1 | deposit:1 | 0 | 0',
        'transaction | 2 | settlement:1 | 0 | 0',
        'transaction | 3 | settlement:2 | 0 | 0',
        'transaction | 4 | refund:1 | 0 | 0',
        'transaction | 5 | month:2026-02 | 0 | 0',
        'transaction | 6 | month:2026-02 | 0 | 0',
        'transaction | 7 | settlement:3 | 0 | 0',
        ...[8, 9, 10, 11].map((id) => `transaction | ${id} | correction:${id - 7} | 0 | 0`),
      ],
    ],
    [
      'balances',
      [
        'account | 1 | network_revenue | 600000 | 600000',
        'account | 2 | clearing_deposits | -495000000 | -495000000',
        'account | 3 | clearing_payouts | 90000000 | 90000000',
        'account | 4 | adjustments | -1005000000 | -1005000000',
        'account | 5 | withheld_tax | 10000000 | 10000000',
        // 500 came, 5 went back, 53 views at 0.05 of which 13 were given back, 3 were credited.
        'account | 6 | advertiser_wallet @ | 496000000 | 496000000',
        'account | 7 | publisher_pending @ | 0 | 0',
        'account | 8 | publisher_pending @ | 0 | 0',
        'account | 9 | publisher_available @ | 3400000 | 3400000',
        'account | 10 | publisher_available @ | 0 | 0',
        'account | 11 | publisher_available @ | 550000000 | 550000000',
        'account | 12 | payouts_in_flight @ | 350000000 | 350000000',
      ],
    ],
    ['charges', ['advertiser | advertiser | @ | 2650000 | 2650000']],
    ['campaigns', ['campaign | 1 | Autumn | 2650000 | 2650000']],
    ['earnings', ['publisher | first | @ | 1750000 | 1750000', 'publisher | second | @ | 105000 | 105000']],
    [
      'months',
      [
        // Of each month what closing brought or is open, and what its widgets earned; then what is pending.
        'publisher | first | 2026-02 @ | 1400000 | 1400000',
        'publisher | first | 2026-02 @ | 1400000 | 1400000',
        'publisher | first | 2026-03 @ | 0 | 0',
        'publisher | first | 2026-03 @ | 350000 | 350000',
        'publisher | first | @ | 0 | 0',
        'publisher | second | 2026-02 @ | 105000 | 105000',
        'publisher | second | 2026-02 @ | 105000 | 105000',
        'publisher | second | @ | 0 | 0',
      ],
    ],
    ['deposits', ['deposit | 1 | PL-1 | 500000000 | 500000000']],
    ['refunds', ['deposit | 1 | PL-1 | 0 | 0', 'deposit | 1 | PL-1 | 5000000 | 5000000']],
    [
      'corrections',
      [
        'correction | 1 | Kind | 3000000 | 3000000',
        'correction | 2 | Fair | 2000000 | 2000000',
        'correction | 3 | Machines | 150000 | 150000',
        'correction | 3 | Machines | 150000 | 150000',
        'correction | 3 | Machines | 105000 | 105000',
        'correction | 4 | Machines | 500000 | 500000',
        'correction | 4 | Machines | 500000 | 500000',
        'correction | 4 | Machines | 350000 | 350000',
      ],
    ],
    ['payouts', ['payout | 1 | PO-1 | 90000000 | 90000000']],
    ['withheld_tax', ['payout | 1 | PO-1 | 10000000 | 10000000']],
    ['in_flight', ['publisher | paid | @ | 350000000 | 350000000']],
  ])('%s: one for each thing, with what the ledger holds and what else says so', async (check, lines) => {
    const found = await linesOf(world.api.deps.db, check);
    // Which transactions payouts have besides is told elsewhere.
    const told = check === 'transactions' ? found.slice(0, lines.length) : found;
    expect(told.toSorted()).toEqual(lines.toSorted());
  });
});

describe('what only one side says', () => {
  const transaction = (set: string, where: string) => `update ledger_transaction set ${set} where ${where}`;
  const noSpend = ['delete from spend_day', 'delete from spend_batch'];
  /** The refund took 100 less of the publisher, which were on their way, and as much of the payout once it came back. */
  const coveredBy = (payout: number) => [
    'update ledger_entry set amount_micros = amount_micros + 100 where transaction_id = 11 and account_id = 7',
    `insert into ledger_transaction (id, kind, reference) overriding system value
     values (999, 'adjustment', 'correction:4:payout:${payout}')`,
    'insert into ledger_entry values (999, 9, -100, 0, 99)',
  ];

  it.each<[string, LedgerCheck, string[], string[]]>([
    [
      'entries that nothing makes up',
      'transactions',
      ['delete from ledger_entry where transaction_id = 1 and amount_micros < 0'],
      ['transaction | 1 | deposit:1 | 500000000 | 0'],
    ],
    [
      'a transaction without entries',
      'transactions',
      ['delete from ledger_entry where transaction_id = 1'],
      [],
    ],
    [
      'a balance without entries',
      'balances',
      ['delete from ledger_entry where account_id = 12'],
      ['account | 12 | payouts_in_flight @ # | 6 | 0', 'account | 12 | payouts_in_flight @ | 350000000 | 0'],
    ],
    [
      'an account without a balance and without entries',
      'balances',
      [
        'delete from ledger_entry where account_id = 12',
        'update ledger_account set balance_micros = 0, entry_count = 0 where id = 12',
      ],
      [],
    ],
    [
      'a wallet that was charged for nothing',
      'charges',
      noSpend,
      ['advertiser | advertiser | @ | 2650000 | 0'],
    ],
    [
      'a charge that no wallet paid',
      'charges',
      [transaction("kind = 'adjustment'", "kind = 'settlement'")],
      ['advertiser | advertiser | @ | 0 | 2650000'],
    ],
    [
      'earnings of nothing',
      'earnings',
      noSpend,
      ['publisher | first | @ | 1750000 | 0', 'publisher | second | @ | 105000 | 0'],
    ],
    [
      'earnings that nobody got',
      'earnings',
      [transaction("kind = 'adjustment'", "kind = 'settlement'")],
      ['publisher | first | @ | 0 | 1750000', 'publisher | second | @ | 0 | 105000'],
    ],
    [
      'a campaign’s days without a total',
      'campaigns',
      ['delete from campaign_spend'],
      ['campaign | 1 | Autumn | 0 | 2650000'],
    ],
    ['a campaign’s total without days', 'campaigns', noSpend, ['campaign | 1 | Autumn | 2650000 | 0']],
    [
      'a campaign’s total without months',
      'campaigns',
      ['delete from campaign_month'],
      ['campaign | 1 | Autumn | 2650000 | 0'],
    ],
    [
      'months alone',
      'campaigns',
      [...noSpend, 'delete from campaign_spend'],
      ['campaign | 1 | Autumn | 0 | 2650000'],
    ],
    [
      'a campaign of which nothing is there',
      'campaigns',
      [...noSpend, 'delete from campaign_spend', 'delete from campaign_month'],
      [],
    ],
    [
      'a closed month that brought nothing',
      'months',
      [
        'update earning_month set ledger_transaction_id = null where closed_at is not null and earned_micros = 1400000',
      ],
      ['publisher | first | 2026-02 @ | 0 | 1400000'],
    ],
    [
      'what is pending of no month',
      'months',
      ["update ledger_account set balance_micros = 7 where kind = 'publisher_pending'"],
      ['publisher | first | @ | 7 | 0', 'publisher | second | @ | 7 | 0'],
    ],
    [
      'a deposit that was not booked',
      'deposits',
      [transaction("kind = 'adjustment'", "kind = 'deposit'")],
      ['deposit | 1 | PL-1 | 0 | 500000000'],
    ],
    [
      'a deposit that is not there',
      'deposits',
      ['delete from deposit'],
      ['deposit | 0 | deposit:1 | 500000000 | 0'],
    ],
    [
      'a deposit that is not confirmed',
      'deposits',
      [
        "insert into deposit (advertiser_id, gateway, amount_micros, reference) values (1, 'manual', 10000, 'PL-2')",
      ],
      [],
    ],
    [
      'a refund that was not booked',
      'refunds',
      [transaction("kind = 'adjustment'", "kind = 'refund'")],
      ['deposit | 1 | PL-1 | 0 | 5000000'],
    ],
    [
      'a refund that is not there',
      'refunds',
      ['delete from deposit_refund'],
      ['deposit | 0 |  | 5000000 | 0'],
    ],
    [
      'a correction that is not there',
      'corrections',
      ['delete from money_correction where id = 1'],
      ['transaction | 8 | correction:1 | 0 | 1'],
    ],
    [
      'corrections that moved nothing',
      'corrections',
      ['delete from ledger_entry where transaction_id in (8, 9)'],
      ['correction | 1 | Kind | 0 | 3000000', 'correction | 2 | Fair | 0 | 2000000'],
    ],
    [
      'a refund of charges without its lines',
      'corrections',
      ['delete from spend_refund_line where correction_id = 3'],
      [
        ...['correction | 3 | Machines | 150000 | 0', 'correction | 3 | Machines | 150000 | 0'],
        'correction | 3 | Machines | 105000 | 0',
      ],
    ],
    ['what a payout that came back covered of a refund', 'corrections', coveredBy(3), []],
    [
      'what is covered by a payout that did not come back',
      'corrections',
      coveredBy(1),
      ['correction | 4 | Machines | 349900 | 350000', 'transaction | 999 | correction:4:payout:1 | 0 | 1'],
    ],
    [
      'a loss that the books do not have',
      'corrections',
      ['update money_correction set uncovered_micros = 7 where id = 4'],
      ['correction | 4 | Machines | 350000 | 349993'],
    ],
    [
      'a payout that was booked as another',
      'payouts',
      [transaction("reference = 'payout:9:complete'", "reference = 'payout:1:complete'")],
      ['payout | 0 | payout:9:complete | 90000000 | 0', 'payout | 1 | PO-1 | 0 | 90000000'],
    ],
    [
      'tax of a payout that was booked as another’s',
      'withheld_tax',
      [transaction("reference = 'payout:9:complete'", "reference = 'payout:1:complete'")],
      ['payout | 0 | payout:9:complete | 10000000 | 0', 'payout | 1 | PO-1 | 0 | 10000000'],
    ],
    [
      'a payout of somebody else’s on its way',
      'in_flight',
      ["update payout set publisher_id = STRANGER where status = 'pending'"],
      ['publisher | paid | @ | 350000000 | 200000000', 'publisher | stranger | @ | 0 | 150000000'],
    ],
    [
      'what is on its way without a payout',
      'in_flight',
      ["update payout set status = 'rejected' where status in ('pending', 'processing')"],
      ['publisher | paid | @ | 350000000 | 0'],
    ],
  ])('%s: %s', async (_what, check, statements, lines) => {
    const told = statements.map((each) => each.replace('STRANGER', String(world.stranger.accountId)));
    expect((await differing(check, ...told)).toSorted()).toEqual(lines.toSorted());
  });

  it('a payout of which nothing was withheld is no line of withheld tax', async () => {
    const trx = await world.api.deps.db.startTransaction().execute();
    try {
      await sql`update payout set status = 'completed', withheld_micros = 0 where status = 'pending'`.execute(
        trx,
      );
      expect(await linesOf(trx, 'withheld_tax')).toEqual(['payout | 1 | PO-1 | 10000000 | 10000000']);
    } finally {
      await trx.rollback().execute();
    }
  });
});

it(`of what a file for the bank has too much ${DIFFERENCES_KEPT} are kept, and all counted`, async () => {
  const { db, secrets } = world.api.deps;
  const trx = await db.startTransaction().execute();
  try {
    const file = await trx.selectFrom('payout_export').selectAll().executeTakeFirstOrThrow();
    const context = exportContext(file.message_id);
    const text = secrets.open(file.file_sealed, context);
    const line = text.split('\r\n').find((each) => each.startsWith('PO-')) ?? '';
    const more = Array.from({ length: DIFFERENCES_KEPT + 1 }, (_, n) =>
      line.replace(/^PO-\d+/, `PO-${900 + n}`),
    );
    const sealed = secrets.seal(`${text.trimEnd()}\r\n${more.join('\r\n')}\r\n`, context);
    await trx.updateTable('payout_export').set({ file_sealed: sealed }).where('id', '=', file.id).execute();
    const { differing, differences } = await checkBankFiles(trx, secrets);
    expect([differing, differences.length]).toEqual([more.length, DIFFERENCES_KEPT]);
  } finally {
    await trx.rollback().execute();
  }
});
