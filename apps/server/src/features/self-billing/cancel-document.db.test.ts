import type { DocumentRecord } from '@placard/contract/documents';
import type { PaidDocument } from '@placard/contract/self-billing';
import { PAYOUT_ISSUES_MAX } from '@placard/domain/billing/document-kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pdfText } from '../../pdf/testing/pdf-text.ts';
import { PAYMENT, PaymentWorld } from '../payments/testing/payment-world.ts';

const PATH = `${PAYMENT}/self-billing`;
const REASON = 'The VAT number was wrong.';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
  await sql`update network_settings set time_zone = 'Europe/Berlin', currency = 'EUR', seller_name = 'Placard GmbH',
    seller_address = 'Row 9', seller_country = 'DE', seller_vat_number = 'DE136695976',
    tax_rates = '[{"country": "DE", "rateBp": 1900}]'`.execute(world.api.deps.db);
});
let invoice: PaidDocument;
beforeEach(async () => {
  await world.newPublishers();
  await named({ vatNumber: 'DE136695976' });
  await agree();
  await world.act(await world.payoutInProcessing(119), 'complete');
  invoice = (await documents())[0] as PaidDocument;
});
afterAll(async () => {
  expect(await world.ledgerSum()).toBe(0n);
  await world.api.close();
});

async function named(change: object, version = 0): Promise<void> {
  const details = { name: 'Field & Sons', address: 'Lane 1\n10115 Berlin', country: 'DE', vatNumber: '' };
  const body = { ...details, registrationNumber: '12/345', isBusiness: true, ...change, version };
  expect((await world.send('PUT', '/auth/billing-details', body)).status).toBe(200);
}
const agree = async (agrees = true) => await world.send('PUT', PATH, { agrees });
const documents = async (user = world.publisher): Promise<PaidDocument[]> =>
  ((await world.get(`${PATH}/documents`, user)).data as { items: PaidDocument[] }).items;
const ofOperator = async (path: string, body: object = {}, number = invoice.number) =>
  await world.send('POST', `/operator/documents/${number}/${path}`, body, world.operator);
const cancel = async (number = invoice.number, reason = REASON) =>
  await ofOperator('cancel', { reason }, number);
const issueAgain = async (number = invoice.number) => await ofOperator('issue-again', {}, number);
const textOf = async (number: number) =>
  pdfText((await world.get(`${PATH}/documents/${number}/pdf`)).raw).join(' ');
async function detailOf(number = 0): Promise<object | undefined> {
  const { rows } = await sql<{ detail: object }>`select detail from invoice where number = ${number}`.execute(
    world.api.deps.db,
  );
  return rows[0]?.detail;
}
const ledger = async () =>
  (
    await sql<{
      n: bigint;
      last: bigint;
    }>`select count(*) as n, max(id) as last from ledger_transaction`.execute(world.api.deps.db)
  ).rows[0];
const told = async () =>
  (
    await sql<{ kind: string; detail: unknown; body_text: string }>`
      select n.kind, n.detail, m.body_text from notification n, mail_outbox m, app_user u
       where n.user_id = ${world.publisher.id} and u.id = n.user_id and m.to_email = u.email order by n.id desc, m.id desc limit 1`.execute(
      world.api.deps.db,
    )
  ).rows[0];

