import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from './testing/test-api.ts';

const BYTES = 4_000;
let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({ sentBytesADay: BYTES });
});
afterAll(async () => {
  await api.close();
});

/** A call of exactly so many bytes, which are kept nowhere: it is refused for what it says. */
async function send(token: string | undefined, bytes: number) {
  const frame = JSON.stringify({ name: '' }).length;
  return await api.call('POST', '/advertiser/campaigns', {
    token,
    body: { name: 'x'.repeat(bytes - frame) },
  });
}

it('takes so much of one person within a day, whatever comes of it, and of others as much', async () => {
  const one = await api.user({ roles: ['advertiser'] });
  const other = await api.user({ roles: ['advertiser'] });
  expect((await send(one.token, BYTES - 1_000)).status).toBe(422);
  const more = await send(one.token, 1_001);
  expect([more.status, more.error?.code]).toEqual([429, 'rate_limited']);
  expect((await send(one.token, 1_000)).status).toBe(422);
  expect((await send(one.token, 20)).status).toBe(429);
  expect((await send(other.token, BYTES)).status).toBe(422);
  // Looking sends nothing.
  expect((await api.call('GET', '/auth/profile', { token: one.token })).status).toBe(200);
  expect((await send(undefined, 20)).status).toBe(401);
  const beside = { method: 'POST', url: '/unsubscribe', payload: { token: 'x' } } as const;
  expect((await api.app.inject(beside)).statusCode).toBeLessThan(500);
  api.now = new Date(api.now.getTime() + 86_400_000);
  expect((await send(one.token, BYTES)).status).toBe(422);
});

it('counts a file as what it is, and reads none of it beyond', async () => {
  const { token } = await api.user({ roles: ['advertiser'] });
  const upload = async (bytes: number) => {
    const form = new FormData();
    form.set('file', new File([Buffer.alloc(bytes)], 'a.png', { type: 'image/png' }));
    const request = new Request('http://x', { method: 'POST', body: form });
    return await api.app.inject({
      method: 'POST',
      url: '/api/advertiser/images',
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        authorization: `Bearer ${token}`,
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
  };
  expect((await upload(3_000)).statusCode).toBe(422);
  const refused = await upload(3_000);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '86400']);
});
