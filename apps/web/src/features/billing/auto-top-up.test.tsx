import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import { AutoTopUp } from './auto-top-up.tsx';
import type { BillingSummary } from './use-billing.ts';

const card = { id: 1, brand: 'visa', last4: '4242', expiresMonth: 1, expiresYear: 2030, isDefault: true };
const on = { enabled: true, threshold: 20, amount: 50, stopped: null, version: 1 };

const panel = (given: Partial<BillingSummary>) =>
  shown(<AutoTopUp summary={plain(api.billing.summary, { gateways: ['stripe'], ...given })} />);

it('a top-up is set up once there is a card to charge', () => {
  const without = panel({});
  expect(without.disabled).toEqual(['Set up']);
  expect(without.words).toContain('add one first');
  const withCard = panel({ paymentMethods: [card] });
  expect(withCard.disabled).toEqual([]);
  expect(withCard.words).toContain('Off');
});

it('one that is on says its amounts and card, and is switched off without a card too', () => {
  const shownOn = panel({ autoTopUp: on, paymentMethods: [card] });
  expect(shownOn.words).toMatch(/\$20\.00.*\$50\.00.*4242/);
  expect(panel({ autoTopUp: on }).disabled).toEqual([]);
});

it('one that was stopped is off, and says why', () => {
  const stopped = { because: 'declined', at: '2026-03-01T00:00:00Z' } as const;
  const { words } = panel({ autoTopUp: { ...on, enabled: false, stopped }, paymentMethods: [card] });
  expect(words).toContain('Off');
  expect(words).toContain('declined');
});

it('where no card can be charged nothing is offered', () => {
  const without = panel({ gateways: ['manual'], paymentMethods: [card] });
  expect(without.buttons).toEqual([]);
  expect(panel({ gateways: ['manual', 'test_card'] }).words.length).toBeGreaterThan(without.words.length);
});
