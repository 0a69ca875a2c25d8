import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitingForDocuments } from '../fairness/documents.ts';
import { limitTransactions } from '../fairness/transaction-turns.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { idOf, PaymentWorld } from '../features/payments/testing/payment-world.ts';
import { ACCOUNT_LIMITS, createAccountTurns } from './account-turns.ts';
import type { Answer, TestUser } from './testing/test-api.ts';

const STORM = 200;
/** Of one account: one that runs and those that may wait behind it. */
const TAKEN = 65;
const SOON = { timeout: 20_000, interval: 5 };
/** How long somebody waits for a turn is measured elsewhere: here nobody is sent away because a machine is slow. */
const patienceMs = 55_000;
const PATIENT = {
  write: { ...ACCOUNT_LIMITS.write, patienceMs },
  read: { ...ACCOUNT_LIMITS.read, patienceMs },
  upload: { ...ACCOUNT_LIMITS.upload, patienceMs },
};

let world: PaymentWorld;
let advertiser: TestUser;

beforeAll(async () => {
  world = await PaymentWorld.open({ accountTurns: createAccountTurns(PATIENT) });
});
beforeEach(async () => {
  await world.newPublishers();
  advertiser = await world.api.user({ roles: ['advertiser'] });
});
afterAll(async () => await world.api.close());

/** Sends so many calls at once and keeps what has been answered so far. */
function storm(call: (index: number) => Promise<Answer>) {
  const answered: Answer[] = [];
  const all = Promise.all(
    Array.from({ length: STORM }, async (_, index) => {
      answered.push(await call(index));
    }),
  );
  return { answered, all, with: (status: number) => answered.filter((answer) => answer.status === status) };
}

/** Keeps everything that somebody owns in the ledger locked until the work is done. */
async function holding(owner: TestUser, work: () => Promise<void>): Promise<void> {
  await world.api.deps.db.transaction().execute(async (trx) => {
    await sql`select id from account where id = ${owner.accountId} for update`.execute(trx);
    await sql`select id from ledger_account where owner_id = ${owner.accountId} for update`.execute(trx);
    await work();
  });
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(world.api.deps.db);
  return rows[0]?.count ?? 0;
}