describe('cancelling a self-billing invoice', () => {
  it('issues a document in a series of its own with the opposite sign, which names the invoice and the reason', async () => {
    const before = await ledger();
    const answer = await cancel();
    const { accountId } = world.publisher;
    const label = `SBC-${accountId}-0001`;
    expect(answer.data).toMatchObject({
      ...{ number: invoice.number, amount: 119, cancels: null, actions: ['issueAgain'] },
      cancelledBy: { label },
    });
    const [cancellation, cancelled] = await documents();
    expect(cancellation).toMatchObject({
      ...{ label, kind: 'self_billing_cancellation', amount: -119, tax: -19, withheld: 0 },
      ...{ cancels: invoice.label, cancelledBy: null, paymentId: invoice.paymentId, currency: 'EUR' },
    });
    expect(cancelled).toEqual({ ...invoice, cancelledBy: label });
    // The publisher supplies, and the network receives.
    expect(await textOf(invoice.number)).toMatch(/Supplier Field & Sons .*Recipient Placard GmbH/);
    const text = await textOf(cancellation?.number ?? 0);
    for (const said of [
      `Cancellation of self-billing ${label}`,
      `Cancellation of ${invoice.label}: ${REASON}`,
      ...['Field & Sons', 'Placard GmbH', 'EUR -100.00', 'EUR -19.00', 'EUR -119.00'],
      `Cancels ${invoice.label} of 2026-03-10 in full. No money moves by it`,
    ]) {
      expect(text).toContain(said);
    }
    // Of a document with tax the line says both.
    expect(await detailOf(invoice.number)).toMatchObject({
      lines: [{ text: expect.stringContaining(invoice.paymentId), cents: 11_900, netCents: 10_000 }],
    });
    expect(await detailOf(cancellation?.number)).toMatchObject({
      lines: [{ text: `Cancellation of ${invoice.label}: ${REASON}`, cents: -11_900, netCents: -10_000 }],
    });
    expect(await ledger()).toEqual(before);
    expect(await told()).toMatchObject({
      kind: 'self_billing.cancel',
      detail: { label: invoice.label, reason: REASON, amount: 119, currency: 'EUR' },
      body_text: expect.stringContaining(REASON),
    });
    const { rows } = await sql<{ detail: unknown; actor_user_id: number }>`
      select detail, actor_user_id from audit_log where action = 'document.cancel' and subject_id = ${invoice.number}`.execute(
      world.api.deps.db,
    );
    expect(rows).toEqual([
      {
        detail: { label: invoice.label, reason: REASON, cancellation: label },
        actor_user_id: world.operator.id,
      },
    ]);
  });

  it('undoes withheld tax on the document as well, also where no tax is shown', async () => {
    await world.newPublishers();
    await named({});
    await agree();
    const rate = { publisherId: world.publisher.accountId, country: null, withholdingPercent: 15 };
    const range = { fromDay: '2026-03-11', lastDay: null, reason: 'By law' };
    await world.send('POST', '/operator/withholding-rates', { ...rate, ...range }, world.operator);
    await world.goOn('2026-03-11T12:00:00Z');
    await world.act(await world.payoutInProcessing(100), 'complete');
    invoice = (await documents())[0] as PaidDocument;
    await cancel();
    const [cancellation] = await documents();
    expect(cancellation).toMatchObject({ amount: -100, tax: null, withheld: -15 });
    const text = await textOf(cancellation?.number ?? 0);
    for (const said of ['EUR 15.00', 'EUR -85.00', 'EUR -100.00']) expect(text).toContain(said);
    const detail = await detailOf(cancellation?.number);
    expect(detail).toMatchObject({ line: `Cancellation of ${invoice.label}: ${REASON}` });
    expect(detail).not.toHaveProperty('lines');
  });

  it('names the day on which the invoice was issued where the network is', async () => {
    await world.goOn('2026-03-10T23:30:00Z');
    await world.act(await world.payoutInProcessing(60), 'complete');
    invoice = (await documents())[0] as PaidDocument;
    await world.goOn('2026-03-12T12:00:00Z');
    await cancel();
    expect(await textOf((await documents())[0]?.number ?? 0)).toContain(
      `Cancels ${invoice.label} of 2026-03-11 in full.`,
    );
  });

  it('twice is refused, also at once, and what is rolled back takes no number', async () => {
    const answers = await Promise.all([cancel(), cancel(), cancel()]);
    expect(answers.map(({ status, error }) => error?.code ?? status).toSorted()).toEqual([
      200,
      'document_cancelled',
      'document_cancelled',
    ]);
    const { rows } = await sql<{ numbers: bigint; last: number }>`
      select count(*) as numbers, (select last_number from invoice_number) as last from invoice`.execute(
      world.api.deps.db,
    );
    expect(Number(rows[0]?.numbers)).toBe(rows[0]?.last);
    expect((await documents()).length).toBe(2);
  });

  it('takes neither what is no self-billing invoice, nor what is not there, nor a reason that is none', async () => {
    await cancel();
    const [cancellation] = await documents();
    const codes = async (number: number, reason = REASON) => {
      const { status, error } = await cancel(number, reason);
      return [status, error?.code, error?.issues?.[0]?.code];
    };
    expect(await codes(cancellation?.number ?? 0)).toEqual([409, 'document_not_cancellable', undefined]);
    expect(await codes(2_000_000_000)).toEqual([404, 'not_found', undefined]);
    expect(await codes(invoice.number, ' ')).toEqual([422, 'invalid_input', 'reason_required']);
    expect(await codes(invoice.number, 'x'.repeat(501))).toEqual([422, 'invalid_input', 'text_longer_than']);
    expect(await codes(invoice.number, 'a\u0000')).toEqual([422, 'invalid_input', 'unseen_characters']);
    expect((await issueAgain(cancellation?.number ?? 0)).error?.code).toBe('document_not_cancellable');
  });

  it('is the operator’s alone, and nobody else sees the document', async () => {
    const path = `/operator/documents/${invoice.number}/cancel`;
    expect((await world.send('POST', path, { reason: REASON })).status).toBe(403);
    await cancel(invoice.number, 'x'.repeat(500));
    const [cancellation] = await documents();
    expect(await documents(world.stranger)).toEqual([]);
    expect((await world.get(`${PATH}/documents/${cancellation?.number}/pdf`, world.stranger)).status).toBe(
      404,
    );
    await world.api.pool.query(
      `insert into account_role (account_id, role) values (${world.publisher.accountId}, 'advertiser')`,
    );
    expect((await world.get('/advertiser/invoices')).status).toBe(200);
    for (const number of [invoice.number, cancellation?.number])
      expect((await world.get(`/advertiser/invoices/${number}/pdf`)).error?.code).toBe('not_found');
  });

  it('stands in the journal and among the operator’s documents', async () => {
    await cancel();
    const [cancellation] = await documents();
    const list = await world.get(
      `/operator/documents?kind=self_billing_cancellation&account=${world.publisher.accountId}`,
      world.operator,
    );
    expect(list.data).toMatchObject({
      total: 1,
      items: [{ label: cancellation?.label, amount: -119, tax: -19 }],
    });
    const journal = await world.get(
      '/operator/documents/journal?from=2026-03-10&to=2026-03-11',
      world.operator,
    );
    const line = journal.raw
      .toString()
      .split('\r\n')
      .find((one) => one.includes(`${cancellation?.label}`));
    expect(line).toContain(',self_billing_cancellation,');
    expect(line).toContain(',-100.00,taxed,19,-19.00,-119.00,EUR,');
    expect(line?.endsWith(`,${invoice.label}`)).toBe(true);
    const ofInvoice = journal.raw
      .toString()
      .split('\r\n')
      .find((one) => one.startsWith(`${invoice.label},`));
    expect(ofInvoice?.endsWith(',')).toBe(true);
    const record = await world.get(`/operator/documents/${cancellation?.number}`, world.operator);
    expect(record.data).toMatchObject({
      ...{ cancels: { number: invoice.number, label: invoice.label }, cancelledBy: null, actions: [] },
    });
  });
});

