import { createDb, createPool } from '@placard/db/database';
import { createSecrets } from '@placard/db/secrets/secrets';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { AfterAnswer } from '../api/after-answer.ts';
import type { AppDeps } from '../app-deps.ts';
import { createPasswords } from '../auth/passwords.ts';
import { createSignInLimits } from '../auth/sign-in-limits.ts';
import { createRouter } from '../compose.ts';
import { createAccountTurns } from './account-turns.ts';
import { createHttpServer } from './server.ts';
import { noAnalytics, nowhere } from './testing/test-api.ts';

it('answers 503 while the database is away, and leaks nothing of it', async () => {
  const db = createDb(createPool({ url: 'postgres://somebody:hush@127.0.0.1:1/placard', name: 'test' }));
  const deps: AppDeps = {
    db,
    clock: () => new Date(),
    publicUrl: 'http://dashboard.test',
    deliveryUrl: 'http://ads.test',
    mailServer: false,
    afterAnswer: new AfterAnswer(pino({ level: 'silent' })),
    dataDir: '/nonexistent',
    secrets: createSecrets(Buffer.alloc(32)),
    passwords: createPasswords(),
    signInLimits: createSignInLimits(),
    analytics: noAnalytics(),
    outside: nowhere,
    cards: null,
    provider: null,
    images: { put: async () => {}, present: async () => [], remove: async () => {} },
    log: pino({ level: 'silent' }),
  };
  const app = await createHttpServer(createRouter(deps), deps, {
    trustProxy: false,
    callsPerMinute: 0,
    accountTurns: createAccountTurns(),
    webFolder: '/nonexistent',
  });
  const calls = [
    { url: '/api/auth/config', headers: {} },
    { url: '/api/auth/profile', headers: { authorization: 'Bearer token' } },
  ];
  for (const call of calls) {
    const answer = await app.inject(call);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      error: {
        code: 'unavailable',
        message: 'The service is starting or its database is away. Please try again.',
      },
    });
  }
  const health = await app.inject('/api/health');
  expect(health.statusCode).toBe(503);
  expect(health.json()).toEqual({
    data: { status: 'failing', checks: { database: 'failing', analytics: 'failing', disk: 'failing' } },
  });
  const screen = await app.inject({ url: '/advertiser/campaigns', headers: { accept: 'text/html,*/*' } });
  expect([screen.statusCode, screen.headers['retry-after']]).toEqual([503, '5']);
  expect(screen.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(screen.body).toContain('Back in a moment');
  expect(screen.headers['content-security-policy']).toContain("default-src 'self'");
  await app.close();
  await db.destroy();
});
