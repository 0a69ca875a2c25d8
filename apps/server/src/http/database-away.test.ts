import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, createPool } from '@placard/db/database';
import { createSecrets } from '@placard/db/secrets/secrets';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { AfterAnswer } from '../api/after-answer.ts';
import type { AppDeps } from '../app-deps.ts';
import { createPasswords } from '../auth/passwords.ts';
import { createSignInLimits } from '../auth/sign-in-limits.ts';
import { createRouter } from '../compose.ts';
import { createAccountTurns } from './account-turns.ts';
import { createHttpServer } from './server.ts';
import { noAnalytics, nowhere } from './testing/test-api.ts';

const URL_OF_NOBODY = 'postgres://somebody:hush@127.0.0.1:1/placard';
let now = new Date('2026-03-10T12:00:00Z');

async function serverOn(url: string, dataDir: string) {
  const db = createDb(createPool({ url, name: 'test' }));
  const deps: AppDeps = {
    db,
    clock: () => now,
    publicUrl: 'http://dashboard.test',
    deliveryUrl: 'http://ads.test',
    mailServer: false,
    afterAnswer: new AfterAnswer(pino({ level: 'silent' })),
    dataDir,
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
  const close = async () => {
    await app.close();
    await db.destroy();
  };
  return { app, close };
}

it('answers 503 while the database is away, and leaks nothing of it', async () => {
  const { app, close } = await serverOn(URL_OF_NOBODY, '/nonexistent');
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
  // What may be kept otherwise: a cache would go on saying so.
  const sellers = await app.inject('/sellers.json');
  expect([sellers.statusCode, sellers.headers['cache-control']]).toEqual([503, 'no-store']);
  const screen = await app.inject({ url: '/advertiser/campaigns', headers: { accept: 'text/html,*/*' } });
  expect([screen.statusCode, screen.headers['retry-after']]).toEqual([503, '5']);
  expect(screen.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(screen.body).toContain('Back in a moment');
  expect(screen.headers['content-security-policy']).toContain("default-src 'self'");
  expect(screen.headers['cache-control']).toBe('no-store');
  const inGerman = { accept: 'text/html', 'accept-language': 'de' };
  expect((await app.inject({ url: '/advertiser/campaigns', headers: inGerman })).body).toContain(
    '<h1>Gleich wieder da</h1>',
  );
  // A program is answered as ever: it may be the probe of a balancer.
  const notAPerson = await app.inject({ url: '/advertiser/campaigns', headers: { accept: '*/*' } });
  expect(notAPerson.body).not.toContain('Back in a moment');
  await close();
});

it('looks at the database once a second for however many who open the dashboard', async () => {
  let looks = 0;
  const nobody = createServer((socket) => {
    looks += 1;
    socket.destroy();
  });
  nobody.listen(0, '127.0.0.1');
  await once(nobody, 'listening');
  const { port } = nobody.address() as AddressInfo;
  const { app, close } = await serverOn(`postgres://somebody@127.0.0.1:${port}/placard`, '/nonexistent');
  const open = async () => (await app.inject({ url: '/login', headers: { accept: 'text/html' } })).statusCode;
  vi.useFakeTimers({ toFake: ['performance'] });
  expect([await open(), await open()]).toEqual([503, 503]);
  vi.advanceTimersByTime(999);
  await open();
  expect(looks).toBe(1);
  vi.advanceTimersByTime(1);
  await open();
  expect(looks).toBe(2);
  vi.useRealTimers();
  await close();
  nobody.close();
});

it('keeps what it found of its health for two seconds', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-health-'));
  const { app, close } = await serverOn(URL_OF_NOBODY, dataDir);
  const disk = async () => (await app.inject('/api/health')).json().data.checks.disk;
  expect(await disk()).toBe('ok');
  rmSync(dataDir, { recursive: true });
  now = new Date(now.getTime() + 1_999);
  expect(await disk()).toBe('ok');
  now = new Date(now.getTime() + 1);
  expect(await disk()).toBe('failing');
  await close();
});