describe('issuing it again', () => {
  it('names the publisher as they are called now, once, after the cancellation only', async () => {
    expect((await issueAgain()).error?.code).toBe('document_stands');
    await cancel();
    await named({ vatNumber: 'DE811569869', address: 'Yard 2\n10117 Berlin' }, 1);
    const before = await ledger();
    const answers = await Promise.all([issueAgain(), issueAgain()]);
    expect(answers.map(({ status, error }) => error?.code ?? status).toSorted()).toEqual([
      200,
      'document_stands',
    ]);
    const record = answers.find(({ status }) => status === 200)?.data as DocumentRecord;
    const label = `SBI-${world.publisher.accountId}-0002`;
    expect(record).toMatchObject({ label, amount: 119, tax: 19, cancelledBy: null, actions: ['cancel'] });
    const text = await textOf(record.number);
    for (const said of ['Yard 2', 'DE811569869', `Replaces ${invoice.label}, which was cancelled by SBC-`]) {
      expect(text).toContain(said);
    }
    expect((await documents())[0]).toMatchObject({
      ...{ label, paymentId: invoice.paymentId, fromDay: invoice.fromDay, lastDay: invoice.lastDay },
    });
    expect(await ledger()).toEqual(before);
    expect(await told()).toMatchObject({
      ...{ kind: 'self_billing.issue_again', detail: { label, amount: 119, currency: 'EUR' } },
      body_text: expect.stringContaining('EUR 119.00'),
    });
    const first = await world.get(`/operator/documents/${invoice.number}`, world.operator);
    expect(first.data).toMatchObject({ actions: [] });
    // The new one can be cancelled as well, the old one not again.
    expect((await cancel(record.number)).status).toBe(200);
    expect((await cancel()).error?.code).toBe('document_cancelled');
    expect((await issueAgain()).error?.code).toBe('document_stands');
    const { rows } = await sql<{ subject_id: number; detail: unknown }>`
      select subject_id, detail from audit_log where action = 'document.issue_again' order by id desc limit 1`.execute(
      world.api.deps.db,
    );
    expect(rows).toEqual([{ subject_id: record.number, detail: { label, replaced: invoice.label } }]);
    expect((await issueAgain(2_000_000_000)).error?.code).toBe('not_found');
  });

  it('not for who does not agree any more', async () => {
    await cancel();
    await agree(false);
    expect((await issueAgain()).error?.code).toBe('self_billing_not_agreed');
    await agree();
    expect((await issueAgain()).status).toBe(200);
    // Another payment's, which was issued once, stands all the same.
    await world.act(await world.payoutInProcessing(50), 'complete');
    const [other] = await documents();
    const shown = await world.get(`/operator/documents/${other?.number}`, world.operator);
    expect(shown.data).toMatchObject({ amount: 50, actions: ['cancel'], cancelledBy: null });
  });

  it(`${PAYOUT_ISSUES_MAX} times at most`, async () => {
    let { number } = invoice;
    for (let issue = 1; issue < PAYOUT_ISSUES_MAX; issue += 1) {
      await cancel(number);
      const again = await issueAgain(number);
      expect(again.status).toBe(200);
      number = (again.data as DocumentRecord).number;
    }
    const last = await cancel(number);
    // What would be refused is not offered.
    expect(last.data).toMatchObject({ number, actions: [] });
    expect((await issueAgain(number)).error?.code).toBe('document_issues_full');
  });
});
