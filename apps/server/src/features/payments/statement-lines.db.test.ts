import { availableOf, pendingOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { closeMonths } from '../../jobs/close-months.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { closedMonths, readStatement } from './statements.ts';
import { idOf, newKey, PAYMENT, PaymentWorld } from './testing/payment-world.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
});
beforeEach(async () => {
  await world.newPublishers();
});
afterAll(async () => {
  await world.api.close();
});

let posted = 0;
async function adjust(
  account: ReturnType<typeof availableOf>,
  amountMicros: bigint,
  detail: Record<string, unknown> = {},
) {
  return await world.api.deps.db.transaction().execute(
    async (trx) =>
      await postTransaction(trx, {
        ...{ kind: 'adjustment', reference: `line:${++posted}`, detail, at: world.api.now },
        entries: adjustmentEntries({ account, amountMicros }),
      }),
  );
}

/** Earned in March by widgets of these websites, each as many micros as its number here, and 100 before there were widgets. */
async function earnedBy(user: TestUser, widgets: readonly (readonly [string, string])[]): Promise<void> {
  const { db } = world.api.deps;
  const earned = widgets.reduce((sum, _widget, index) => sum + BigInt(index + 1), 100n);
  await adjust(pendingOf(user.accountId), earned);
  await sql`insert into earning_month (publisher_id, month, earned_micros)
            values (${user.accountId}, '2026-03-01', ${earned})`.execute(db);
  const ids: number[] = [];
  for (const [domain, name] of widgets) {
    const { rows } = await sql<{ id: number }>`
      with site as (
        insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
        values (${user.accountId}, ${domain}, '{news}', 1000, 'active', left(md5(${`${user.id} ${domain}`}), 24))
        on conflict (analytics_key) do update set domain = excluded.domain returning id)
      insert into widget (website_id, type, name, embed_key)
      select id, 'banner', ${name}, left(md5(${`${user.id} ${ids.length}`}), 24) from site returning id`.execute(
      db,
    );
    ids.push(rows[0]?.id ?? 0);
  }
  // The last one first: of equal ones PostgreSQL gives what was written first.
  for (const [index, id] of [...ids.entries()].reverse()) {
    await sql`insert into earning_month_widget (publisher_id, month, widget_id, earned_micros)
              values (${user.accountId}, '2026-03-01', ${id}, ${BigInt(index + 1)})`.execute(db);
  }
}

/** Given back to advertisers of a month's earnings that were not closed yet. */
async function takenBack(user: TestUser, month: string, micros: readonly bigint[], reason: string) {
  const { db } = world.api.deps;
  const ids: number[] = [];
  for (const each of micros) {
    const { transactionId } = await adjust(pendingOf(user.accountId), -each);
    const { rows } = await sql<{ id: number }>`
      insert into money_correction (kind, account_id, amount_micros, reason, period_from, period_to, status,
        approval_limit_micros, requested_by, requested_at, decided_by, decided_at, ledger_transaction_id)
      values ('spend', ${world.stranger.accountId}, ${each}, ${`${reason} ${each}`}, '2026-03-01', '2026-03-02', 'booked',
        0, ${world.operator.id}, '2026-03-01', ${world.operator.id}, ${world.api.now}, ${transactionId}) returning id`.execute(
      db,
    );
    ids.push(rows[0]?.id ?? 0);
  }
  for (const [index, id] of [...ids.entries()].reverse()) {
    await sql`insert into earning_take_back (correction_id, publisher_id, month, micros)
              values (${id}, ${user.accountId}, ${`${month}-01`}, ${micros[index]})`.execute(db);
  }
  await sql`update earning_month set taken_back_micros = taken_back_micros + ${micros.reduce((sum, each) => sum + each, 0n)}
             where publisher_id = ${user.accountId} and month = ${`${month}-01`}::date`.execute(db);
}

const close = async (at: string) => await closeMonths({ ...world.api.deps, clock: () => new Date(at) });
const statementOf = async (user: TestUser, month = '2026-03') =>
  await readStatement(world.api.deps, user, { month });

