import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../faults/api-error.ts';
import { mayRetry, queryClient } from './query-client.ts';
import { request } from './request.ts';

const answered = (status: number) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: 1 }), { status }));

/** On the page, with what was asked for counted. */
function shown(queryKey: string[]) {
  const queryFn = vi.fn(async () => 1);
  const observer = new QueryObserver(queryClient, { queryKey, queryFn });
  return { queryFn, stop: observer.subscribe(() => {}) };
}

beforeEach(() => {
  vi.stubGlobal('window', {});
  vi.spyOn(console, 'error').mockReturnValue();
  queryClient.setQueryData(['moderation', 'creatives'], 'pending');
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const isStale = () => queryClient.getQueryState(['moderation', 'creatives'])?.isInvalidated;

it.each([200, 409, 500])(
  'after a call that may have changed something (%i) nothing kept is of now',
  async (status) => {
    answered(status);
    await request({ method: 'POST', path: '/operator/reviews/approve' }).catch(() => undefined);
    expect(isStale()).toBe(true);
  },
);

it('what only asks leaves it', async () => {
  answered(200);
  await request({ method: 'GET', path: '/operator/creatives' });
  await request({ method: 'POST', path: '/advertiser/reach', signal: new AbortController().signal });
  expect(isStale()).toBe(false);
});

it('what is on the page is fetched again at once only where it tells of everything', async () => {
  answered(200);
  const history = shown(['operator', 'audit', 'user 7']);
  const report = shown(['reports', 'advertiser']);
  await vi.waitFor(
    () => expect(history.queryFn.mock.calls.length + report.queryFn.mock.calls.length).toBe(2),
    { timeout: 30_000 },
  );
  await request({ method: 'PUT', path: '/operator/users/7/roles' });
  expect([history.queryFn.mock.calls.length, report.queryFn.mock.calls.length]).toEqual([2, 1]);
  for (const { stop } of [history, report]) stop();
});

it('tries again, twice, what may pass by itself', () => {
  const again = (failures: number, status: number) =>
    mayRetry(failures, new ApiError({ status, code: 'internal', message: '' }));
  expect([0, 400, 404, 500, 501, 502, 503].map((status) => again(0, status))).toEqual([
    ...[true, false, false, false, false, true, true],
  ]);
  expect([1, 2].map((failures) => again(failures, 502))).toEqual([true, false]);
  expect(mayRetry(0, new TypeError('a part is not there'))).toBe(true);
});
