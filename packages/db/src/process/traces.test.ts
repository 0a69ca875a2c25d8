import { afterEach, beforeEach, expect, it } from 'vitest';
import { runTraceCollector } from '../testing/trace-collector.ts';
import { MOST_WAITING } from './trace-sender.ts';
import { noteStatement, startTraces, traced, tracesAreSent } from './traces.ts';

let collector: Awaited<ReturnType<typeof runTraceCollector>>;
const lost: { readonly spans: number; readonly why: string }[] = [];
beforeEach(async () => {
  collector = await runTraceCollector();
  lost.length = 0;
});
afterEach(async () => await collector.stop());

const start = (share = 1, endpoint = collector.url) =>
  startTraces({ endpoint, headers: { 'x-key': 'k' }, share }, 'placard-test', (told) => lost.push(told));
const PARENT = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;

it('nothing is sent, and everything runs, where no collector is set', async () => {
  const traces = startTraces(null, 'placard-test', () => {});
  const work = traced('work', {}, async (span) => {
    span.fail();
    span.set({ a: 1 });
    return 7;
  });
  expect(await work).toBe(7);
  noteStatement('select 1', 1, false);
  await traces.stop();
  expect(collector.calls).toEqual([]);
});

it('work within work, and its statements, are spans below it, as OTLP has them', async () => {
  const traces = start();
  await traced(
    'outer',
    { kind: 'server', parent: PARENT, attributes: { text: 'a', whole: 2, part: 0.5, yes: true } },
    async (outer) => {
      outer.rename('GET /api/things');
      await traced('inner', {}, async () => noteStatement('select * from thing where id = $1', 5, false));
      outer.set({ whole: 3 });
    },
  );
  noteStatement('select 1', 1, false);
  await traces.stop();
  expect(collector.calls).toMatchObject([
    { path: '/v1/traces', headers: { 'x-key': 'k', 'content-type': 'application/json' } },
  ]);
  const [statement, inner, outer] = collector.spans;
  expect(collector.spans).toHaveLength(3);
  for (const span of collector.spans) expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(outer).toMatchObject({
    ...{ service: 'placard-test', name: 'GET /api/things', kind: 2, failed: false },
    ...{ traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8) },
    attributes: { text: 'a', whole: '3', part: 0.5, yes: true },
  });
  expect(inner).toMatchObject({
    name: 'inner',
    kind: 1,
    traceId: outer?.traceId,
    parentSpanId: outer?.spanId,
  });
  expect(statement).toMatchObject({
    ...{ name: 'SELECT', kind: 3, traceId: outer?.traceId, parentSpanId: inner?.spanId },
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'select * from thing where id = $1' },
  });
  const took = BigInt(statement?.endTimeUnixNano ?? 0) - BigInt(statement?.startTimeUnixNano ?? 0);
  expect(Number(took) / 1e6).toBeCloseTo(5, 1);
  const ageMs = Date.now() - Number(BigInt(outer?.endTimeUnixNano ?? 0) / 1_000_000n);
  expect(Math.abs(ageMs)).toBeLessThan(60_000);
});

it.each([
  ['none', undefined],
  ['zeros', `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`],
  ['no version', `ff-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`],
  ['capitals', PARENT.toUpperCase()],
  ['more', `${PARENT}x`],
])('what no caller can have sent begins a trace of its own: %s', async (_, parent) => {
  const traces = start();
  await traced('work', { parent }, async () => {});
  await traces.stop();
  expect(collector.spans).toMatchObject([{ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  expect(collector.spans[0]?.traceId).not.toBe('ab'.repeat(16));
  expect(collector.spans[0]).not.toHaveProperty('parentSpanId');
});

it('nothing is noted any more once it was stopped', async () => {
  const traces = start();
  expect(tracesAreSent()).toBe(true);
  await traces.stop();
  expect(tracesAreSent()).toBe(false);
  await traced('work', {}, async () => {});
  expect(collector.calls).toEqual([]);
});

it('a failure is told by its kind, never by what it says', async () => {
  const traces = start();
  const failing = traced('work', {}, async () => {
    throw Object.assign(new Error('row (Correct-Horse-1)'), { code: '23505' });
  });
  await expect(failing).rejects.toThrow('row');
  await traces.stop();
  expect(collector.spans).toMatchObject([{ failed: true, attributes: { 'error.type': '23505' } }]);
  expect(collector.calls[0]?.body).not.toContain('Correct-Horse');
});

it('work that did nothing is forgotten, and of the others the share that was set is sent, whole traces of it', async () => {
  const traces = start(0.25);
  await traced('idle', {}, async (span) => span.forget());
  for (let index = 0; index < 400; index += 1)
    await traced(
      'work',
      {},
      async () => await traced('part', {}, async () => noteStatement('select 1', 1, false)),
    );
  await traces.stop();
  const of = (name: string) => collector.spans.filter((span) => span.name === name).length;
  expect(of('idle')).toBe(0);
  // Of 400 a quarter: six standard deviations to both sides.
  expect(of('work')).toBeGreaterThan(48);
  expect(of('work')).toBeLessThan(152);
  expect([of('part'), of('SELECT')]).toEqual([of('work'), of('work')]);
});

it('what no collector takes is lost and told, and holds no more than so much memory', async () => {
  collector.status = 503;
  const refused = start();
  await traced('work', {}, async () => {});
  await refused.stop();
  expect(lost).toEqual([{ spans: 1, why: 'the collector answered with 503' }]);

  lost.length = 0;
  collector.status = 200;
  const flooded = start();
  for (let index = 0; index < MOST_WAITING + 512 + 3; index += 1) await traced('work', {}, async () => {});
  await flooded.stop();
  expect(collector.spans.length + lost.reduce((sum, { spans }) => sum + spans, 0)).toBe(
    MOST_WAITING + 512 + 3,
  );
});
