import type { StepUpRequirement } from '@placard/domain/account/step-up';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveKey } from '../../http/testing/give-key.ts';
import { guarded } from '../../http/testing/guarded-operations.ts';
import { PASSWORD, type TestUser } from '../../http/testing/test-api.ts';
import { BANK, idOf, newKey, PAYMENT, PaymentWorld } from '../payments/testing/payment-world.ts';

const MINUTE_MS = 60_000;
let world: PaymentWorld;
let user: TestUser;
beforeAll(async () => {
  world = await PaymentWorld.open();
});
beforeEach(async () => {
  await world.newPublishers();
  user = await world.api.user({ roles: ['operator', 'publisher'] });
});
afterEach(async () => {
  await ask('operators');
});
afterAll(async () => {
  await world.api.close();
});

const later = (ms: number) => {
  world.api.now = new Date(world.api.now.getTime() + ms);
};
const ask = async (whom: StepUpRequirement) =>
  await world.api.deps.db.updateTable('network_settings').set({ step_up: whom }).execute();
const stepUp = async (body: object, by = user) => await world.send('POST', '/auth/step-up', body, by);
const addProfile = async (by = user) => await world.create(BANK, 'Main', by);
const codeOf = (answer: { status: number; error: { code: string } | undefined }) =>
  answer.error?.code ?? answer.status;

/** Two-factor sign-in; the step of its first code has passed. */
async function enrol(by = user): Promise<() => string> {
  const begun = await world.send('POST', '/auth/totp', { currentPassword: PASSWORD }, by);
  const secret = Secret.fromBase32((begun.data as { secret: string }).secret);
  const digits = () => new TOTP({ secret }).generate({ timestamp: world.api.now.getTime() });
  await world.send('POST', '/auth/totp/confirm', { code: digits() }, by);
  later(MINUTE_MS);
  return digits;
}

describe('what is asked for', () => {
  it('is a proof for these operations and no others', () => {
    const asking = guarded.filter(({ meta }) => meta.stepUp === true).map(({ name }) => name);
    expect(asking.toSorted()).toEqual([
      'closing.closeAccount',
      'corrections.create',
      'corrections.decide',
      'corrections.refundSpend',
      'minimumBids.create',
      'minimumBids.remove',
      'operator.confirmDeposit',
      'operator.refundDeposit',
      'operator.renewSigningKey',
      'operator.updateSettings',
      'payments.createProfile',
      'payments.deleteProfile',
      'payments.requestWithdrawal',
      'payments.setDefaultProfile',
      'payments.updateProfile',
      'payments.updateSettings',
      'payouts.act',
      'payouts.discardExport',
      'payouts.exportBatch',
      'payouts.updateSettings',
      'shareRates.create',
      'shareRates.end',
      'shareRates.remove',
      'withholding.create',
      'withholding.end',
      'withholding.remove',
    ]);
  });

  it('is refused by each of them to an operator whose proof is old, before anything else is looked at', async () => {
    later(10 * MINUTE_MS);
    for (const { name, method, path, meta } of guarded.filter((one) => one.meta.stepUp === true)) {
      const answer = await world.api.call(method, path, { token: user.token, body: {} });
      expect([name, answer.status, answer.error]).toEqual([
        name,
        403,
        {
          code: 'step_up_required',
          message: 'Money is at stake: confirm with your password or a code of your authenticator app first.',
        },
      ]);
      expect(meta.access).not.toBe('public');
    }
  });

  it('holds for ten minutes from signing in, to the millisecond', async () => {
    later(10 * MINUTE_MS - 1);
    expect(codeOf(await addProfile())).toBe(200);
    later(1);
    expect(codeOf(await addProfile())).toBe('step_up_required');
  });

  it('is asked of operators, of nobody, or of everybody', async () => {
    later(10 * MINUTE_MS);
    const found = async () => [codeOf(await addProfile(user)), codeOf(await addProfile(world.publisher))];
    expect(await found()).toEqual(['step_up_required', 200]);
    await ask('everybody');
    expect(await found()).toEqual(['step_up_required', 'step_up_required']);
    await ask('nobody');
    expect(await found()).toEqual([200, 200]);
  });

  it('is nothing that a program can show: its key was made by who did', async () => {
    await ask('everybody');
    const key = await giveKey(world.api, user, ['money']);
    later(10 * MINUTE_MS);
    const body = { name: 'By key', details: BANK };
    expect((await world.api.call('POST', `${PAYMENT}/profiles`, { token: key, body })).status).toBe(200);
    expect((await world.api.call('POST', '/auth/step-up', { token: key, body: {} })).error?.code).toBe(
      'key_denied',
    );
  });
});