/** What somebody else does meanwhile: reads and writes of several kinds. */
async function bystanderIsServed(): Promise<void> {
  const { stranger } = world;
  const answers = await Promise.all([
    ...['/publisher/payment', '/publisher/websites', '/auth/profile'].map((path) =>
      world.get(path, stranger),
    ),
    world.create({ type: 'paypal', paypalEmail: 'other@company.test' }, 'Other', stranger),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
}

/** The storm is as large as it gets: whoever found no place is answered, nobody else is. */
async function untilOverflowing({ with: of }: ReturnType<typeof storm>): Promise<void> {
  await vi.waitFor(() => expect(of(429)).toHaveLength(STORM - TAKEN), SOON);
}

describe('200 calls of one account at once', () => {
  it('that withdraw: one connection waits, the others are queued or told when to come again, and nobody else notices', async () => {
    await world.earn(10_000);
    const profileId = idOf(await world.create());
    let withdrawals: ReturnType<typeof storm> | undefined;
    await holding(world.publisher, async () => {
      withdrawals = storm(() => world.withdraw(60, profileId));
      await untilOverflowing(withdrawals);
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), SOON);
      await bystanderIsServed();
      expect(await waitingForLocks()).toBe(1);
      expect(withdrawals.answered).toHaveLength(STORM - TAKEN);
    });
    await withdrawals?.all;
    expect(withdrawals?.with(200)).toHaveLength(20);
    // Twenty wait for the operator then: the rule of withdrawals, not of fairness.
    expect(withdrawals?.with(409)).toHaveLength(TAKEN - 20);
    for (const { headers, error } of withdrawals?.with(429) ?? []) {
      expect([headers['retry-after'], error?.code]).toEqual(['1', 'rate_limited']);
    }
  });

  it('that deposit: the same', async () => {
    const headers = (index: number) => ({ 'idempotency-key': `storm-${index}` });
    const body = { amount: 100, gateway: 'manual' };
    let deposits: ReturnType<typeof storm> | undefined;
    await holding(advertiser, async () => {
      deposits = storm((index) =>
        world.api.call('POST', '/advertiser/deposits', {
          token: advertiser.token,
          body,
          headers: headers(index),
        }),
      );
      await untilOverflowing(deposits);
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), SOON);
      await bystanderIsServed();
    });
    await deposits?.all;
    expect(deposits?.with(200)).toHaveLength(20);
    expect(deposits?.with(409)).toHaveLength(TAKEN - 20);
  });

  it('with one Idempotency-Key: one runs, and no connection waits for its answer', async () => {
    await world.earn(1_000);
    const profileId = idOf(await world.create());
    const key = { 'idempotency-key': 'the-same' };
    let withdrawals: ReturnType<typeof storm> | undefined;
    await holding(world.publisher, async () => {
      withdrawals = storm(() => world.withdraw(60, profileId, world.publisher, key));
      await untilOverflowing(withdrawals);
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), SOON);
    });
    await withdrawals?.all;
    expect(new Set(withdrawals?.with(200).map((answer) => idOf(answer))).size).toBe(1);
    expect(withdrawals?.with(200)).toHaveLength(TAKEN);
  });

  it('that export payouts: one waits for its rows with one connection, and others get their documents', async () => {
    const { operator, publisher } = world;
    await world.earn(1_000);
    const payoutId = idOf(await world.withdraw(60, idOf(await world.create())));
    await world.act(payoutId, 'process');
    const month = await world.closedMonth();
    let exports: ReturnType<typeof storm> | undefined;
    await world.api.deps.db.transaction().execute(async (trx) => {
      await sql`select id from payout where id = ${payoutId} for update`.execute(trx);
      exports = storm(() => world.send('POST', '/operator/payouts/export', { ids: [payoutId] }, operator));
      await untilOverflowing(exports);
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), SOON);
      const documents = await Promise.all(
        ['pdf', 'csv'].map((kind) => world.get(`/publisher/payment/statements/${month}/${kind}`, publisher)),
      );
      expect(documents.map(({ status }) => status)).toEqual([200, 200]);
      expect(await waitingForLocks()).toBe(1);
      expect(exports.answered).toHaveLength(STORM - TAKEN);
    });
    await exports?.all;
    expect(exports?.with(200)).toHaveLength(TAKEN);
  });

  it('that wait for a thread hold no connection: an export begins its transaction when it is its turn', async () => {
    const { db } = world.api.deps;
    const operators = [world.operator, world.secondOperator, await world.api.user({ roles: ['operator'] })];
    const payouts: number[] = [];
    for (const _ of operators) payouts.push(await world.payoutInProcessing(60));
    const inTransactions = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
         where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
        db,
      );
      return rows[0]?.count;
    };
    const answers: Promise<Answer>[] = [];
    const exported = (index: number) => {
      answers.push(world.exportBatch([payouts[index] ?? 0], operators[index]));
    };
    await db.transaction().execute(async (trx) => {
      await sql`select id from payout where id = any(${payouts.slice(0, 2)}::int[]) for update`.execute(trx);
      exported(0);
      exported(1);
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(2), SOON);
      // Both turns are taken; its own payout is free.
      exported(2);
      await vi.waitFor(() => expect(waitingForDocuments()).toBe(1), SOON);
      // Those two and this one.
      expect(await inTransactions()).toBe(3);
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('that ask for documents: each is answered, or told when to come again, and others get theirs', async () => {
    const month = await world.closedMonth();
    const strangers = await world.closedMonth(world.stranger);
    const documents = storm(() => world.get(`/publisher/payment/statements/${month}/csv`));
    const others = await world.get(`/publisher/payment/statements/${strangers}/pdf`, world.stranger);
    expect(others.status).toBe(200);
    await documents.all;
    expect(documents.with(200)).toHaveLength(STORM);
  });

  it('that read: each is answered, or told when to come again', async () => {
    const reads = storm(() => world.get('/publisher/payment'));
    await bystanderIsServed();
    await reads.all;
    expect(reads.with(200)).toHaveLength(STORM);
  });
});

describe('transactions of all accounts', () => {
  it('leave connections for reads: those that wait hold none', async () => {
    const { db } = world.api.deps;
    limitTransactions(db, 2);
    let running = 0;
    let most = 0;
    const ended: (() => void)[] = [];
    const works = Array.from({ length: 20 }, (_, index) =>
      inTransaction(db, async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => ended.push(resolve));
        running -= 1;
        return index;
      }),
    );
    const inTransactions = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'`.execute(db);
      return rows[0]?.count;
    };
    await vi.waitFor(() => expect(ended).toHaveLength(2), SOON);
    expect(await inTransactions()).toBe(2);
    for (let done = 0; done < 20; done += 1) {
      await vi.waitFor(() => expect(ended.length).toBeGreaterThan(0), SOON);
      ended.shift()?.();
    }
    expect(await Promise.all(works)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(most).toBe(2);
  });
});
