import { startTraces } from '@placard/db/process/traces';
import { secretsIn } from '@placard/db/testing/log-secrets';
import { runTraceCollector } from '@placard/db/testing/trace-collector';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, PASSWORD, type TestApi } from './testing/test-api.ts';

let collector: Awaited<ReturnType<typeof runTraceCollector>>;
let traces: ReturnType<typeof startTraces>;
let api: TestApi;
beforeAll(async () => {
  collector = await runTraceCollector();
  traces = startTraces({ endpoint: collector.url, headers: {}, share: 1 }, 'placard-server', () => {});
  api = await createTestApi();
});
afterAll(async () => {
  await api.close();
  await collector.stop();
});

it('each call is a span of its caller’s trace, by the operation and its request id, with its statements below and no value of anybody', async () => {
  const traceId = 'ab'.repeat(16);
  const { token, email } = await api.user();
  const headers = { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` };
  const read = await api.call('GET', '/advertiser/campaigns/7', { token, headers });
  await api.call('POST', '/auth/login', { headers, body: { email, password: PASSWORD } });
  await api.call('GET', `/downloads/${'t'.repeat(43)}`, { headers });
  await api.call('GET', '/nowhere/secret-path', { headers });
  // What breaks within the call.
  const { db } = api.deps;
  await sql`alter table network_settings rename to mislaid`.execute(db);
  expect((await api.call('GET', '/auth/config', { headers })).status).toBe(500);
  await sql`alter table mislaid rename to network_settings`.execute(db);
  await traces.stop();

  const servers = collector.spans.filter(({ kind }) => kind === 2);
  expect(servers.map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([
    ['GET /api/advertiser/campaigns/{id}', '404'],
    ['POST /api/auth/login', '200'],
    ['GET /api', '404'],
    ['GET /api/auth/config', '500'],
  ]);
  expect(servers[0]).toMatchObject({
    ...{ traceId, parentSpanId: 'cd'.repeat(8), failed: false, service: 'placard-server' },
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/advertiser/campaigns/{id}',
      'placard.request_id': read.headers['x-request-id'],
    },
  });
  const statements = collector.spans.filter(({ kind }) => kind === 3);
  const ids = new Set(collector.spans.map(({ spanId }) => spanId));
  expect(servers.map(({ failed }) => failed)).toEqual([false, false, false, true]);
  expect(statements.length).toBeGreaterThan(3);
  expect(statements.every((span) => span.traceId === traceId && ids.has(span.parentSpanId ?? ''))).toBe(true);
  const sent = collector.calls.map(({ body }) => body).join('\n');
  for (const word of [email, PASSWORD, 'secret-path', 't'.repeat(43)]) expect(sent).not.toContain(word);
  expect(secretsIn(sent.replaceAll(/"[0-9a-f]{16,32}"/g, '""'))).toEqual([]);
});
