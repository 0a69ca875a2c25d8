import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepForgetting } from './gone-images.ts';

const config = { dataDir: '/nowhere', databaseUrl: 'postgres://127.0.0.1:9/nothing' };
const objects = {
  ...{ bucket: 'ads', endpoint: 'http://127.0.0.1:9', region: 'x', prefix: '' },
  ...{ accessKeyId: 'a', secretAccessKey: 'b' },
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('looks each hour for images that went where they come from a bucket, and says where it could not', async () => {
  const warned = Promise.withResolvers<string>();
  const log = pino({ level: 'warn' }, { write: (line: string) => warned.resolve(line) });
  const clock = vi.fn(() => 0);
  const stop = keepForgetting({ ...config, objects }, log, clock);
  vi.advanceTimersByTime(60 * 60_000 - 1);
  expect(clock).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(clock).toHaveBeenCalledOnce();
  expect(await warned.promise).toContain('images that went were not looked for');
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('leaves a folder alone that is the API’s', () => {
  const stop = keepForgetting({ ...config, objects: null }, pino({ level: 'silent' }), () => 0);
  expect(vi.getTimerCount()).toBe(0);
  stop();
});
