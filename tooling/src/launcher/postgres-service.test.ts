import type { Cluster } from '@placard/db/embedded/cluster';
import { expect, it, vi } from 'vitest';
import { startPostgres } from './postgres-service.ts';

const SOON = { timeout: 5_000, interval: 1 };

/** A PostgreSQL that dies when told to, and after that does not start as often as `failures` says. */
function fakePostgres(failures: number) {
  let left = 0;
  let die = () => {};
  const stopped = vi.fn(async () => {});
  const start = vi.fn(async (): Promise<Cluster> => {
    if (left > 0) {
      left -= 1;
      throw new Error(`No space left on device (${left > failures / 2 ? 'WAL' : 'table'})`);
    }
    const ended = new Promise<void>((resolve) => {
      die = () => {
        left = failures;
        resolve();
      };
    });
    const url = () => 'postgres://here';
    return {
      port: 1,
      pid: start.mock.calls.length,
      url: url(),
      urlOf: url,
      superuserUrlOf: url,
      ended,
      stop: stopped,
    };
  });
  return { start, stopped, die: () => die() };
}

it('tries PostgreSQL again for as long as it does not start, and says each reason once', async () => {
  const fake = fakePostgres(20);
  const said: string[] = [];
  const events = { say: (sentence: string) => said.push(sentence), onMoved: vi.fn() };
  const service = await startPostgres('home', events, {
    start: fake.start,
    firstPauseMs: 0,
    longestPauseMs: 1,
  });
  fake.die();
  await vi.waitFor(() => expect(said.at(-1)).toBe('PostgreSQL is back.'), SOON);
  expect(fake.start).toHaveBeenCalledTimes(22);
  expect(service.pid()).toBe(22);
  expect(said).toEqual([
    'PostgreSQL ended; starting it again.',
    'PostgreSQL does not start, and is tried again. No space left on device (WAL)',
    'PostgreSQL does not start, and is tried again. No space left on device (table)',
    'PostgreSQL is back.',
  ]);
  expect(events.onMoved).not.toHaveBeenCalled();
  await service.stop();
});

it('does not wait for the next try when it is stopped', async () => {
  const fake = fakePostgres(20);
  const said: string[] = [];
  const service = await startPostgres(
    'home',
    { say: (sentence) => said.push(sentence), onMoved: () => {} },
    { start: fake.start, firstPauseMs: 3_600_000, longestPauseMs: 3_600_000 },
  );
  fake.die();
  await vi.waitFor(() => expect(said).toHaveLength(2), SOON);
  await service.stop();
  expect(fake.start).toHaveBeenCalledTimes(2);
  expect(fake.stopped).toHaveBeenCalledOnce();
});
