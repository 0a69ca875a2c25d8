import fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Caller } from '../api/access.ts';
import { logAnswers, REFUSALS_LOGGED } from './log-answers.ts';

let now = new Date('2026-03-10T12:00:00Z');

/** A server that answers each path with the status it names, to this caller. */
function serverFor(caller: Caller | null) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = fastify();
  app.decorateRequest('caller', null, []);
  app.addHook('onRequest', async (request) => {
    if (caller !== null) request.caller = caller;
  });
  logAnswers(app, { log, clock: () => now });
  app.get<{ Params: { status: string } }>('/api/:status/*', async (request, reply) =>
    reply.code(Number(request.params.status)).send({}),
  );
  return { lines, ask: async (path: string) => await app.inject({ url: path, remoteAddress: '192.0.2.7' }) };
}

const actor = {
  userId: 7,
  accountId: 7_007,
  member: 'owner',
  sessionId: 1,
  roles: [],
  timeZone: 'UTC',
} as const;

it('tells who was refused what, from where, and nothing of other answers', async () => {
  const key = { id: 3, scopes: [] };
  const { ask, lines } = serverFor({
    kind: 'user',
    actor,
    mustEnrol: false,
    mustStepUp: false,
    key,
    looks: false,
  });
  for (const status of [200, 400, 404, 422, 500]) await ask(`/api/${status}/x`);
  expect(lines).toEqual([]);
  await ask('/api/403/operator/users?search=secret');
  expect(lines).toMatchObject([
    {
      ...{ level: 30, msg: 'request refused', method: 'GET', path: '/api/403/operator/users', status: 403 },
      ...{ userId: 7, accountId: 7_007, apiKeyId: 3, ip: '192.0.2.7', requestId: expect.any(String) },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

it('keeps tokens in addresses to itself', async () => {
  const { ask, lines } = serverFor({ kind: 'nobody' });
  await ask(`/api/401/links/${'t'.repeat(43)}`);
  expect(lines).toMatchObject([{ path: '/api/401/links/…', status: 401, caller: 'nobody' }]);
});

it('says it of so many an hour, and again in the next', async () => {
  const { ask, lines } = serverFor(null);
  for (let count = 0; count <= REFUSALS_LOGGED.limit; count += 1) await ask('/api/401/x');
  expect(lines).toHaveLength(REFUSALS_LOGGED.limit);
  for (const status of [403, 429]) await ask(`/api/${status}/x`);
  expect(lines.splice(-2)).toMatchObject([{ status: 403 }, { status: 429 }]);
  now = new Date(now.getTime() + REFUSALS_LOGGED.windowMs);
  await ask('/api/401/x');
  expect(lines).toHaveLength(REFUSALS_LOGGED.limit + 1);
});
