import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

it('leaves to a run that goes on what the next one would do, and runs again after it, also where it failed', async () => {
  const began: string[] = [];
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const job = oneAtATime(async (name: string) => {
    began.push(name);
    await ends[began.length - 1]?.promise;
  });
  const first = job('first');
  await job('meanwhile');
  ends[0]?.reject(new Error('the database is away'));
  await expect(first).rejects.toThrow('away');
  const second = job('second');
  ends[1]?.resolve();
  await second;
  await job('third');
  expect(began).toEqual(['first', 'second', 'third']);
});
