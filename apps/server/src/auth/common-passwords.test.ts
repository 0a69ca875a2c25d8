import { passwordIssues } from '@placard/domain/account/rules';
import { expect, it } from 'vitest';
import { isAmong, isCommonPassword } from './common-passwords.ts';

it.each([
  'Password1!',
  'P@ssw0rd',
  'Welcome-2026',
  'Qwerty123!',
  'Passwort1!',
  'Summer2026!',
  'Dragon#1',
  '1qaZ@wsx',
])('knows %s, which the rules allow', (password) => {
  expect([passwordIssues(password), isCommonPassword(password)]).toEqual([[], true]);
});

it.each([
  'Correct-Horse-1',
  'Harbour-7-light',
  'Placard-Demo-1',
  'xK9#pQ2v',
  'Kept-across-1',
  'Zwölf-Boxkämpfer-7',
])('does not know %s', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

it('knows the first and the last of its list, and nothing that is hardly longer', () => {
  expect(isCommonPassword('123456')).toBe(true);
  expect(isCommonPassword('iloveyou!')).toBe(true);
  expect(isCommonPassword('iloveyou!-quayside')).toBe(false);
});

it.each([1, 2, 3, 4, 5])('finds each of %d in a list, and none between', (count) => {
  const words = ['bbbbb', 'ddddd', 'fffff', 'hhhhh', 'jjjjj'].slice(0, count);
  const found = (all: readonly string[]) =>
    all.filter((word) => isAmong(Buffer.from(words.join('')), Buffer.from(word)));
  expect(found(words)).toEqual(words);
  expect(found(['aaaaa', 'ccccc', 'eeeee', 'ggggg', 'iiiii', 'kkkkk', 'bbbbc'])).toEqual([]);
});
