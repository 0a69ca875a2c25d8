import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { newKey, PaymentWorld } from '../payments/testing/payment-world.ts';

let world: PaymentWorld;
let advertiser: TestUser;

beforeAll(async () => {
  world = await PaymentWorld.open();
});
afterAll(async () => {
  await world.api.close();
});
beforeEach(async () => {
  await world.newPublishers();
  advertiser = await world.api.user({ roles: ['advertiser'] });
  await world.api.deps.db
    .insertInto('account_closing')
    .values({
      ...{ account_id: advertiser.accountId, closed_at: world.api.now, closed_by: 'operator' },
      ...{
        closed_by_user_id: world.operator.id,
        given_up_micros: 0n,
        status_before: 'active',
        persons: '[]',
      },
    })
    .execute();
});

const call = async (path: string, body: object) => {
  const whole = { accountId: advertiser.accountId, amount: 5, reason: 'Shown twice', ...body };
  const { token } = world.operator;
  const answer = await world.api.call('POST', path, { token, body: whole, headers: newKey() });
  return answer.error?.code ?? answer.status;
};
const correct = async () => await call('/operator/corrections', { balance: 'wallet' });
const refund = async () =>
  await call('/operator/corrections/spend', { periodFrom: '2026-01-01', periodTo: '2026-01-02' });
async function offered(): Promise<number> {
  const path = `/operator/corrections/accounts?search=${advertiser.email}`;
  return ((await world.get(path, world.operator)).data as { items: unknown[] }).items.length;
}
const erasing = () =>
  `update account_closing set erased_at = now() where account_id = ${advertiser.accountId}`;

it('an account that was erased is neither corrected nor refunded nor offered; one that is only closed is', async () => {
  expect([await correct(), await refund(), await offered()]).toEqual([200, 'refund_changed', 1]);
  await world.api.pool.query(erasing());
  expect([await correct(), await refund(), await offered()]).toEqual(['account_erased', 'account_erased', 0]);
});

it('of an account that is being erased nothing is booked afterwards', async () => {
  const held = `select id from account where id = ${advertiser.accountId} for update`;
  expect(await whileHeld(world.api.pool, held, correct, 1, erasing())).toEqual({
    waited: true,
    result: 'account_erased',
  });
});
