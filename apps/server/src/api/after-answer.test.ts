import { pino } from 'pino';
import { expect, it } from 'vitest';
import { AfterAnswer } from './after-answer.ts';

it('does one thing after the other, also after one that failed', async () => {
  const later = new AfterAnswer(pino({ level: 'silent' }));
  const done: string[] = [];
  later.take(async () => {
    await Promise.resolve();
    done.push('first');
    throw new Error('broken');
  });
  later.take(async () => {
    done.push('second');
  });
  expect(done).toEqual([]);
  await later.idle();
  expect(done).toEqual(['first', 'second']);
});

it('takes as many as it has room for, and more once they are done', async () => {
  const later = new AfterAnswer(pino({ level: 'silent' }));
  const nothing = async () => {};
  for (let count = 0; count < AfterAnswer.MAX_WAITING; count += 1) expect(later.take(nothing)).toBe(true);
  expect(later.take(nothing)).toBe(false);
  await later.idle();
  expect(later.take(nothing)).toBe(true);
  await later.idle();
});
