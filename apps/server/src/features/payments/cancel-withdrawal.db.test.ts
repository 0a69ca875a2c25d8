import { pendingOf, walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries, monthCloseEntries, settlementEntries } from '@placard/domain/ledger/postings';
import { microsFromDollars } from '@placard/domain/micros';
import { PAYOUT_STATUSES } from '@placard/domain/payout/status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { idOf, PAYMENT, PaymentWorld } from './testing/payment-world.ts';

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

const cancel = async (id: number, user = world.publisher) =>
  await world.api.call('POST', `${PAYMENT}/withdrawals/${id}/cancel`, {
    token: user.token,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
const withdrawn = async (amount: number) => {
  await world.earn(amount);
  return idOf(await world.withdraw(amount, idOf(await world.create())));
};
const approvals = async (id: number) =>
  await world.api.deps.db.selectFrom('payout_approval').selectAll().where('payout_id', '=', id).execute();

describe('a withdrawal that is cancelled by its publisher', () => {
  it('is available again at once, and rejected without a reason', async () => {
    const id = await withdrawn(60);
    expect(await world.balances()).toEqual([0, 60]);
    const answer = await cancel(id);
    expect(answer.data).toMatchObject({
      status: 'rejected',
      cancelled: true,
      reason: null,
      completedAt: null,
    });
    expect(await world.balances()).toEqual([60, 0]);
    expect(await world.ledgerSum()).toBe(0n);
    const audit = await world.api.deps.db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'actor_kind'])
      .where('action', '=', 'payout.cancel')
      .where('subject_id', '=', id)
      .execute();
    expect(audit).toEqual([{ actor_user_id: world.publisher.id, actor_kind: 'publisher' }]);
    expect((await cancel(id)).error?.code).toBe('conflict_status');
    expect(await world.balances()).toEqual([60, 0]);
  });

  it('leaves no approval behind, and those of another alone', async () => {
    await world.limitIs(50);
    const [other, id] = [await withdrawn(70), await withdrawn(60)];
    for (const each of [other, id]) await world.act(each, 'process');
    expect(await approvals(id)).toHaveLength(1);
    expect((await cancel(id)).data).toMatchObject({ id, status: 'rejected' });
    expect(await approvals(id)).toEqual([]);
    expect(await approvals(other)).toHaveLength(1);
    expect(await world.balances()).toEqual([60, 70]);
    await world.limitIs(0);
  });

  it('is nobody else’s to cancel', async () => {
    const id = await withdrawn(60);
    expect((await cancel(id, world.stranger)).error?.code).toBe('not_found');
    expect((await cancel(id, world.operator)).error?.code).toBe('forbidden');
    expect(await world.balances()).toEqual([0, 60]);
  });

  it.each(PAYOUT_STATUSES.filter((status) => status !== 'pending'))('not once it is %s', async (status) => {
    const id = await withdrawn(60);
    await world.api.deps.db.updateTable('payout').set({ status }).where('id', '=', id).execute();
    const answer = await cancel(id);
    expect(answer.error).toMatchObject({ code: 'conflict_status' });
    expect(answer.error?.message).toContain(`The payout is ${status} now`);
    expect(await world.balances()).toEqual([0, 60]);
  });

  it('races its operators: exactly one wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.newPublishers();
      const id = await withdrawn(60);
      const calls = [
        () => cancel(id),
        () => world.act(id, 'process'),
        () => cancel(id),
        () => world.act(id, 'reject', 'because'),
      ];
      const answers = await Promise.all(calls.map(async (call) => await call()));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const [available, inFlight] = await world.balances();
      expect(available + inFlight).toBe(60);
      expect(await world.ledgerSum()).toBe(0n);
    }
  });
});

it('total earnings and corrections are what is available, pending, on its way and paid, to the micro', async () => {
  const { db } = world.api.deps;
  const publisherId = world.publisher.accountId;
  const adds = async () => {
    const { available, pending, inFlight, paid, adjusted, total } = (await world.get(PAYMENT)).data as Record<
      'available' | 'pending' | 'inFlight' | 'paid' | 'adjusted' | 'total',
      number
    >;
    const micros = (dollars: number) => microsFromDollars(dollars) ?? 0n;
    expect(micros(total) + micros(adjusted)).toBe(
      micros(available) + micros(pending) + micros(inFlight) + micros(paid),
    );
    return { available, pending, inFlight, paid, adjusted, total };
  };
  expect(await adds()).toMatchObject({ total: 0, adjusted: 0 });
  const nothing = {
    ...{ currency: 'USD', minPayout: 50, nextPaymentDate: '2026-04-01', available: 0, withdrawable: 0 },
    ...{ inFlight: 0, pending: 0, paid: 0, withheld: 0, adjusted: 0, total: 0 },
  };
  expect(await world.summary()).toEqual(nothing);
  const at = world.api.now;
  const earned = 300_123_457n;
  const advertiser = await world.api.user({ roles: ['advertiser'] });
  await db.transaction().execute(async (trx) => {
    const post = async (
      kind: 'adjustment' | 'settlement' | 'month_close',
      entries: Parameters<typeof postTransaction>[1]['entries'],
    ) => {
      await postTransaction(trx, {
        kind,
        reference: `adds:${kind}:${publisherId}:${entries.length}`,
        entries,
        at,
      });
    };
    const wallet = walletOf(advertiser.accountId);
    await post('adjustment', adjustmentEntries({ account: wallet, amountMicros: earned }));
    const line = {
      advertiserId: advertiser.accountId,
      publisherId,
      publisherMicros: earned,
      networkMicros: 0n,
    };
    await post('settlement', settlementEntries([line]));
    await post('month_close', monthCloseEntries({ publisherId, amountMicros: 200_000_001n }));
    await trx
      .insertInto('earning_month')
      .values({ publisher_id: publisherId, month: '2026-03-01', earned_micros: earned })
      .execute();
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: `adds:back:${publisherId}`,
      entries: adjustmentEntries({ account: pendingOf(publisherId), amountMicros: -7n }),
      at,
    });
  });
  expect(await adds()).toMatchObject({ total: 300.123457, adjusted: -0.000007, pending: 100.123449 });
  await world.earn(0.5);
  const profile = idOf(await world.create());
  const [paid, open, returned] = [
    idOf(await world.withdraw(60, profile)),
    idOf(await world.withdraw(70.25, profile)),
    idOf(await world.withdraw(50, profile)),
  ];
  await world.act(paid, 'process');
  await world.act(paid, 'complete');
  await world.act(open, 'process');
  await cancel(returned);
  expect(await adds()).toMatchObject({ paid: 60, inFlight: 70.25, adjusted: 0.499993, total: 300.123457 });
  expect(await world.summary(world.stranger)).toEqual(nothing);
});

