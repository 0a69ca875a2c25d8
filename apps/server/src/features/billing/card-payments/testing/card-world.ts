import { FAKE_SECRET_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '@placard/tooling/fake-stripe/fake-stripe';
import type { FakeCardNumber, FakeEvent, FakeIntent } from '@placard/tooling/fake-stripe/stripe-objects';
import type { CardGateway } from '../../../../gateways/card-gateway.ts';
import { stripeGateway } from '../../../../gateways/stripe-gateway.ts';
import { createTestApi, type TestApi, type TestUser } from '../../../../http/testing/test-api.ts';
import { workOnCards } from '../card-loop.ts';
import { WEBHOOK_PATH } from '../webhook-route.ts';

export type DepositAnswer = {
  id: number;
  status: string;
  state: string;
  amount: number;
  reference: string;
  failure: { code: string; text: string } | null;
  refunded: number;
  automatic: boolean;
};
export type CardAnswer = { id: number; brand: string; last4: string; isDefault: boolean };
export type SummaryAnswer = {
  balance: number;
  gateways: string[];
  pendingDeposits: DepositAnswer[];
  paymentMethods: CardAnswer[];
  invoices: { number: number; label: string; kind: string; amount: number }[];
  autoTopUp: { enabled: boolean; stopped: { because: string } | null; version: number } | null;
};

let keys = 0;

/** An API that speaks to a fake Stripe, with an operator and, new for each test, an advertiser and somebody else. */
export class CardWorld {
  readonly api: TestApi;
  readonly stripe: FakeStripe;
  readonly operator: TestUser;
  advertiser: TestUser;
  stranger: TestUser;

  private constructor(api: TestApi, stripe: FakeStripe, operator: TestUser) {
    this.api = api;
    this.stripe = stripe;
    this.operator = operator;
    this.advertiser = operator;
    this.stranger = operator;
  }

  static async open(): Promise<CardWorld> {
    const clock = { now: () => new Date('2026-03-10T12:00:00Z') };
    const stripe = await FakeStripe.start(() => clock.now());
    const cards = stripeGateway({
      secretKey: FAKE_SECRET_KEY,
      webhookSecret: FAKE_WEBHOOK_SECRET,
      apiUrl: stripe.url,
      retries: 0,
    });
    const api = await createTestApi({ cards });
    clock.now = () => api.now;
    return new CardWorld(api, stripe, await api.user({ roles: ['operator'] }));
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.stripe.stop();
  }

  async newAdvertisers(): Promise<void> {
    this.api.now = new Date('2026-03-10T12:00:00Z');
    this.stripe.troubles.length = 0;
    this.advertiser = await this.api.user({ firstName: 'Ada', lastName: 'Byron' });
    this.stranger = await this.api.user();
  }

  later(ms: number): void {
    this.api.now = new Date(this.api.now.getTime() + ms);
  }

  async get(path: string, user = this.advertiser) {
    return await this.api.call('GET', path, { token: user.token });
  }

  async post(path: string, body: object = {}, user = this.advertiser, key = `card-${++keys}`) {
    const headers = { 'idempotency-key': key };
    return await this.api.call('POST', path, { token: user.token, body, headers });
  }

  async request(
    amount: number,
    options: { cardId?: number; saveCard?: boolean } = {},
  ): Promise<DepositAnswer> {
    const answer = await this.post('/advertiser/deposits', { amount, gateway: 'stripe', ...options });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.error));
    return answer.data as DepositAnswer;
  }

  async pay(id: number): Promise<{ deposit: DepositAnswer; redirectUrl: string | null }> {
    const answer = await this.post(`/advertiser/deposits/${id}/pay`);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.error));
    return answer.data as { deposit: DepositAnswer; redirectUrl: string | null };
  }

  async check(id: number): Promise<DepositAnswer> {
    return (await this.post(`/advertiser/deposits/${id}/check`)).data as DepositAnswer;
  }

  /** A deposit with the gateway's page open. @returns the page's id too. */
  async openPage(amount: number, saveCard = false) {
    const { id } = await this.request(amount, { saveCard });
    const { redirectUrl } = await this.pay(id);
    return { id, page: redirectUrl?.split('/').at(-1) ?? '' };
  }

  /** A card of this number, saved on the gateway's page. */
  async saveCard(last4: FakeCardNumber, user = this.advertiser): Promise<CardAnswer> {
    const answer = await this.post('/advertiser/payment-methods', {}, user);
    const page = (answer.data as { redirectUrl: string }).redirectUrl.split('/').at(-1) ?? '';
    this.stripe.state.enterCard(page, last4);
    const checked = await this.post('/advertiser/payment-methods/check', { checkoutId: page }, user);
    return (checked.data as { card: CardAnswer }).card;
  }

  /** Pays at once by a saved card. */
  async payBy(cardId: number, amount: number) {
    const { id } = await this.request(amount, { cardId });
    return await this.pay(id);
  }

  async refund(id: number, amount: number, reason = 'asked for', key?: string) {
    return await this.post(`/operator/deposits/${id}/refunds`, { amount, reason }, this.operator, key);
  }

  async summary(user = this.advertiser): Promise<SummaryAnswer> {
    return (await this.get('/advertiser/billing', user)).data as SummaryAnswer;
  }

  async balance(): Promise<number> {
    return (await this.summary()).balance;
  }

  /** A deposit that was paid by a saved card. */
  async paid(amount: number): Promise<DepositAnswer> {
    const card = await this.saveCard('4242');
    return (await this.payBy(card.id, amount)).deposit;
  }

  async statusOf(id: number): Promise<string> {
    const row = this.api.deps.db.selectFrom('deposit').select('status').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).status;
  }

  /** As its operator sees a deposit. */
  async shown(id: number) {
    return (await this.get(`/operator/deposits/${id}`, this.operator)).data as {
      refundable: number;
      refunds: { amount: number; status: string; failure: string | null }[];
    };
  }

  /** Where the gateway is as it is, but for some of its answers. */
  depsWith(other: (cards: CardGateway) => Partial<CardGateway>) {
    const { cards } = this.api.deps;
    if (cards === null) throw new Error('no gateway');
    return { ...this.api.deps, cards: { ...cards, ...other(cards) } };
  }

  /** Seconds until each further try, which is made at its time and not a moment before. */
  async pauses(nextOf: () => Promise<Date | null>, tryAll: () => Promise<number>): Promise<number[]> {
    const seen: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const next = await nextOf();
      if (next === null) throw new Error('no further try');
      seen.push((next.getTime() - this.api.now.getTime()) / 1_000);
      this.api.now = new Date(next.getTime() - 1);
      if ((await tryAll()) !== 0) throw new Error('tried before its time');
      this.api.now = next;
      await tryAll();
    }
    return seen;
  }

  /** One pass of the worker. */
  async work(): Promise<void> {
    await workOnCards(this.api.deps);
  }

  intentOf(reference: string): FakeIntent {
    const intents = [...this.stripe.state.intents.values()];
    const found = intents.find((intent) => intent.metadata.placard_deposit === reference);
    if (found === undefined) throw new Error(`nobody has tried to pay ${reference}`);
    return found;
  }

  async deliver(event: FakeEvent, signed = this.stripe.signed(event)) {
    return await this.api.app.inject({
      method: 'POST',
      url: WEBHOOK_PATH,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signed.signature },
      payload: signed.body,
    });
  }

  async deliverAll(events: readonly FakeEvent[]): Promise<void> {
    for (const event of events) await this.deliver(event);
  }

  async mails(user = this.advertiser): Promise<string[]> {
    const rows = await this.api.deps.db
      .selectFrom('mail_outbox')
      .select('subject')
      .where('to_email', '=', user.email)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.subject);
  }

  /** What the log says of money of a deposit that went back at the gateway. */
  async loggedReturns(id: number): Promise<string[]> {
    const rows = await this.api.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_kind', '=', 'deposit')
      .where('subject_id', '=', id)
      .where('action', 'in', ['deposit.refund', 'deposit.dispute'])
      .execute();
    return rows.map(({ action }) => action);
  }

  /**
   * Micro-dollars that were received or given back without a document: receipts and refund receipts together are what
   * the clearing account says came in, but for refunds that the gateway has not taken on yet.
   */
  async undocumented(): Promise<bigint> {
    const { db } = this.api.deps;
    const { sum: cents } = await db
      .selectFrom('invoice')
      .select((eb) => eb.fn.sum<string | null>('amount_cents').as('sum'))
      .where('kind', '<>', 'month')
      .executeTakeFirstOrThrow();
    const { sum: waiting } = await db
      .selectFrom('deposit_refund')
      .select((eb) => eb.fn.sum<string | null>('amount_micros').as('sum'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    const { balance_micros: clearing } = await db
      .selectFrom('ledger_account')
      .select('balance_micros')
      .where('kind', '=', 'clearing_deposits')
      .executeTakeFirstOrThrow();
    return BigInt(cents ?? 0) * 10_000n - BigInt(waiting ?? 0) + clearing;
  }

  /** Sum of all balances, accounts that differ from their entries: both are 0 in books that are in order. */
  async drift(): Promise<{ sum: bigint; differing: number }> {
    const accounts = await this.api.deps.db
      .selectFrom('ledger_account')
      .leftJoin('ledger_entry', 'ledger_entry.account_id', 'ledger_account.id')
      .select((eb) => [
        'ledger_account.id',
        'balance_micros',
        eb.fn.sum<string | null>('amount_micros').as('entries'),
      ])
      .groupBy(['ledger_account.id', 'balance_micros'])
      .execute();
    return {
      sum: accounts.reduce((total, account) => total + account.balance_micros, 0n),
      differing: accounts.filter((account) => account.balance_micros !== BigInt(account.entries ?? 0)).length,
    };
  }
}