it('a statement holds its publisher’s own lines in their order, and nothing of anybody else’s', async () => {
  const { publisher, stranger } = world;
  await sql`update account set company = 'Quay News' where id = ${publisher.accountId}`.execute(
    world.api.deps.db,
  );
  await sql`update app_user set language = 'de' where id = ${publisher.id}`.execute(world.api.deps.db);
  await earnedBy(publisher, [
    ...[['b.example', 'Top'] as const, ['a.example', 'Side'] as const],
    ...[['a.example', 'Bottom'] as const, ['b.example', 'Top'] as const],
  ]);
  await earnedBy(stranger, [['c.example', 'Wide']]);
  await adjust(availableOf(publisher.accountId), 200_000_000n, { reason: 'Goodwill' });
  await world.goOn('2026-03-11T12:00:00Z');
  await takenBack(publisher, '2026-03', [3n, 4n], 'Robots');
  await takenBack(stranger, '2026-03', [5n], 'Others’ robots');
  await adjust(pendingOf(publisher.accountId), 6n);
  await takenBack(publisher, '2026-02', [6n], 'Older robots');
  await world.goOn('2026-03-12T12:00:00Z');
  const profile = idOf(await world.create());
  const cancelled = idOf(await world.withdraw(60, profile));
  const path = `${PAYMENT}/withdrawals/${cancelled}/cancel`;
  await world.api.call('POST', path, { token: publisher.token, headers: newKey() });
  const rejected = idOf(await world.withdraw(70, profile));
  await world.act(rejected, 'reject', 'Wrong holder');
  await adjust(availableOf(publisher.accountId), 8n);
  // What came back covered something that others were refunded.
  const covered = { correctionId: 1, payoutId: rejected, reason: 'Robots of February' };
  await adjust(availableOf(publisher.accountId), -9n, covered);
  await world.asked(90, stranger);
  await close('2026-04-01T00:01:00Z');
  const mine = await statementOf(publisher);
  expect(mine.earnings.map(({ website, widget, micros }) => [website, widget, micros])).toEqual([
    ['a.example', 'Bottom', 3n],
    ['a.example', 'Side', 2n],
    ['b.example', 'Top', 1n],
    ['b.example', 'Top', 4n],
    [null, null, 100n],
  ]);
  const to = (id: number) => `PO-${id} an First Bank •••• 3000`;
  expect(mine.entries.map(({ at, kind, text, micros }) => [at.getUTCDate(), kind, text, micros])).toEqual([
    [10, 'adjustment', 'Goodwill', 200_000_000n],
    [11, 'adjustment', 'Robots 3', -3n],
    [11, 'adjustment', 'Robots 4', -4n],
    [12, 'withdrawal', to(cancelled), -60_000_000n],
    // Whoever takes a withdrawal back says not why.
    [12, 'return', to(cancelled), 60_000_000n],
    [12, 'withdrawal', to(rejected), -70_000_000n],
    [12, 'return', `${to(rejected)}: Wrong holder`, 70_000_000n],
    [12, 'adjustment', '', 8n],
    [12, 'adjustment', 'Robots of February', -9n],
  ]);
  expect(mine).toMatchObject({
    ...{ openingMicros: 0n, earnedMicros: 110n, adjustedMicros: 199_999_992n, withdrawnMicros: 130_000_000n },
    ...{ returnedMicros: 130_000_000n, closingMicros: 200_000_102n, language: 'de' },
    publisher: ['Quay News', 'Ada Byron', publisher.email],
  });
  const others = await statementOf(stranger);
  expect(others.earnings.map(({ website, micros }) => [website, micros])).toEqual([
    ['c.example', 1n],
    [null, 100n],
  ]);
  expect(others.entries.map(({ text }) => text.replace(/PO-\d+/, 'PO'))).toEqual([
    ...['Others’ robots 5', '', 'PO to First Bank •••• 3000'],
  ]);
  expect(others.language).toBe('en');
  expect(others.publisher).toHaveLength(2);
});

it('statements are of months with figures that were written down as they were closed, the newest first', async () => {
  const { publisher, stranger } = world;
  await world.earn(60);
  await world.earn(70, stranger);
  await close('2026-05-01T00:01:00Z');
  const months = async (user: TestUser) => await closedMonths(world.api.deps, user);
  expect([await months(publisher), await months(stranger)]).toEqual([
    ['2026-04', '2026-03'],
    ['2026-04', '2026-03'],
  ]);
  expect((await statementOf(publisher, '2026-04')).openingMicros).toBe(60_000_000n);
  // Closed before that was done.
  await sql`update earning_month set available_sequence = null where publisher_id = ${publisher.accountId}`.execute(
    world.api.deps.db,
  );
  await expect(statementOf(publisher)).rejects.toMatchObject({ code: 'not_found' });
  expect([await months(publisher), await months(stranger)]).toEqual([[], ['2026-04', '2026-03']]);
});

it('a statement keeps its days when the network moves to another zone', async () => {
  await world.goOn('2026-03-31T23:30:00Z');
  await world.earn(60);
  await close('2026-04-01T00:01:00Z');
  const before = await statementOf(world.publisher);
  await world.goOn('2026-04-02T12:00:00Z');
  const settings = (await world.get('/operator/settings', world.operator)).data as object;
  const moved = { ...settings, timeZone: 'Asia/Tokyo' };
  expect((await world.send('PUT', '/operator/settings', moved, world.operator)).status).toBe(200);
  expect(await statementOf(world.publisher)).toEqual(before);
  expect([before.timeZone, before.entries.map(({ day }) => day)]).toEqual(['UTC', ['2026-03-31']]);
});
