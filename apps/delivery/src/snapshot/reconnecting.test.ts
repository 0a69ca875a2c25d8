import { expect, it } from 'vitest';
import { isAway } from './reconnecting.ts';

it('takes for PostgreSQL’s absence what its ways and its ends say, and nothing that was asked of it', () => {
  const coded = (code: string) => Object.assign(new Error('refused'), { code });
  const away = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300'];
  expect(away.filter((code) => !isAway(coded(code)))).toEqual([]);
  for (const message of ['Connection terminated unexpectedly', 'Query read timeout'])
    expect(isAway(new Error(message))).toBe(true);
  const missing = (syscall: string) => Object.assign(coded('ENOENT'), { syscall });
  expect([missing('connect'), missing('open')].map(isAway)).toEqual([true, false]);
  // A statement that is wrong, a disk that is full, a fault of our own.
  const others = [coded('42P01'), coded('53100'), new TypeError('rows is not iterable'), 'terminated', null];
  expect(others.filter(isAway)).toEqual([]);
});
