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
