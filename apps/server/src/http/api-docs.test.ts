import { gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addApiDocs } from './api-docs.ts';

const BUNDLE = '/api/docs/swagger-ui-bundle.js';
let app: FastifyInstance;
/** Answers that were sent in one turn of the event loop, at most. */
let mostInTurn: number;

beforeEach(() => {
  app = fastify();
  let inTurn = 0;
  mostInTurn = 0;
  app.addHook('onSend', async () => {
    if (inTurn === 0)
      setImmediate(() => {
        inTurn = 0;
      });
    inTurn += 1;
    mostInTurn = Math.max(mostInTurn, inTurn);
  });
  addApiDocs(app);
});
afterEach(async () => await app.close());

const get = async (url: string, headers: Record<string, string> = {}) => await app.inject({ url, headers });

it('sends a large text packed to who takes it so, and says that it is the same to who has it', async () => {
  const [plain, packed] = [await get(BUNDLE), await get(BUNDLE, { 'accept-encoding': 'br, gzip' })];
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.rawPayload.length).toBeGreaterThan(1_000_000);
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  for (const [answer, coding] of [
    [plain, 'identity'],
    [packed, 'gzip'],
  ] as const) {
    const etag = String(answer.headers.etag);
    const again = await get(BUNDLE, { 'accept-encoding': coding, 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  }
  expect(packed.headers.etag).not.toBe(plain.headers.etag);
});

it('sends one of them in a turn of the event loop, however many ask at once', async () => {
  await get(BUNDLE);
  const answers = await Promise.all(Array.from({ length: 30 }, async () => await get(BUNDLE)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  // Of two: the turn that counts ends behind the beginning of the next.
  expect(mostInTurn).toBeLessThanOrEqual(2);
});

it('knows no file but those that the page needs', async () => {
  for (const name of ['package.json', '__proto__', 'toString', '..%2Fpackage.json', '%00'])
    expect([name, (await get(`/api/docs/${name}`)).statusCode]).not.toEqual([name, 200]);
});
