import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { peers } from '@placard/tooling/config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CardGateway } from './card-gateway.ts';
import { stripeGateway } from './stripe-gateway.ts';

/** Newer than stripe-mock's description of Stripe, which knows it by its older name. Nothing else is changed. */
const RENAMED = /allowed_payment_method_types/g;

let mock: ChildProcess;
let mockPort = 0;
let gateway: CardGateway;

const between = createServer((incoming, answer) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8').replace(RENAMED, 'payment_method_types');
    const headers = { ...incoming.headers, 'content-length': String(Buffer.byteLength(body)) };
    const { method, url: path } = incoming;
    const onward = request({ host: '127.0.0.1', port: mockPort, method, path, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(answer);
    });
    onward.end(body);
  });
});

beforeAll(async () => {
  const { stripeMock } = peers();
  if (stripeMock === undefined) throw new Error('run it by "npm run test:peers"');
  mock = spawn(stripeMock, ['-http-addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  // It goes on writing there with every request, so somebody goes on reading.
  mockPort = await new Promise<number>((resolve) => {
    mock.stdout?.on('data', (chunk: Buffer) => {
      const port = /Listening for HTTP at address: [^\n]*:(\d+)/.exec(chunk.toString())?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  gateway = stripeGateway({
    secretKey: 'sk_test_123',
    webhookSecret: 'whsec_123',
    apiUrl: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
  });
});
afterAll(async () => {
  between.closeAllConnections();
  between.close();
  mock.kill();
  await once(mock, 'exit');
});

const payment = {
  reference: 'PL-7KQ2MX',
  customerId: 'cus_123',
  amountMinor: 2_500n,
  currency: 'USD',
  description: 'Deposit PL-7KQ2MX',
};
const urls = { returnUrl: 'https://ads.example.com/back', leaveUrl: 'https://ads.example.com/left' };

it('asks for customers and cards as Stripe describes it', async () => {
  const customer = { key: 'k', email: 'ada@example.com', name: 'Ada' };
  expect(await gateway.createCustomer(customer)).toMatch(/^cus_/);
  expect(Array.isArray(await gateway.listCards('cus_123'))).toBe(true);
  await gateway.forgetCard('pm_123');
});

it('asks for pages as Stripe describes it', async () => {
  const page = await gateway.payPage({ ...payment, ...urls, saveCard: true });
  expect(page.id).toMatch(/^cs_/);
  expect((await gateway.saveCardPage({ customerId: 'cus_123', currency: 'USD', ...urls })).id).toMatch(
    /^cs_/,
  );
  expect((await gateway.readCheckout('cs_123')).id).toMatch(/^cs_/);
  expect((await gateway.closeCheckout('cs_123')).id).toMatch(/^cs_/);
});

it('asks for payments and refunds as Stripe describes it', async () => {
  for (const returnUrl of [urls.returnUrl, null]) {
    const paid = await gateway.payWithCard({ ...payment, cardId: 'pm_123', returnUrl });
    expect(paid.id).toMatch(/^pi_/);
  }
  expect((await gateway.readPayment('pi_123')).currency).toBe('USD');
  expect((await gateway.cancelPayment('pi_123')).id).toMatch(/^pi_/);
  const search = { customerId: 'cus_123', reference: 'PL-7KQ2MX', since: new Date(0) };
  expect(await gateway.findPayment(search)).toBeNull();
  const refund = { key: 'r', paymentId: 'pi_123', refundId: 1, amountMinor: 500n };
  expect((await gateway.refund(refund)).id).toMatch(/^re_/);
});
