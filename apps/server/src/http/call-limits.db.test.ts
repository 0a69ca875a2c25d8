import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NETWORKS_OF_A_SITE } from './server.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

const CALLS = 3;
let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({ callsPerMinute: CALLS });
});
afterAll(async () => {
  await api.close();
});

async function callFrom(site: number, network: number): Promise<number> {
  const { status } = await api.call('GET', '/auth/config', {
    ip: `2001:db8:${site}:${network.toString(16)}::1`,
  });
  return status;
}

it('slows down who calls from a new network of a /48 each time', async () => {
  // As docs/api-keys.md says.
  expect(NETWORKS_OF_A_SITE).toBe(16);
  const most = CALLS * NETWORKS_OF_A_SITE;
  for (let network = 0; network < most; network += 1) expect(await callFrom(5, network)).toBe(200);
  expect(await callFrom(5, most)).toBe(429);
  expect(await callFrom(6, 0)).toBe(200);
  api.now = new Date(api.now.getTime() + 60_000);
  expect(await callFrom(5, most)).toBe(200);
});

it('leaves out what the card gateway tells, which comes in bursts from a few addresses', async () => {
  const told = async () =>
    (await api.app.inject({ method: 'POST', url: '/api/webhooks/stripe', remoteAddress: '198.51.100.7' }))
      .statusCode;
  for (let count = 0; count <= CALLS; count += 1) expect(await told()).toBe(404);
  expect((await api.call('GET', '/auth/config', { ip: '198.51.100.7' })).status).toBe(200);
});

it('counts what costs a look into the database, however its address is written and wherever it leads', async () => {
  const { hostname, port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  // As it is written: what injects a call, or fetches, tidies its path first.
  const asked = async (method: string, path: string) => {
    const call = request({ method, path, hostname, port }).end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  for (let count = 0; count < CALLS; count += 1) expect(await asked('GET', '/api/auth/config')).toBe(200);
  for (const [method, path] of [
    ['GET', '/api/webhooks/stripe/../../auth/config'],
    ['GET', '/api/webhooks/stripe/%2e%2e/%2E./auth/config'],
    ['POST', '/api/webhooks/stripe/../../auth/login'],
    ['GET', '/%61pi/auth/config'],
    ['GET', '/%61pi/health'],
    ['GET', '/sellers.json/'],
    ['GET', '/%73ellers.json'],
    ['POST', '/unsubscribe?token=abcdefghijklmnopqrstuvwx'],
  ] as const)
    expect([path, await asked(method, path)]).toEqual([path, 429]);
  // Files, and what there is none of.
  for (const path of ['/', '/robots.txt', '/login'])
    expect([path, await asked('GET', path)]).not.toEqual([path, 429]);
  for (let count = 0; count <= CALLS; count += 1)
    expect(await asked('POST', '/api/webhooks/stripe')).toBe(404);
});
