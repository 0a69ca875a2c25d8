import { availableOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import {
  createTestApi,
  type TestApi,
  type TestApiOptions,
  type TestUser,
} from '../../../http/testing/test-api.ts';
import { postTransaction } from '../../../ledger/post-transaction.ts';

export const BANK = {
  type: 'bank_account',
  accountName: 'Ada Byron',
  accountNumber: '532013000777',
  bankName: 'First Bank',
  swiftCode: 'COBADEFF',
  routingNumber: '021000021',
  iban: 'DE89 3704 0044 0532 0130 00',
  bankAddress: 'Kaiserplatz 99, Frankfurt',
};
export const PAYPAL = { type: 'paypal', paypalEmail: 'ada.private@company.test' };

export const PAYMENT = '/publisher/payment';

type Faulty = { readonly error: { readonly issues?: readonly { path: string; code: string }[] } | undefined };
type Summary = {
  available: number;
  withdrawable: number;
  inFlight: number;
  minPayout: number;
  nextPaymentDate: string;
};

let keys = 0;
export const newKey = () => ({ 'idempotency-key': `payment-${++keys}` });
export const idOf = (answer: { data: unknown }) => (answer.data as { id: number }).id;
/** What became of an act on a payout: its status, or why not. */
export const outcomeOf = (answer: { data: unknown; error?: { code: string } | undefined }) =>
  answer.error?.code ?? (answer.data as { status: string }).status;
export const codesOf = (answer: Faulty) =>
  answer.error?.issues?.map((issue) => `${issue.path} ${issue.code}`) ?? [];

/** An API with an operator and, new for each test, a publisher and somebody else; calls are the publisher's. */
export class PaymentWorld {
  readonly api: TestApi;
  readonly operator: TestUser;
  readonly secondOperator: TestUser;
  publisher: TestUser;
  stranger: TestUser;

  constructor(api: TestApi, operator: TestUser, secondOperator: TestUser) {
    this.api = api;
    this.operator = operator;
    this.secondOperator = secondOperator;
    this.publisher = operator;
    this.stranger = operator;
  }

  static async open(options: TestApiOptions = {}): Promise<PaymentWorld> {
    const api = await createTestApi(options);
    const operator = async (firstName: string) =>
      await api.user({ roles: ['operator'], firstName, lastName: 'Desk' });
    return new PaymentWorld(api, await operator('First'), await operator('Second'));
  }

  async newPublishers(): Promise<void> {
    await this.goOn('2026-03-10T12:00:00Z');
    // What operators booked alone in another test was long ago.
    await this.api.pool.query(
      `update money_correction set decided_at = '2026-01-01' where status = 'booked'`,
    );
    this.publisher = await this.api.user({ roles: ['publisher'], firstName: 'Ada', lastName: 'Byron' });
    this.stranger = await this.api.user({ roles: ['publisher'] });
  }

  async get(path: string, user = this.publisher) {
    return await this.api.call('GET', path, { token: user.token });
  }

  async send(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, user = this.publisher) {
    return await this.api.call(method, path, { token: user.token, body });
  }

  /** Goes on at another time, at which both operators have just shown who they are. */
  async goOn(at: string): Promise<void> {
    this.api.now = new Date(at);
    const sessions = [this.operator, this.secondOperator].map(({ actor }) => actor.sessionId);
    const rows = this.api.deps.db.updateTable('session').where('id', 'in', sessions);
    await rows.set({ proved_at: this.api.now }).execute();
  }

  async create(details: object = BANK, name = 'Main', user = this.publisher) {
    return await this.send('POST', `${PAYMENT}/profiles`, { name, details }, user);
  }

  async withdraw(amount: number, profileId: number, user = this.publisher, headers = newKey()) {
    const body = { amount, profileId };
    return await this.api.call('POST', `${PAYMENT}/withdrawals`, { token: user.token, body, headers });
  }

  /** A withdrawal of so much that was earned for it, by a profile made for it. */
  async asked(amount: number, user = this.publisher): Promise<number> {
    await this.earn(amount, user);
    return idOf(await this.withdraw(amount, idOf(await this.create(BANK, 'Main', user)), user));
  }

  async act(id: number, action: string, reason?: string, user = this.operator) {
    const body = { action, ...(reason === undefined ? {} : { reason }) };
    const path = `/operator/payouts/${id}/actions`;
    return await this.api.call('POST', path, { token: user.token, body, headers: newKey() });
  }

  async exportBatch(ids: number[], user = this.operator, format?: 'csv' | 'sepa') {
    const body = { ids, ...(format === undefined ? {} : { format }) };
    return await this.send('POST', '/operator/payouts/export', body, user);
  }

  /** A payout of the publisher's in processing. */
  async payoutInProcessing(amount: number, details: object = BANK, user = this.publisher): Promise<number> {
    await this.earn(amount, user);
    const id = idOf(await this.withdraw(amount, idOf(await this.create(details, 'Main', user)), user));
    await this.act(id, 'process');
    return id;
  }

  /** The limit for one operator, as if it had been so for long. */
  async limitIs(dollars: number): Promise<void> {
    await this.api.deps.db
      .updateTable('payout_settings')
      .set({
        approval_limit_micros: BigInt(dollars * 1e6),
        raised_limit_micros: null,
        raised_limit_from: null,
      })
      .execute();
  }

  /** Changes the payout settings, whatever their version. */
  async changePayoutSettings(change: object) {
    const before = (await this.get('/operator/payouts/settings', this.operator)).data as {
      version: number;
      approvalLimit: number;
      raised: { approvalLimit: number } | null;
    };
    const { version, raised } = before;
    const approvalLimit = raised?.approvalLimit ?? before.approvalLimit;
    return await this.send(
      'PUT',
      '/operator/payouts/settings',
      { version, approvalLimit, ...change },
      this.operator,
    );
  }

  /** Dollars that can be withdrawn. */
  async earn(dollars: number, user = this.publisher): Promise<void> {
    const amountMicros = BigInt(Math.round(dollars * 1e6));
    const entries = adjustmentEntries({ account: availableOf(user.accountId), amountMicros });
    const at = this.api.now;
    await this.api.deps.db.transaction().execute(async (trx) => {
      await postTransaction(trx, { kind: 'adjustment', reference: `test:${++keys}`, entries, at });
    });
  }

  /** A month that is closed, without earnings. */
  async closedMonth(user = this.publisher): Promise<string> {
    await this.api.deps.db
      .insertInto('earning_month')
      .values({
        ...{ publisher_id: user.accountId, month: '2026-01-01', earned_micros: 0n },
        ...{ closed_at: this.api.now, available_sequence: 0n },
      })
      .execute();
    return '2026-01';
  }

  async summary(user = this.publisher): Promise<Summary> {
    return (await this.get(PAYMENT, user)).data as Summary;
  }

  /** Available and in flight, in dollars. */
  async balances(user = this.publisher): Promise<[number, number]> {
    const { available, inFlight } = await this.summary(user);
    return [available, inFlight];
  }

  /** What has been paid, below zero. */
  async paidOut(): Promise<bigint> {
    const row = await this.api.deps.db
      .selectFrom('ledger_account')
      .select('balance_micros')
      .where('kind', '=', 'clearing_payouts')
      .executeTakeFirstOrThrow();
    return row.balance_micros;
  }

  async ledgerSum(): Promise<bigint> {
    const { sum } = await this.api.deps.db
      .selectFrom('ledger_account')
      .select((eb) => eb.fn.sum<string>('balance_micros').as('sum'))
      .executeTakeFirstOrThrow();
    return BigInt(sum);
  }
}
