import { afterEach, expect, test, vi } from 'vitest';
import { MOST_WAITING, TraceSender } from './trace-sender.ts';

const SPAN = {
  ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'a call', kind: 2 },
  ...{ startMs: 0, endMs: 1, attributes: {}, failed: false },
};
/** In the call that is under way. */
const UNDER_WAY = 512;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('keeps so many spans for a collector that does not answer, and tells of each beyond', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const lost: number[] = [];
  const settings = { endpoint: 'http://127.0.0.1', headers: {}, share: 1 };
  const sender = new TraceSender(settings, {}, (spans) => lost.push(spans));
  for (let at = 0; at < UNDER_WAY + MOST_WAITING; at += 1) sender.add(SPAN);
  expect(lost).toEqual([]);
  sender.add(SPAN);
  sender.add(SPAN);
  expect(lost).toEqual([1, 1]);
});

test('writes each value as OTLP has it, and looks after nothing once it has stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    sent.push(body);
    return new Response();
  });
  const sender = new TraceSender({ endpoint: 'http://127.0.0.1', headers: {}, share: 1 }, {}, () => {});
  sender.add({ ...SPAN, attributes: { text: 'a', whole: 3, part: 0.5, is: true } });
  expect(vi.getTimerCount()).toBe(1);
  await sender.stop();
  expect(vi.getTimerCount()).toBe(0);
  const [span] = JSON.parse(sent[0] ?? '{}').resourceSpans[0].scopeSpans[0].spans;
  expect(span.attributes).toEqual([
    { key: 'text', value: { stringValue: 'a' } },
    { key: 'whole', value: { intValue: '3' } },
    { key: 'part', value: { doubleValue: 0.5 } },
    { key: 'is', value: { boolValue: true } },
  ]);
});
