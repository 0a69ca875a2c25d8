import { expect, it } from 'vitest';
import { isSecondFactor, needsTotp, typedSecondFactor } from './two-factor.ts';

it.each([
  '123456',
  'abcd-efgh-ijkl-mnop-qrst-uvwx',
  'ABCD EFGH IJKL MNOP QRST UVWX',
  'abcdefghijklmnopqrstuvwx',
  '2345-67ab-cdef-ghij-klmn-opqr',
  'abcd-efgh-ijkl-mnop',
])('takes %s for a second factor', (text) => {
  expect(isSecondFactor(text)).toBe(true);
});

it.each([
  '',
  '12345',
  '1234567',
  'abcd-efgh-ijkl-mno',
  'abcd-efgh-ijkl-mnopq',
  'abcd-efgh-ijkl-mnop-qrst-uvw',
  'abcd-efgh-ijkl-mnop-qrst-uvwxy',
  'abcd-efgh-ijkl-mno1',
  '12345a',
])('takes "%s" for none', (text) => {
  expect(isSecondFactor(text)).toBe(false);
});

it('needs one of operators, of everybody, or of nobody', () => {
  const needed = (requirement: 'nobody' | 'operators' | 'everybody') => [
    needsTotp(requirement, ['operator', 'publisher']),
    needsTotp(requirement, ['publisher']),
    needsTotp(requirement, []),
  ];
  expect(needed('nobody')).toEqual([false, false, false]);
  expect(needed('operators')).toEqual([true, false, false]);
  expect(needed('everybody')).toEqual([true, true, true]);
});

it('takes figures in groups, as apps show them, for the same code', () => {
  for (const text of ['123 456', ' 123\u00a0456\n', '123-456', '\u200e123456\u200b', '１２３４５６'])
    expect(typedSecondFactor(text)).toBe('123456');
  expect(typedSecondFactor(' abcd-efgh ')).toBe('abcd-efgh');
});
