import fastify from 'fastify';
import { expect, it } from 'vitest';
import { addSecurityHeaders } from './security-headers.ts';

async function headersAt(publicUrl: string) {
  const app = fastify();
  await addSecurityHeaders(app, { publicUrl, deliveryUrl: 'https://ads.test/below' }, ["'sha256-x'"]);
  app.get('/', async () => 'ok');
  const { headers } = await app.inject('/');
  await app.close();
  return headers;
}

it('lets a page load, frame, send and be framed by nothing but what the dashboard is made of', async () => {
  const policy = (await headersAt('http://dashboard.test'))['content-security-policy'];
  expect(String(policy).split(';').sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'frame-src https://ads.test',
    "img-src 'self' data: blob: https://ads.test",
    "object-src 'none'",
    "script-src 'self' 'sha256-x'",
    "style-src 'self' 'unsafe-inline'",
  ]);
});

it('is asked for by https for a year where it has it, and by nobody else told where a visitor comes from', async () => {
  const always = {
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  const onlySealed = {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
  };
  expect(await headersAt('https://dashboard.test')).toMatchObject({ ...always, ...onlySealed });
  const plain = await headersAt('http://dashboard.test');
  expect(plain).toMatchObject(always);
  expect(Object.keys(onlySealed).filter((name) => name in plain)).toEqual([]);
});
