import { Client } from 'pg';
import { expect, it } from 'vitest';
import { AppError, invalidInput, issueOf, refusalAt } from '../api/app-error.ts';
import { ThreadFault } from '../fairness/thread-pool.ts';
import { NobodyWaits, TooManyWaiting } from '../fairness/turns.ts';
import { encodeOrpcError, errorBody, refusalOf, toOrpcError } from './error-encoding.ts';

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

it('knows a database whose socket is gone or full from a file that is missing', async () => {
  const gone = new Client({ host: '/nowhere/that/is', database: 'placard', user: 'placard' });
  const error = await gone.connect().catch((cause: unknown) => cause);
  expect(refusalOf(error)?.code).toBe('unavailable');
  const failed = (code: string, syscall: string) =>
    refusalOf(Object.assign(new Error(code), { code, syscall }))?.code;
  expect([failed('EAGAIN', 'connect'), failed('ENOENT', 'connect')]).toEqual(['unavailable', 'unavailable']);
  expect([failed('EAGAIN', 'read'), failed('ENOENT', 'open'), failed('EACCES', 'connect')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('tells what the words of a refusal name, for readers of other languages', () => {
  const sent = (error: AppError) => encodeOrpcError(toOrpcError(error));
  const full = new AppError('conflict_status', { reason: 'api_keys_full', value: '20' });
  expect(sent(full)).toEqual({
    error: {
      code: 'conflict_status',
      message: 'You have 20 API keys already. Revoke one first.',
      reason: 'api_keys_full',
      value: '20',
    },
  });
  const small = invalidInput(refusalAt('minPayout', { reason: 'min_payout_too_low', value: 'USD 50' }));
  const tooLong = invalidInput(issueOf('name', 'text_longer_than:2000'));
  for (const [error, value, message] of [
    [small, 'USD 50', 'The minimum payout must not be below that of the network: USD 50'],
    [tooLong, '2000', 'Enter at most 2,000 characters'],
  ] as const) {
    expect(sent(error).error.issues).toEqual([expect.objectContaining({ value, message })]);
    expect(errorBody(error)).toEqual(sent(error));
  }
  expect(sent(new AppError('not_found'))).toEqual({ error: { code: 'not_found', message: 'Not found' } });
});
