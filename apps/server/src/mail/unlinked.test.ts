import fc from 'fast-check';
import { expect, it } from 'vitest';
import { htmlOfText } from './plain-html.ts';
import { unlinked } from './unlinked.ts';

it('looks as before', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(unlinked(name).replaceAll('\u2060', '')).toBe(name);
    }),
  );
  expect(unlinked('A. & B. Paper mill: 7')).toBe('A. & B. Paper mill: 7');
});

it.each([
  'https://pay.example/now',
  'Booking.example',
  'www.pay.example',
  'help@pay.example',
  'pay.example/now',
])('leaves no address in %s', (name) => {
  const said = unlinked(`Your account is locked, see ${name}`);
  expect(said).not.toMatch(/[\w.]\.\w|:\/|\w@\w|\w\/\w/);
  expect(htmlOfText(said, 'en')).not.toContain('<a');
});
