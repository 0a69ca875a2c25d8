import { expect, it } from 'vitest';
import { ThreadFault } from '../fairness/thread-pool.ts';
import { NobodyWaits, TooManyWaiting } from '../fairness/turns.ts';
import { refusalOf } from './error-encoding.ts';

it('tells the account whose line is too long apart from everybody, and both when to come again', () => {
  const told = (error: Error) => {
    const refusal = refusalOf(error);
    return [refusal?.status, refusal?.code, refusal?.retryAfterSeconds];
  };
  expect(told(new TooManyWaiting('64 wait already'))).toEqual([429, 'rate_limited', 1]);
  expect(told(new TooManyWaiting('60 of all wait already', 'all'))).toEqual([503, 'unavailable', 5]);
  expect(told(new ThreadFault('the thread died twice'))).toEqual([503, 'unavailable', 1]);
  // Nobody reads it, and the log has no fault of ours.
  expect(told(new NobodyWaits())).toEqual([429, 'rate_limited', 1]);
  expect(refusalOf(new TooManyWaiting('', 'all'))?.message).toBe(
    'This takes longer than usual just now. Please try again in a few seconds.',
  );
});