describe('POST /auth/step-up', () => {
  it('by the password goes on for ten minutes, in this session only', async () => {
    const other = await world.api.call('POST', '/auth/login', {
      body: { email: user.email, password: PASSWORD },
    });
    later(10 * MINUTE_MS);
    expect((await stepUp({ currentPassword: PASSWORD })).status).toBe(200);
    const elsewhere = { ...user, token: (other.data as { token: string }).token };
    expect([codeOf(await addProfile()), codeOf(await addProfile(elsewhere))]).toEqual([
      200,
      'step_up_required',
    ]);
    later(10 * MINUTE_MS - 1);
    expect(codeOf(await addProfile())).toBe(200);
    later(1);
    expect(codeOf(await addProfile())).toBe('step_up_required');
  });

  it('leaves the Idempotency-Key of what was refused unused', async () => {
    const profileId = idOf(await addProfile());
    await world.earn(100, user);
    later(10 * MINUTE_MS);
    const headers = newKey();
    const withdraw = async () => await world.withdraw(60, profileId, user, headers);
    expect(codeOf(await withdraw())).toBe('step_up_required');
    await stepUp({ currentPassword: PASSWORD });
    const [first, again] = [await withdraw(), await withdraw()];
    expect([first.status, idOf(again)]).toEqual([200, idOf(first)]);
  });

  it('takes no wrong password, nor none', async () => {
    later(10 * MINUTE_MS);
    expect(codeOf(await stepUp({ currentPassword: 'Wrong-Horse-1' }))).toBe('current_password_wrong');
    expect(codeOf(await stepUp({}))).toBe('invalid_input');
    expect(codeOf(await addProfile())).toBe('step_up_required');
  });

  it('wants a code where two-factor sign-in is set up: the password is not enough, a code works once', async () => {
    const digits = await enrol();
    later(10 * MINUTE_MS);
    const missing = await stepUp({ currentPassword: PASSWORD });
    expect([missing.status, missing.error?.issues?.[0]?.path]).toEqual([422, 'code']);
    const wrong = digits() === '000000' ? '111111' : '000000';
    expect((await stepUp({ code: wrong })).error?.issues?.[0]?.code).toBe('totp_wrong');
    expect(codeOf(await addProfile())).toBe('step_up_required');
    expect((await stepUp({ code: digits() })).status).toBe(200);
    expect(codeOf(await addProfile())).toBe(200);
    expect((await stepUp({ code: digits() })).status).toBe(422);
  });

  it('is guessed no more often than sign-in', async () => {
    const digits = await enrol();
    const wrong = digits() === '000000' ? '111111' : '000000';
    for (let count = 0; count < 10; count += 1) expect((await stepUp({ code: wrong })).status).toBe(422);
    expect(codeOf(await stepUp({ code: digits() }))).toBe('rate_limited');
    const other = await world.api.user({ roles: ['operator'] });
    for (let count = 0; count < 10; count += 1) await stepUp({ currentPassword: 'Wrong-Horse-1' }, other);
    expect(codeOf(await stepUp({ currentPassword: PASSWORD }, other))).toBe('rate_limited');
  });

  it('stands in the audit log, refused or not', async () => {
    await stepUp({ currentPassword: 'Wrong-Horse-1' });
    await stepUp({ currentPassword: PASSWORD });
    const digits = await enrol();
    await stepUp({ code: digits() === '000000' ? '111111' : '000000' });
    await stepUp({ code: digits() });
    const rows = await world.api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('actor_user_id', '=', user.id)
      .where('action', 'in', ['user.password_refused', 'user.code_refused', 'user.step_up'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'user.password_refused', detail: {} },
      { action: 'user.step_up', detail: { by: 'password' } },
      { action: 'user.code_refused', detail: {} },
      { action: 'user.step_up', detail: { by: 'code' } },
    ]);
  });
});

describe('an API key', () => {
  const make = async (scopes: string[], by = user) =>
    codeOf(
      await world.send(
        'POST',
        '/api-keys',
        { name: 'Program', scopes, lifetime: '30_days', currentPassword: PASSWORD },
        by,
      ),
    );

  it('that changes anything wants a recent code of whoever has two-factor sign-in, beside the password', async () => {
    const digits = await enrol();
    later(10 * MINUTE_MS);
    expect([await make(['read']), await make(['read', 'work']), await make(['money'])]).toEqual([
      200,
      'step_up_required',
      'step_up_required',
    ]);
    await stepUp({ code: digits() });
    expect([await make(['work']), await make(['money'])]).toEqual([200, 200]);
  });

  it('wants the password alone of whoever has none, or is not asked', async () => {
    later(10 * MINUTE_MS);
    expect(await make(['money'])).toBe(200);
    await enrol(world.publisher);
    later(10 * MINUTE_MS);
    expect(await make(['money'], world.publisher)).toBe(200);
    await ask('everybody');
    expect(await make(['money'], world.publisher)).toBe('step_up_required');
  });
});
