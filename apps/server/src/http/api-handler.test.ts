import { os } from '@orpc/server';
import fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { HasDb } from '../deps.ts';
import { createAccountTurns } from './account-turns.ts';
import { createApiHandler } from './api-handler.ts';

it('says that an operation is done before its answer is sent: who reads slowly holds no place in a line', async () => {
  const read = os
    .$meta<{ readonly access?: string }>({})
    .route({ method: 'GET', path: '/answer' })
    .meta({ access: 'public' })
    .handler(() => ({ data: 'an answer' }));
  const deps = { db: {} as HasDb['db'], clock: () => new Date(), log: pino({ level: 'silent' }) };
  const handler = createApiHandler({ read }, deps, createAccountTurns());
  const app = fastify();
  const sentWhenDone: boolean[] = [];
  app.get('/api/answer', async (call, reply) => {
    const request = {
      ...{ id: '1', ip: '192.0.2.1', userAgent: '', idempotencyKey: null, ifMatch: null },
      ...{ gone: new AbortController().signal, giveWay: async () => undefined },
    };
    const nothing = () => undefined;
    const context = {
      ...{ caller: { kind: 'nobody' } as const, request, onRetryAfter: nothing, onEntityTag: nothing },
      ...{ onFile: nothing, bodyIsLate: false, callerIn: async () => ({ kind: 'nobody' }) as const },
      onDone: () => void sentWhenDone.push(reply.raw.headersSent),
    };
    await handler.handle(call, reply, { prefix: '/api', context });
  });
  const answer = await app.inject({ url: '/api/answer' });
  expect([answer.statusCode, answer.json()]).toEqual([200, { data: 'an answer' }]);
  expect(sentWhenDone).toEqual([false]);
});
