import { expect } from '@playwright/test';
import { RefusedCall } from './support/api-client.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { buildSmallNetwork, PASSWORD } from './support/small-network.ts';
import { decide } from './support/visitor.ts';

const own = ownPlacard();
/** Ads of who is suspended stop within this. */
const STOPPED_WITHIN_MS = 2_000;

test('a suspended account: session and key are refused at the next call, its ads stop within two seconds', async () => {
  const { operator, advertiser, embedKey } = await buildSmallNetwork(own.placard);
  const decided = async () => (await decide(own.placard.deliveryUrl, embedKey, 1)).length;
  await expect.poll(decided).toBe(1);
  const { key } = await advertiser.post<{ key: string }>('/api-keys', {
    ...{ name: 'Reader', scopes: ['read'], lifetime: '30_days', currentPassword: PASSWORD },
  });
  const byKey = async () =>
    (await fetch(own.at('/api/advertiser/campaigns'), { headers: { authorization: `Bearer ${key}` } }))
      .status;
  expect(await byKey()).toBe(200);

  await operator.post(`/operator/users/${advertiser.userId}/actions`, { action: 'suspend' });
  const suspendedMs = performance.now();
  const refused = await advertiser.get('/advertiser/campaigns').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedCall);
  expect(await byKey()).toBe(403);
  await expect.poll(decided, { intervals: [20] }).toBe(0);
  expect(performance.now() - suspendedMs).toBeLessThan(STOPPED_WITHIN_MS);

  await operator.post(`/operator/users/${advertiser.userId}/actions`, { action: 'reinstate' });
  await expect.poll(decided).toBe(1);
});
