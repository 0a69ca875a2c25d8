import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hotAnswers } from './hot-answers.ts';

const NOW_MS = Date.UTC(2026, 10, 30, 1, 2, 3);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS }));
afterEach(() => void vi.useRealTimers());

/** What an answer says of itself, and its body. */
function parts(text: string) {
  const [head = '', body] = text.split('\r\n\r\n');
  const [status, ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]));
  return { status, headers, body };
}

test.each([false, true])('answers are whole, and ask for https where the address is: %s', (isSecure) => {
  const answers = hotAnswers({ isSecure, keepAliveMs: 65_999 });
  const always = {
    Connection: 'keep-alive',
    'Keep-Alive': 'timeout=65',
    'X-Content-Type-Options': 'nosniff',
  };
  const security = isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
  const kept = { ...always, ...security, 'Cache-Control': 'no-store', Date: 'Mon, 30 Nov 2026 01:02:03 GMT' };
  const anyPage = { ...kept, 'Access-Control-Allow-Origin': '*' };
  expect(parts(answers.ads('{"a":[]}'))).toEqual({
    status: 'HTTP/1.1 200 OK',
    headers: { ...anyPage, 'Content-Type': 'application/json', 'Content-Length': '8' },
    body: '{"a":[]}',
  });
  expect(parts(answers.stored())).toEqual({
    status: 'HTTP/1.1 204 No Content',
    headers: { ...anyPage, 'Cross-Origin-Resource-Policy': 'cross-origin' },
    body: '',
  });
  const refused = parts(answers.notStored());
  expect(refused).toMatchObject({
    status: 'HTTP/1.1 503 Service Unavailable',
    headers: { ...anyPage, 'Retry-After': '1', 'Content-Type': 'application/json; charset=utf-8' },
  });
  expect(refused.headers['Content-Length']).toBe(String(refused.body?.length));
  expect(JSON.parse(refused.body ?? '')).toMatchObject({ error: { code: 'unavailable' } });
});

test('each answer has the date of its second', () => {
  const { stored } = hotAnswers({ isSecure: false, keepAliveMs: 5_000 });
  const dates = [0, 999, 1_000, 61_000, -1_000].map((ms) => {
    vi.setSystemTime(NOW_MS + ms);
    return parts(stored()).headers.Date?.slice(17, 25);
  });
  expect(dates).toEqual(['01:02:03', '01:02:03', '01:02:04', '01:03:04', '01:02:02']);
});
