import { expect, it } from 'vitest';
import { formsOfPassword } from './common-password.ts';

it.each([
  ['Password1!', 'password'],
  ['Password1!', 'password1'],
  ['P@ssw0rd1!', 'password'],
  ['!Dragon7', 'dragon'],
  ['$unshine-1', 'sunshine'],
  ['W3lc0me!', 'welcome'],
  ['He1lo-99', 'hello'],
  ['L1zard-99', 'lizard'],
  ['Summer2026!', 'summer'],
  ['1Qaz@wsx', '1qaz@wsx'],
])('looks in %s for %s', (password, word) => {
  expect(formsOfPassword(password)).toContain(word);
});

it('looks for a word within five digits and signs, and not within six', () => {
  expect(formsOfPassword('1Summer202!')).toContain('summer');
  expect(formsOfPassword('1Summer2026!')).not.toContain('summer');
});

it('looks for words of four letters and more', () => {
  expect(formsOfPassword('Love-1')).toContain('love');
  expect(formsOfPassword('Cat-12')).not.toContain('cat');
});

it('takes two words for two', () => {
  expect(formsOfPassword('Correct-Horse-1')).not.toContain('horse');
});
