import { describe, expect, it } from 'vitest';
import type { CardGateway, GatewayCheckout, GatewayPayment } from '../../../gateways/card-gateway.ts';
import type { DepositRecord } from '../deposit-view.ts';
import type { CardDeps } from './cards-of.ts';
import { endOf, gatewayState } from './gateway-state.ts';

const ASKED = new Date('2026-03-10T12:00:00Z');
const HOUR_MS = 3_600_000;
const FAILURE = { code: 'insufficient_funds', text: 'Too little.' };

const onPage: DepositRecord = {
  ...{ id: 1, advertiser_id: 2, gateway: 'stripe', amount_micros: 25_000_000n, reference: 'PL-1' },
  ...{
    status: 'pending',
    created_at: ASKED,
    decided_at: null,
    decided_by: null,
    ledger_transaction_id: null,
  },
  ...{ gateway_id: null, payment_method_id: null, save_card: false, automatic: false, checkout_id: null },
  ...{ failure_code: null, failure_text: null, next_check_at: null, check_attempts: 0 },
};
const byCard: DepositRecord = { ...onPage, payment_method_id: 3, next_check_at: ASKED };

const payment = (
  state: GatewayPayment['state'],
  failure: GatewayPayment['failure'] = null,
): GatewayPayment => ({
  ...{ id: 'pi_1', reference: 'PL-1', state, amountMinor: 2_500n, currency: 'USD', actionUrl: null },
  ...{ failure, refunds: [], disputes: [] },
});
const checkout = (state: GatewayCheckout['state']): GatewayCheckout => ({
  ...{ id: 'cs_1', url: null, state, purpose: 'pay', reference: 'PL-1' },
  ...{ paymentId: null, customerId: null, cardId: null },
});

type Case = readonly [
  name: string,
  deposit: DepositRecord,
  state: { readonly checkout?: GatewayCheckout; readonly payment?: GatewayPayment },
  waitedMs: number,
  code: string | null,
];

describe('a deposit that waits', () => {
  it.each<Case>([
    ['is paid', onPage, { payment: payment('succeeded') }, 9 * HOUR_MS, null],
    [
      'is being paid, though its page is over',
      onPage,
      { checkout: checkout('expired'), payment: payment('processing') },
      9 * HOUR_MS,
      null,
    ],
    [
      'was paid, though its page is over',
      onPage,
      { checkout: checkout('expired'), payment: payment('succeeded') },
      9 * HOUR_MS,
      null,
    ],
    ['was given up at the gateway', byCard, { payment: payment('cancelled') }, 0, 'not_finished'],
    ['was given up, and why is known', byCard, { payment: payment('cancelled', FAILURE) }, 0, FAILURE.code],
    [
      'has another try on its page',
      onPage,
      { checkout: checkout('open'), payment: payment('open', FAILURE) },
      9 * HOUR_MS,
      null,
    ],
    ['has none by a saved card', byCard, { payment: payment('open') }, 0, 'card_declined'],
    ['has none, and why is known', byCard, { payment: payment('open', FAILURE) }, 0, FAILURE.code],
    ['may prove who pays', byCard, { payment: payment('needs_action') }, 30 * HOUR_MS, null],
    ['has a page that is over', onPage, { checkout: checkout('expired') }, 0, 'not_finished'],
    [
      'has a page that is over after a try',
      onPage,
      { checkout: checkout('expired'), payment: payment('open', FAILURE) },
      0,
      FAILURE.code,
    ],
    ['has a page', onPage, { checkout: checkout('open') }, 30 * HOUR_MS, null],
    ['was not begun yet', onPage, {}, HOUR_MS, null],
    ['was not begun in an hour', onPage, {}, HOUR_MS + 1, 'not_begun'],
    [
      'was not begun in an hour, by a card that nobody pressed',
      { ...byCard, next_check_at: null },
      {},
      HOUR_MS + 1,
      'not_begun',
    ],
    ['has no answer yet, by a card', byCard, {}, 20 * HOUR_MS, null],
    ['has had no answer for long, by a card', byCard, {}, 20 * HOUR_MS + 1, 'not_begun'],
    [
      'has a page that was asked for and is not known',
      { ...onPage, next_check_at: ASKED },
      {},
      HOUR_MS + 1,
      'not_begun',
    ],
  ])('%s', (_name, deposit, state, waitedMs, code) => {
    const now = new Date(ASKED.getTime() + waitedMs);
    const end = endOf(deposit, { checkout: null, payment: null, ...state }, now);
    expect(end?.code ?? null).toBe(code);
  });
});

describe('a payment that its payer is asked to prove', () => {
  const asked = async (deposit: DepositRecord, state: GatewayPayment['state'], waitedMs: number) => {
    const cards = {
      readPayment: async () => payment(state),
      cancelPayment: async () => payment('cancelled'),
    } as Partial<CardGateway> as CardGateway;
    const deps = { clock: () => new Date(ASKED.getTime() + waitedMs) } as Partial<CardDeps> as CardDeps;
    const known = { ...deposit, gateway_id: 'pi_1' };
    return await gatewayState(deps, cards, { deposit: known, paymentId: null, open: false });
  };

  it('is cancelled after an hour, not before', async () => {
    const state = async (waitedMs: number) => (await asked(byCard, 'needs_action', waitedMs)).payment?.state;
    expect([await state(HOUR_MS - 1), await state(HOUR_MS)]).toEqual(['needs_action', 'cancelled']);
  });

  it.each<[string, DepositRecord, GatewayPayment['state']]>([
    ['under way', byCard, 'processing'],
    ['paid', byCard, 'succeeded'],
    [
      'of a page, and its deposit was given up',
      { ...onPage, checkout_id: 'cs_1', status: 'failed' },
      'needs_action',
    ],
  ])('is left as it is where it is %s', async (_what, deposit, state) => {
    expect(await asked(deposit, state, 9 * HOUR_MS)).toEqual({ checkout: null, payment: payment(state) });
  });
});
