import { approvalsNeeded } from '@placard/domain/payout/approval';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { tieAccount } from '../users/account-ties.ts';
import { outcomeOf, PaymentWorld } from './testing/payment-world.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
});
beforeEach(async () => {
  await world.newPublishers();
  await world.limitIs(1_000);
});
afterAll(async () => {
  await world.api.close();
});

it('two approvals are needed beyond the limit, never where there is none', () => {
  const needed = (amountMicros: bigint, requestedUnderMicros: bigint, presentMicros: bigint) =>
    approvalsNeeded(amountMicros, { requestedUnderMicros, presentMicros });
  expect([needed(100n, 100n, 100n), needed(101n, 100n, 100n), needed(10n ** 15n, 0n, 0n)]).toEqual([1, 2, 1]);
  // The stricter of the two decides, and no limit is the mildest.
  expect([needed(101n, 100n, 0n), needed(101n, 0n, 100n)]).toEqual([2, 2]);
  expect([needed(101n, 100n, 500n), needed(101n, 500n, 100n)]).toEqual([2, 2]);
});

describe('approving', () => {
  it('up to the limit takes one operator', async () => {
    const id = await world.asked(1_000);
    expect((await world.act(id, 'process')).data).toMatchObject({
      status: 'processing',
      approvalsNeeded: 1,
      approvals: [{ name: 'First Desk' }],
    });
  });

  it('beyond it takes two different ones, and the payout stays pending in between', async () => {
    const id = await world.asked(1_000.01);
    const first = await world.act(id, 'process');
    expect(first.data).toMatchObject({
      status: 'pending',
      approvalsNeeded: 2,
      approvals: [{ name: 'First Desk', at: world.api.now.toISOString() }],
      approvedByYou: true,
    });
    const again = await world.act(id, 'process');
    expect([again.status, again.error?.code]).toEqual([409, 'approved_already']);
    const second = await world.act(id, 'process', undefined, world.secondOperator);
    expect(second.data).toMatchObject({
      status: 'processing',
      approvals: [{ name: 'First Desk' }, { name: 'Second Desk' }],
    });
    expect(outcomeOf(await world.act(id, 'complete'))).toBe('completed');
    const audit = await world.api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id', 'detail'])
      .where('subject_kind', '=', 'payout')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(audit.map((row) => [row.action, row.actor_user_id])).toEqual([
      ['payout.request', world.publisher.id],
      ['payout.approve', world.operator.id],
      ['payout.process', world.secondOperator.id],
      ['payout.complete', world.operator.id],
    ]);
    const amountMicros = '1000010000';
    const limits = { limitMicros: '1000000000', requestedUnderMicros: '1000000000' };
    expect(audit.slice(1).map(({ detail }) => detail)).toEqual([
      { amountMicros, ...limits, approvals: 1, needed: 2 },
      { amountMicros, status: { before: 'pending', after: 'processing' } },
      { amountMicros, status: { before: 'processing', after: 'completed' } },
    ]);
  });

  it('waits for what else happens to the money of its publisher, and for nobody else’s', async () => {
    const [id, other] = [await world.asked(60), await world.asked(70)];
    await world.asked(80, world.stranger);
    const held = ({ accountId }: TestUser) => `select from account where id = ${accountId} for no key update`;
    const approve = (payout: number) => async () => outcomeOf(await world.act(payout, 'process'));
    const { pool } = world.api;
    expect(await whileHeld(pool, held(world.publisher), approve(id))).toEqual({
      waited: true,
      result: 'processing',
    });
    expect(await whileHeld(pool, held(world.stranger), approve(other))).toEqual({
      waited: false,
      result: 'processing',
    });
  });

  it('counts once when one operator presses many times at once', async () => {
    const id = await world.asked(2_000);
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await world.act(id, 'process')));
    const outcomes = answers.map(outcomeOf).sort();
    expect(outcomes).toEqual([...Array.from({ length: 7 }, () => 'approved_already'), 'pending']);
  });

  it('by two operators at once takes it on once', async () => {
    const id = await world.asked(2_000);
    const answers = await Promise.all([
      world.act(id, 'process'),
      world.act(id, 'process', undefined, world.secondOperator),
    ]);
    expect(answers.map(outcomeOf).sort()).toEqual(['pending', 'processing']);
    expect(await world.balances()).toEqual([0, 2_000]);
  });

  it('is shown in the order in which it was given, at the same moment that of the operators', async () => {
    const approvers = async () => {
      const id = await world.asked(2_000);
      await world.act(id, 'process', undefined, world.secondOperator);
      return id;
    };
    const names = async (id: number) =>
      ((await world.act(id, 'process')).data as { approvals: { name: string }[] }).approvals.map(
        ({ name }) => name,
      );
    expect(await names(await approvers())).toEqual(['First Desk', 'Second Desk']);
    const id = await approvers();
    await world.goOn('2026-03-10T12:00:01Z');
    expect(await names(id)).toEqual(['Second Desk', 'First Desk']);
  });

  it('is not spared by a limit that was raised after the request', async () => {
    const id = await world.asked(2_000);
    for (const limit of [5_000, 0]) {
      await world.limitIs(limit);
      expect((await world.get('/operator/payouts?status=pending', world.operator)).data).toMatchObject({
        items: expect.arrayContaining([expect.objectContaining({ id, approvalsNeeded: 2 })]),
      });
    }
    expect(outcomeOf(await world.act(id, 'process'))).toBe('pending');
    expect(outcomeOf(await world.act(id, 'process'))).toBe('approved_already');
    expect(outcomeOf(await world.act(id, 'process', undefined, world.secondOperator))).toBe('processing');
  });

  it('takes one operator where the limit was raised before the request', async () => {
    await world.limitIs(5_000);
    const [up, beyond] = [await world.asked(2_000), await world.asked(5_001)];
    expect(outcomeOf(await world.act(up, 'process'))).toBe('processing');
    expect(outcomeOf(await world.act(beyond, 'process'))).toBe('pending');
    await world.limitIs(0);
    expect(outcomeOf(await world.act(await world.asked(9_000), 'process'))).toBe('processing');
  });

  it('takes two of what is still pending where the limit was lowered', async () => {
    const id = await world.asked(900);
    await world.changePayoutSettings({ approvalLimit: 500 });
    expect(outcomeOf(await world.act(id, 'process'))).toBe('pending');
    expect(outcomeOf(await world.act(id, 'process', undefined, world.secondOperator))).toBe('processing');
  });

  it('is judged by the limit that stands then, should it be lowered meanwhile', async () => {
    const id = await world.asked(900);
    const held = 'select from payout_settings for update';
    const lowered = 'update payout_settings set approval_limit_micros = 899999999';
    const act = async () => outcomeOf(await world.act(id, 'process'));
    expect(await whileHeld(world.api.pool, held, act, 1, lowered)).toEqual({
      waited: true,
      result: 'pending',
    });
  });

  it('does not count of somebody who is no active operator any more', async () => {
    const [left, demoted] = [
      await world.api.user({ roles: ['operator'] }),
      await world.api.user({ roles: ['operator'] }),
    ];
    const { db } = world.api.deps;
    const id = await world.asked(2_000);
    expect(outcomeOf(await world.act(id, 'process', undefined, left))).toBe('pending');
    await db.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', left.id).execute();
    expect(outcomeOf(await world.act(id, 'process', undefined, demoted))).toBe('pending');
    await db.deleteFrom('user_role').where('user_id', '=', demoted.id).execute();
    expect(outcomeOf(await world.act(id, 'process'))).toBe('pending');
    expect(outcomeOf(await world.act(id, 'process', undefined, world.secondOperator))).toBe('processing');
  });

  it('can still be rejected by one operator', async () => {
    const id = await world.asked(2_000);
    await world.act(id, 'process');
    expect(outcomeOf(await world.act(id, 'reject', 'Wrong holder', world.secondOperator))).toBe('rejected');
    expect(await world.balances()).toEqual([2_000, 0]);
    expect(outcomeOf(await world.act(id, 'process', undefined, world.secondOperator))).toBe(
      'conflict_status',
    );
  });
});

