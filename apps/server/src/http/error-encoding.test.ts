import { ORPCError, ValidationError } from '@orpc/server';
import { ObjectStoreError } from '@placard/db/objects/object-store';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { EngineGoneError } from '../analytics/engine/engine-faults.ts';
import { AppError, invalidInput, issueOf, refusalAt } from '../api/app-error.ts';
import { ThreadFault } from '../fairness/thread-pool.ts';
import { NobodyWaits, TooManyWaiting } from '../fairness/turns.ts';
import { AlreadyPostedError, InsufficientFundsError } from '../ledger/ledger-errors.ts';
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
  const small = invalidInput(
    refusalAt('minPayout', { reason: 'min_payout_too_low', values: { amount: 'USD 50' } }),
  );
  const tooLong = invalidInput(issueOf('name', 'text_longer_than:2000'));
  for (const [error, named, message] of [
    [
      small,
      { values: { amount: 'USD 50' } },
      'The minimum payout must not be below that of the network: USD 50',
    ],
    [tooLong, { value: '2000' }, 'Enter at most 2,000 characters'],
  ] as const) {
    expect(sent(error).error.issues).toEqual([expect.objectContaining({ ...named, message })]);
    expect(errorBody(error)).toEqual(sent(error));
  }
  expect(sent(new AppError('not_found'))).toEqual({ error: { code: 'not_found', message: 'Not found' } });
});

it('asks for another try where the database is full, slow or on its way, and calls nothing else of it that', () => {
  const failed = (code: string) => refusalOf(Object.assign(new Error(code), { code }))?.code;
  const away = [
    '53100',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
  ];
  const sockets = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'];
  for (const code of [...away, ...sockets]) expect([code, failed(code)]).toEqual([code, 'unavailable']);
  // Tried as often as they may be.
  for (const code of ['40001', '40P01']) expect([code, failed(code)]).toEqual([code, 'unavailable']);
  // What was sent cannot be stored.
  for (const code of ['22003', '22021', '22P02', '22P05'])
    expect([code, failed(code)]).toEqual([code, 'bad_request']);
  // A rule of the database that was broken, a statement that is wrong: faults of ours.
  for (const code of ['23505', '23514', '42601']) expect([code, failed(code)]).toEqual([code, undefined]);
  for (const said of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])
    expect(refusalOf(new Error(said))?.code).toBe('unavailable');
});

it('means by what ledger and stores refuse what whoever asked can do about it', () => {
  const told = (error: Error) => [refusalOf(error)?.code, refusalOf(error)?.retryAfterSeconds];
  expect(told(new AlreadyPostedError('deposit:7'))).toEqual(['conflict_status', undefined]);
  expect(told(new InsufficientFundsError({ kind: 'advertiser_wallet', ownerId: 7 }, 1n, 2n))).toEqual([
    'insufficient_funds',
    undefined,
  ]);
  expect(told(new ObjectStoreError('the bucket is away'))).toEqual(['unavailable', 5]);
  expect(told(new EngineGoneError('ended'))).toEqual(['unavailable', 1]);
});

it('tells what is wrong with an input by its fields, and nothing of an answer that is wrong', () => {
  const cause = new ValidationError({
    message: 'validation failed',
    issues: [{ message: 'email_invalid', path: ['people', 0, { key: 'email' }] }],
    data: { people: [{ email: 'nobody' }] },
  });
  expect(refusalOf(new ORPCError('BAD_REQUEST', { cause }))).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'people.0.email', code: 'email_invalid' }],
  });
  // What was answered does not keep to the contract: a fault of ours.
  expect(refusalOf(new ORPCError('INTERNAL_SERVER_ERROR', { cause }))).toBeNull();
  const refused = (status: number) => refusalOf(new ORPCError('OTHER', { status }))?.code;
  expect([400, 404, 499].map(refused)).toEqual(Array(3).fill('bad_request'));
  expect([500, 503].map(refused)).toEqual([undefined, undefined]);
  const told = (status: number) => encodeOrpcError(new ORPCError('OTHER', { status })).error.code;
  expect([400, 499, 500].map(told)).toEqual(['bad_request', 'bad_request', 'internal']);
});
