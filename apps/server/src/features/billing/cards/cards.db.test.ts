import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CardGateway, GatewayAwayError, GatewayRefusedError } from '../../../gateways/card-gateway.ts';
import { syncDeposit } from '../card-payments/sync-deposit.ts';
import { CardWorld } from '../card-payments/testing/card-world.ts';
import { forgetRemovedCards } from './forget-cards.ts';
import { addCard } from './saved-cards.ts';

let world: CardWorld;

beforeAll(async () => {
  world = await CardWorld.open();
});
beforeEach(async () => {
  await world.newAdvertisers();
});
afterAll(async () => {
  await world.close();
});

const remove = async (id: number, user = world.advertiser) =>
  await world.api.call('DELETE', `/advertiser/payment-methods/${id}`, { token: user.token });
const makeDefault = async (id: number, user = world.advertiser) =>
  await world.post(`/advertiser/payment-methods/${id}/default`, {}, user);
const kept = async () =>
  (await world.summary()).paymentMethods.map((card) => `${card.last4}${card.isDefault ? ' default' : ''}`);
const gatewayIdOf = async (id: number) =>
  (
    await world.api.deps.db
      .selectFrom('payment_method')
      .select('gateway_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).gateway_id;

describe('saved cards', () => {
  it('come from the gateway’s page; the first one is the default until another is chosen', async () => {
    expect(await kept()).toEqual([]);
    expect(await world.saveCard('4242')).toMatchObject({ brand: 'visa', last4: '4242', isDefault: true });
    const second = await world.saveCard('4444');
    expect(await kept()).toEqual(['4242 default', '4444']);
    const answers = await Promise.all([makeDefault(second.id), makeDefault(second.id)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await kept()).toEqual(['4444 default', '4242']);
    await remove(second.id);
    // Nobody chooses another one instead.
    expect(await kept()).toEqual(['4242']);
    const logged = await world.api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id', 'detail'])
      .where('subject_kind', '=', 'card')
      .where('subject_id', '=', second.id)
      .orderBy('id')
      .execute();
    const by = { actor_user_id: world.advertiser.id };
    const of = { brand: 'mastercard', last4: '4444' };
    expect(logged).toEqual([
      { ...by, action: 'card.add', detail: of },
      { ...by, action: 'card.set_default', detail: { ...of, isDefault: { before: false, after: true } } },
      { ...by, action: 'card.remove', detail: { ...of, removed: { before: false, after: true } } },
    ]);
  });

  it.each([
    ['did not reach the gateway', 'lost_request', 'failed', 0],
    ['reached it, and its answer was lost', 'lost_answer', 'confirmed', 80],
  ] as const)('that are removed while a payment waits that %s', async (_what, how, status, balance) => {
    const card = await world.saveCard('4242');
    const { id } = await world.request(80, { cardId: card.id });
    world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how, times: 2 });
    await world.pay(id);
    await remove(card.id);
    world.stripe.troubles.length = 0;
    world.later(6_000);
    await world.work();
    expect([await world.statusOf(id), await world.balance()]).toEqual([status, balance]);
  });

  it('that cannot be kept keep no payment from being credited', async () => {
    const { id, page } = await world.openPage(25, true);
    world.stripe.state.enterCard(page, '4242');
    const deps = world.depsWith(() => ({
      listCards: async () => {
        throw new GatewayRefusedError({ code: 'resource_missing', text: 'No such customer.' });
      },
    }));
    await syncDeposit(deps, id);
    expect([await world.statusOf(id), await world.balance()]).toEqual(['confirmed', 25]);
  });

  it('of which the gateway gives no answer are asked for again, and the payment is credited then', async () => {
    const { id, page } = await world.openPage(25, true);
    world.stripe.state.enterCard(page, '4242');
    const deps = world.depsWith(() => ({
      listCards: async () => {
        throw new GatewayAwayError('a time-out');
      },
    }));
    await expect(syncDeposit(deps, id)).rejects.toThrow('no answer');
    expect([await world.statusOf(id), await kept()]).toEqual(['pending', []]);
    await syncDeposit(world.api.deps, id);
    expect([await world.statusOf(id), await kept()]).toEqual(['confirmed', ['4242 default']]);
  });

  it('are the same card when the same number is saved again', async () => {
    const first = await world.saveCard('4242');
    const firstGatewayId = await gatewayIdOf(first.id);
    const firstPage = [...world.stripe.state.sessions.keys()].at(-1);
    await world.saveCard('4242');
    expect(await kept()).toEqual(['4242 default']);
    const { rows } = await world.api.pool.query(
      `select is_default, removed_at from payment_method where id = ${first.id}`,
    );
    expect(rows).toEqual([{ is_default: false, removed_at: world.api.now }]);
    // The one that it took the place of is not there any more, also for who looks at its page again.
    const again = await world.post('/advertiser/payment-methods/check', { checkoutId: firstPage });
    expect(again.data).toEqual({ status: 'left', card: null });
    await world.work();
    expect(world.stripe.state.methods.get(firstGatewayId)?.customer).toBeNull();
  });

  it('of the same number are another’s all the same, and one’s own again after it was removed', async () => {
    await world.saveCard('4242', world.stranger);
    const { id, isDefault } = await world.saveCard('4242');
    expect(isDefault).toBe(true);
    expect((await world.summary(world.stranger)).paymentMethods).toMatchObject([
      { last4: '4242', isDefault: true },
    ]);
    const page = [...world.stripe.state.sessions.keys()].at(-1);
    await remove(id);
    // Whoever comes back late from its page has none of it any more.
    const late = await world.post('/advertiser/payment-methods/check', { checkoutId: page });
    expect(late.data).toEqual({ status: 'left', card: null });
    expect(await world.saveCard('4242')).toMatchObject({ isDefault: true });
    expect(await kept()).toEqual(['4242 default']);
    // Nothing is left for the gateway to forget.
    await world.work();
  });

  it('are forgotten here at once and at the gateway as soon as it answers', async () => {
    const { id } = await world.saveCard('4242');
    const gatewayId = await gatewayIdOf(id);
    world.stripe.troubles.push({ call: /detach/, how: 'fault', times: 1 });
    expect((await remove(id)).status).toBe(200);
    expect(await kept()).toEqual([]);
    await world.work();
    expect(world.stripe.state.methods.get(gatewayId)?.customer).not.toBeNull();
    world.later(5_000);
    await world.work();
    expect(world.stripe.state.methods.get(gatewayId)?.customer).toBeNull();
    // What is told afterwards does not bring it back.
    await world.deliverAll(world.stripe.state.events.slice(-2));
    expect(await kept()).toEqual([]);
    expect((await remove(id)).status).toBe(404);
    const request = { amount: 50, gateway: 'stripe', cardId: id };
    expect((await world.post('/advertiser/deposits', request)).status).toBe(404);
  });

  it('follow what happens at the gateway: removed there, a new expiry date', async () => {
    const first = await world.saveCard('4242');
    const second = await world.saveCard('4444');
    const method = world.stripe.state.methods.get(await gatewayIdOf(second.id));
    if (method === undefined) throw new Error('not saved');
    method.card.exp_year = 2040;
    await world.deliver(world.stripe.state.tell('payment_method.automatically_updated', method));
    expect((await world.summary()).paymentMethods).toMatchObject([{ last4: '4242' }, { expiresYear: 2040 }]);
    world.stripe.state.detach(await gatewayIdOf(first.id));
    await world.deliverAll(world.stripe.state.events.slice(-1));
    expect(await kept()).toEqual(['4444']);
  });

  it('have another month, or another year, as soon as either is told, and those that stay are not touched', async () => {
    const [first, second] = [await world.saveCard('4242'), await world.saveCard('4444')];
    const expiry = async () =>
      (
        (await world.summary()).paymentMethods as (typeof first & {
          expiresMonth: number;
          expiresYear: number;
        })[]
      ).map(({ id, expiresMonth, expiresYear }) => [id, expiresMonth, expiresYear]);
    const [before] = await expiry();
    const method = world.stripe.state.methods.get(await gatewayIdOf(second.id));
    if (method === undefined) throw new Error('not saved');
    for (const [month, year] of [
      [3, method.card.exp_year],
      [3, 2041],
    ] as const) {
      method.card.exp_month = month;
      method.card.exp_year = year;
      await world.deliver(world.stripe.state.tell('payment_method.automatically_updated', method));
      expect(await expiry()).toEqual([before, [second.id, month, year]]);
    }
    expect(before?.[0]).toBe(first.id);
  });

  it('that are gone at the gateway end what was paid by them, and who told is written down', async () => {
    const { id } = await world.saveCard('4242');
    const { token } = world.advertiser;
    const body = { version: 0, enabled: true, threshold: 50, amount: 80 };
    await world.api.call('PUT', '/advertiser/auto-top-up', { token, body });
    const other = await world.saveCard('4444', world.stranger);
    world.stripe.state.detach(await gatewayIdOf(id));
    await world.deliverAll(world.stripe.state.events.slice(-1));
    expect((await world.summary()).autoTopUp).toMatchObject({ stopped: { because: 'no_card' } });
    expect((await world.summary(world.stranger)).paymentMethods).toMatchObject([
      { id: other.id, isDefault: true },
    ]);
    const rows = world.api.deps.db
      .selectFrom('payment_method')
      .select(['removed_at', 'detached_at', 'is_default']);
    expect(await rows.where('id', '=', id).execute()).toEqual([
      { removed_at: world.api.now, detached_at: world.api.now, is_default: false },
    ]);
    // Of a card that was entered on a page nobody came back from.
    const answer = await world.post('/advertiser/payment-methods');
    const page = (answer.data as { redirectUrl: string }).redirectUrl.split('/').at(-1) ?? '';
    const seen = world.stripe.state.events.length;
    world.stripe.state.enterCard(page, '4242');
    await world.deliverAll(world.stripe.state.events.slice(seen));
    const added = await world.api.deps.db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'actor_account_id', 'detail'])
      .where('action', '=', 'card.add')
      .where('actor_account_id', '=', world.advertiser.accountId)
      .orderBy('id')
      .execute();
    const of = { actor_account_id: world.advertiser.accountId, detail: { brand: 'visa', last4: '4242' } };
    expect(added).toEqual([
      { ...of, actor_user_id: world.advertiser.id },
      { ...of, actor_user_id: null },
    ]);
  });

  it('are saved by what the gateway tells where nobody comes back from its page', async () => {
    const answer = await world.post('/advertiser/payment-methods');
    const page = (answer.data as { redirectUrl: string }).redirectUrl.split('/').at(-1) ?? '';
    const before = world.stripe.state.events.length;
    world.stripe.state.enterCard(page, '4242');
    const told = world.stripe.state.events.slice(before);
    await world.deliverAll(told.filter(({ type }) => type === 'checkout.session.completed'));
    expect(await kept()).toEqual(['4242 default']);
  });

  it('stand newest first behind the default, and those that no gateway keeps are left alone', async () => {
    await world.saveCard('4242');
    const row = {
      advertiser_id: world.advertiser.accountId,
      brand: 'visa',
      last4: '0000',
      is_default: false,
    };
    await world.api.deps.db
      .insertInto('payment_method')
      .values({
        ...row,
        ...{ gateway: 'test_card', gateway_id: `test_${row.advertiser_id}`, fingerprint: null },
        ...{ expires_month: 1, expires_year: 2030, created_at: world.api.now },
      })
      .execute();
    const { id } = await world.api.deps.db
      .selectFrom('payment_method')
      .select('id')
      .where('last4', '=', '0000')
      .executeTakeFirstOrThrow();
    const paid = await world.post('/advertiser/deposits', { amount: 50, gateway: 'stripe', cardId: id });
    expect(paid.error?.code).toBe('not_found');
    await world.saveCard('4444');
    await world.saveCard('9995');
    expect(await kept()).toEqual(['4242 default', '9995', '4444', '0000']);
    expect((await remove(id)).status).toBe(200);
    expect(await forgetRemovedCards(world.api.deps)).toBe(0);
  });

  it('are nobody else’s', async () => {
    const { id } = await world.saveCard('4242');
    for (const answer of [await remove(id, world.stranger), await makeDefault(id, world.stranger)]) {
      expect(answer.error?.code).toBe('not_found');
    }
    const page = [...world.stripe.state.sessions.keys()].at(-1);
    const check = async (checkoutId: unknown, user = world.advertiser) =>
      await world.post('/advertiser/payment-methods/check', { checkoutId }, user);
    expect((await check(page, world.stranger)).error?.code).toBe('not_found');
    await world.saveCard('4444', world.stranger);
    expect((await check(page, world.stranger)).error?.code).toBe('not_found');
    expect((await check(page)).data).toMatchObject({ status: 'saved' });
    expect((await check('../../customers')).status).toBe(422);
    expect((await remove(0)).status).toBe(422);
    expect((await makeDefault(2_000_000_000)).status).toBe(404);
    expect(await kept()).toEqual(['4242 default']);
  });

  it('say what the gateway refuses, and that it gives no answer; what else fails is a fault', async () => {
    const { cards } = world.api.deps;
    if (cards === null) throw new Error('no gateway');
    const page = { id: 'cs_1', url: null, state: 'open', purpose: 'save_card', reference: null } as const;
    const add = async (saveCardPage: CardGateway['saveCardPage']) =>
      await addCard({ ...world.api.deps, cards: { ...cards, saveCardPage } }, world.advertiser.actor);
    const fails = (cause: Error) => async () => await Promise.reject(cause);
    await expect(
      add(fails(new GatewayRefusedError({ code: 'gone', text: 'No such customer' }))),
    ).rejects.toMatchObject({
      ...{ code: 'conflict_status', told: { reason: 'gateway_refused', value: 'No such customer' } },
    });
    await expect(add(fails(new GatewayAwayError('nothing')))).rejects.toMatchObject({ code: 'gateway_away' });
    const whole = { ...page, paymentId: null, customerId: null, cardId: null };
    await expect(add(async () => whole)).rejects.toMatchObject({ code: 'gateway_away' });
    await expect(add(fails(new Error('broken')))).rejects.toThrow('broken');
    const asked: unknown[] = [];
    const url = 'https://gateway.test/page';
    const ask = async (input: unknown) => {
      asked.push(input);
      return { ...whole, url };
    };
    expect(await add(ask)).toEqual({ redirectUrl: url });
    const back = 'http://dashboard.test/advertiser/billing?card=';
    expect(asked).toEqual([
      {
        ...{ customerId: expect.stringMatching(/^cus_/), currency: 'USD' },
        ...{ returnUrl: `${back}{CHECKOUT}`, leaveUrl: `${back}left` },
      },
    ]);
  });

  it('are still being entered, or were not', async () => {
    const answer = await world.post('/advertiser/payment-methods');
    const page = (answer.data as { redirectUrl: string }).redirectUrl.split('/').at(-1) ?? '';
    const check = async () =>
      (await world.post('/advertiser/payment-methods/check', { checkoutId: page })).data;
    expect(await check()).toEqual({ status: 'open', card: null });
    world.stripe.state.expireSession(page);
    expect(await check()).toEqual({ status: 'left', card: null });
    const customers = () => [...world.stripe.state.customers.values()].length;
    const before = customers();
    await Promise.all([world.post('/advertiser/payment-methods'), world.post('/advertiser/payment-methods')]);
    expect(customers()).toBe(before);
  });
});
