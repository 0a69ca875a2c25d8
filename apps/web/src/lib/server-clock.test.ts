import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { request } from './api/request.ts';
import { learnServerTime, serverNow } from './server-clock.ts';

afterEach(() => {
  learnServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

it('goes by the server’s clock where the browser’s is wrong, and by the browser’s where they agree', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 10, 12) });
  expect(serverNow()).toBe(Date.UTC(2026, 2, 10, 12));
  learnServerTime('Wed, 11 Mar 2026 12:00:30 GMT');
  expect(serverNow()).toBe(Date.UTC(2026, 2, 11, 12, 0, 30));
  vi.advanceTimersByTime(5_000);
  expect(serverNow()).toBe(Date.UTC(2026, 2, 11, 12, 0, 35));
  // A proxy's answer may have none.
  for (const silent of [null, 'today']) learnServerTime(silent);
  expect(serverNow()).toBe(Date.UTC(2026, 2, 11, 12, 0, 35));
  learnServerTime('Tue, 10 Mar 2026 11:59:36 GMT');
  expect(serverNow()).toBe(Date.now());
  learnServerTime('Tue, 10 Mar 2026 11:59:35 GMT');
  expect(serverNow()).toBe(Date.UTC(2026, 2, 10, 11, 59, 35));
});

it('is told by each answer of the API', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 10, 12) });
  vi.stubGlobal('window', {});
  vi.stubGlobal(
    'fetch',
    async () => new Response('{}', { headers: { date: 'Mon, 09 Mar 2026 12:00:00 GMT' } }),
  );
  await request({ method: 'GET', path: '/auth/config' });
  expect(serverNow()).toBe(Date.UTC(2026, 2, 9, 12));
  vi.unstubAllGlobals();
});

it('is asked for the time by everything that is shown or suggested', () => {
  const src = fileURLToPath(new URL('..', import.meta.url));
  const asking = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /\bDate\.now\(\)|new Date\(\)/.test(readFileSync(src + file, 'utf8')));
  // Typing is kept and found again by one browser.
  expect(asking.sort()).toEqual(['kits/form/use-kept-typing.ts', 'lib/server-clock.ts']);
});