it('whatever else goes wrong while a withdrawal is booked is no lack of money', async () => {
  const { pool } = world.api;
  await world.earn(60);
  const profile = idOf(await world.create());
  await pool.query('alter table ledger_transaction add constraint fails check (false) not valid');
  try {
    const { status, error } = await world.withdraw(60, profile);
    expect([status, error?.code]).toEqual([500, 'internal']);
  } finally {
    await pool.query('alter table ledger_transaction drop constraint fails');
  }
  expect(await world.balances()).toEqual([60, 0]);
});

it('a payout that is completed has a document where its publisher lets the network write them', async () => {
  await world.api.pool.query(`update network_settings set seller_name = 'Placard GmbH', seller_address = 'Row 9',
    seller_country = 'DE', seller_vat_number = 'DE136695976'`);
  const details = {
    name: 'Field & Sons',
    address: 'Lane 1',
    country: 'DE',
    vatNumber: '',
    registrationNumber: '12',
  };
  await world.send('PUT', '/auth/billing-details', { ...details, isBusiness: true, version: 0 });
  await world.send('PUT', `${PAYMENT}/self-billing`, { agrees: true });
  await world.act(await world.payoutInProcessing(60), 'complete');
  const { data } = await world.get(`${PAYMENT}/self-billing/documents`);
  expect(data).toMatchObject({ items: [{ amount: 60 }] });
});

describe('tax withheld of a withdrawal', () => {
  const requested = async (id: number) => {
    const rows = world.api.deps.db.selectFrom('audit_log').select('detail').where('subject_id', '=', id);
    return (await rows.where('action', '=', 'payout.request').executeTakeFirstOrThrow()).detail;
  };

  it('is told to whoever asks for it, written down, and counted once it is paid', async () => {
    const rate = { publisherId: world.publisher.accountId, country: null, withholdingPercent: 12.5 };
    const days = { fromDay: '2026-03-11', lastDay: null, reason: 'By law' };
    await world.send('POST', '/operator/withholding-rates', { ...rate, ...days }, world.operator);
    await world.goOn('2026-03-11T12:00:00Z');
    await world.earn(400);
    const profileId = idOf(await world.create());
    const { data } = await world.withdraw(400, profileId);
    const { id } = data as { id: number };
    expect(data).toMatchObject({ withholdingPercent: 12.5, withheld: 50, net: 350 });
    const asked = { amountMicros: '400000000', method: 'bank_transfer', profileId };
    expect(await requested(id)).toEqual({ ...asked, withholdingPercent: 12.5, withheldMicros: '50000000' });
    const mails = world.api.deps.db.selectFrom('mail_outbox').select('body_text');
    const mail = mails.where('to_email', '=', world.publisher.email).orderBy('id', 'desc').limit(1);
    const { body_text } = await mail.executeTakeFirstOrThrow();
    expect(body_text).toContain('USD 50.00 of it is withheld as tax (12.5%), USD 350.00 is paid.');
    expect(await world.summary()).toMatchObject({ withheld: 0, paid: 0 });
    await world.act(id, 'process');
    const [, line = ''] = (await world.exportBatch([id])).raw.toString().split('\r\n');
    expect([line.split(',')[3], line.split(',').at(-1)]).toEqual(['350.00', '50.00']);
    await world.act(id, 'complete');
    expect(await world.summary()).toMatchObject({ withheld: 50, paid: 400 });
    expect(await world.summary(world.stranger)).toMatchObject({ withheld: 0, paid: 0 });
  });

  it('is nothing where there is no rate', async () => {
    await world.earn(400);
    const profileId = idOf(await world.create());
    const id = idOf(await world.withdraw(400, profileId));
    expect(await requested(id)).toEqual({
      ...{ amountMicros: '400000000', method: 'bank_transfer', profileId },
    });
    const mails = world.api.deps.db.selectFrom('mail_outbox').select('body_text');
    const { body_text } = await mails
      .where('to_email', '=', world.publisher.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(body_text).not.toContain('tax');
  });
});