describe('two people', () => {
  const tie = async (kind: 'invite' | 'roles' | 'reset' | 'totp_reset', userId: number, byUserId: number) =>
    await tieAccount(world.api.deps.db, { kind, userId, byUserId, at: world.api.now });
  const approve = async (id: number, by: TestUser) =>
    outcomeOf(await world.act(id, 'process', undefined, by));
  const newOperator = async () => await world.api.user({ roles: ['operator'] });

  it.each(['invite', 'roles', 'reset', 'totp_reset'] as const)(
    'are not those of whom one had the means to be the other (%s), in either order',
    async (kind) => {
      const [maker, made, third] = [await newOperator(), await newOperator(), await newOperator()];
      const [first, second] = [await world.asked(2_000), await world.asked(3_000)];
      await tie(kind, made.id, maker.id);
      expect([await approve(first, maker), await approve(first, made)]).toEqual(['pending', 'approver_tied']);
      expect([await approve(second, made), await approve(second, maker)]).toEqual([
        'pending',
        'approver_tied',
      ]);
      // The refused one has not approved: a third is not the third but the second.
      expect([await approve(first, third), await approve(second, third)]).toEqual([
        'processing',
        'processing',
      ]);
    },
  );

  it('are those who were invited by somebody else', async () => {
    const [maker, one, two] = [await newOperator(), await newOperator(), await newOperator()];
    for (const made of [one, two]) await tie('invite', made.id, maker.id);
    const id = await world.asked(2_000);
    expect([await approve(id, one), await approve(id, two)]).toEqual(['pending', 'processing']);
  });

  it('were operators when the payout was requested', async () => {
    const { api } = world;
    const id = await world.asked(2_000);
    const asOf = api.now;
    api.now = new Date(asOf.getTime() + 1);
    const late = await newOperator();
    api.now = asOf;
    const inTime = await newOperator();
    expect(await approve(id, late)).toBe('approver_new');
    expect([await approve(id, world.operator), await approve(id, late)]).toEqual(['pending', 'approver_new']);
    expect(await approve(id, inTime)).toBe('processing');
  });

  it('an invited operator counts from the day of accepting, and never with the inviter', async () => {
    const { api, operator } = world;
    const body = { email: 'sock@example.com', roles: ['operator'], currentPassword: PASSWORD };
    const invited = await api.call('POST', '/operator/users/invite', { token: operator.token, body });
    const token = new URL((invited.data as { inviteUrl: string }).inviteUrl).searchParams.get('token');
    const id = await world.asked(2_000);
    api.now = new Date(api.now.getTime() + 60_000);
    const accepted = await api.call('POST', '/auth/links/accept', {
      body: { token, firstName: 'Sock', lastName: 'Puppet', password: 'Another-Horse-2' },
    });
    const sock = { ...operator, token: (accepted.data as { token: string }).token };
    expect(await approve(id, sock)).toBe('approver_new');
    const later = await world.asked(3_000);
    expect([await approve(later, operator), await approve(later, sock)]).toEqual([
      'pending',
      'approver_tied',
    ]);
  });
});

