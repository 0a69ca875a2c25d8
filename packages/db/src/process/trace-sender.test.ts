import { afterEach, expect, test, vi } from 'vitest';
import { MOST_WAITING, TraceSender } from './trace-sender.ts';

const SPAN = {
  ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'a call', kind: 2 },
  ...{ startMs: 0, endMs: 1, attributes: {}, failed: false },
};
/** In the call that is under way. */
const UNDER_WAY = 512;

afterEach(() => void vi.unstubAllGlobals());

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