describe('one’s own payout', () => {
  it.each([
    ['process', 'pending'],
    ['reject', 'pending'],
    ['complete', 'processing'],
    ['fail', 'processing'],
  ] as const)('cannot be decided about: %s', async (action, status) => {
    const both = await world.api.user({ roles: ['operator', 'publisher'] });
    const id = await world.asked(60, both);
    if (status === 'processing') await world.act(id, 'process');
    const refused = await world.act(id, action, 'because', both);
    expect([refused.status, refused.error?.code]).toEqual([409, 'own_payout']);
    const list = (await world.get(`/operator/payouts?search=${both.email}`, both)).data as {
      items: object[];
    };
    expect(list.items).toMatchObject([{ id, status, isYours: true }]);
    expect(outcomeOf(await world.act(id, action, 'because'))).not.toBe('own_payout');
  });
});

describe('the payout settings', () => {
  const ACCOUNT = { accountName: 'Placard Network', iban: 'NL91 ABNA 0417 1643 00', bic: 'ABNANL2A' };

  it('hold the limit and the paying account, which is never shown or logged', async () => {
    const changed = await world.changePayoutSettings({ approvalLimit: 250.5, debtor: ACCOUNT });
    expect(changed.data).toMatchObject({
      approvalLimit: 250.5,
      debtor: { accountName: 'Placard Network', iban: 'NL •••• 4300', bic: '••••' },
      currency: 'USD',
    });
    // Kept when it is not sent.
    expect((await world.changePayoutSettings({ approvalLimit: 200 })).data).toMatchObject({
      approvalLimit: 200,
      debtor: { iban: 'NL •••• 4300' },
    });
    const { items } = (await world.get('/operator/audit?subjectKind=settings', world.operator)).data as {
      items: { detail: object }[];
    };
    expect(items.slice(0, 2).map((item) => item.detail)).toEqual([
      { approvalLimit: { before: 250.5, after: 200 } },
      { approvalLimit: { before: 1_000, after: 250.5 }, payingAccount: 'replaced' },
    ]);
    const row = await world.api.deps.db.selectFrom('payout_settings').selectAll().executeTakeFirstOrThrow();
    expect(`${row.debtor_sealed?.toString('latin1')} ${JSON.stringify(row.debtor_masked)}`).not.toContain(
      '0417164300',
    );
    const { version } = changed.data as { version: number };
    expect((await world.changePayoutSettings({ debtor: { ...ACCOUNT, bic: '' } })).data).toMatchObject({
      version: version + 2,
      debtor: { accountName: 'Placard Network', iban: 'NL •••• 4300' },
    });
    expect(await world.changePayoutSettings({ debtor: { ...ACCOUNT, bic: '' } })).not.toHaveProperty(
      'data.debtor.bic',
    );
    expect((await world.changePayoutSettings({ debtor: null })).data).toMatchObject({ debtor: null });
    const { data } = await world.get('/operator/audit?subjectKind=settings', world.operator);
    expect((data as { items: { detail: object }[] }).items[0]?.detail).toEqual({ payingAccount: 'removed' });
  });

  it('are told to every operator when another limit or account stands, and not when nothing does', async () => {
    const told = async () => {
      const rows = await world.api.deps.db
        .selectFrom('notification')
        .select('detail')
        .where('kind', '=', 'operator.change')
        .where('user_id', '=', world.operator.id)
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ detail }) => detail as { change: string; about: string });
    };
    await world.changePayoutSettings({ approvalLimit: 700, debtor: null });
    const before = (await told()).length;
    // Operators who came later were told less of what was before.
    const { newest } = await world.api.deps.db
      .selectFrom('notification')
      .select((eb) => eb.fn.max('id').as('newest'))
      .executeTakeFirstOrThrow();
    await world.changePayoutSettings({ approvalLimit: 700 });
    expect(await told()).toHaveLength(before);
    await world.changePayoutSettings({ approvalLimit: 0 });
    await world.changePayoutSettings({ approvalLimit: 0, debtor: ACCOUNT });
    await world.changePayoutSettings({ approvalLimit: 700, debtor: null });
    expect((await told()).slice(0, -before)).toMatchObject([
      { change: 'paying_account', about: '–' },
      { change: 'approval_limit', about: 'USD 0.00 → USD 700.00' },
      { change: 'paying_account', about: '•••• 4300' },
      { change: 'approval_limit', about: 'USD 700.00 → USD 0.00 (2026-03-11 12:00 UTC)' },
    ]);
    const everybody = await world.api.deps.db
      .selectFrom('notification')
      .select((eb) => ['user_id', eb.fn.countAll<string>().as('count')])
      .where('kind', '=', 'operator.change')
      .where('id', '>', newest)
      .groupBy('user_id')
      .execute();
    expect(everybody.length).toBeGreaterThan(1);
    expect(new Set(everybody.map(({ count }) => Number(count)))).toEqual(new Set([4]));
  });

  it('are refused where they make no sense, or were changed meanwhile', async () => {
    const issues = async (change: object) =>
      (await world.changePayoutSettings(change)).error?.issues?.map((one) => `${one.path} ${one.code}`);
    expect(await issues({ approvalLimit: -1 })).toEqual(['approvalLimit amount_too_small']);
    expect(await issues({ debtor: { accountName: '', iban: '', bic: 'X' } })).toEqual([
      'debtor.accountName account_name_required',
      'debtor.iban required',
      'debtor.bic swift_invalid',
    ]);
    expect(await issues({ debtor: { ...ACCOUNT, bic: 'COBADEFF' } })).toEqual([
      'debtor.bic swift_iban_country',
    ]);
    expect(
      await issues({ debtor: { accountName: '日本', iban: 'PK36SCBL0000001123456702', bic: '' } }),
    ).toEqual(['debtor.accountName account_name_not_latin', 'debtor.iban iban_not_sepa']);
    expect((await world.changePayoutSettings({ version: 1 })).error?.code).toBe('conflict_version');
    // Of two who saw the same, the second has to look again.
    const { version } = (await world.get('/operator/payouts/settings', world.operator)).data as {
      version: number;
    };
    const put = async (approvalLimit: number) =>
      (await world.send('PUT', '/operator/payouts/settings', { version, approvalLimit }, world.operator))
        .status;
    const held = 'select from payout_settings for update';
    const both = async () => await Promise.all([put(600), put(800)]);
    const { result } = await whileHeld(world.api.pool, held, both, 2);
    expect(result.sort()).toEqual([200, 409]);
  });
});
