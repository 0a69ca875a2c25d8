import { describe, expect, it } from 'vitest';
import { formatMessage } from './message-format.ts';
import { pseudoText } from './pseudo-locale.ts';

describe('formatMessage', () => {
  it('fills in names, and keeps what has no value visible', () => {
    expect(formatMessage('Website: {domain}', { domain: 'a.example' }, 'en')).toBe('Website: a.example');
    expect(formatMessage('Hello {name}', {}, 'en')).toBe('Hello {name}');
  });

  it('chooses plurals by the rules of the language', () => {
    const rows = '{n, plural, =0 {no rows} one {# row} other {# rows}} in {place}';
    expect(formatMessage(rows, { n: 0, place: 'x' }, 'en')).toBe('no rows in x');
    expect(formatMessage(rows, { n: 1, place: 'x' }, 'en')).toBe('1 row in x');
    expect(formatMessage(rows, { n: 1234, place: 'x' }, 'en')).toBe('1,234 rows in x');
    const polish = '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}';
    expect([1, 2, 5].map((n) => formatMessage(polish, { n }, 'pl'))).toEqual([
      '1 plik',
      '2 pliki',
      '5 plików',
    ]);
  });

  it('selects, nests and quotes', () => {
    const text =
      "{kind, select, image {an '{image}'} other {{n, plural, one {one #} other {many}} of {kind}}}";
    expect(formatMessage(text, { kind: 'image' }, 'en')).toBe('an {image}');
    expect(formatMessage(text, { kind: 'code', n: 1 }, 'en')).toBe('one 1 of code');
    expect(formatMessage("You don't have it, that's ''fine''", {}, 'en')).toBe(
      "You don't have it, that's 'fine'",
    );
    expect(formatMessage('{n, number} #1', { n: 12345 }, 'en')).toBe('12,345 #1');
  });

  it('refuses a broken text', () => {
    expect(() => formatMessage('{n, plural, one {x}}', { n: 1 }, 'en')).toThrow(SyntaxError);
    expect(() => formatMessage('{n, ordinal}', { n: 1 }, 'en')).toThrow(SyntaxError);
  });

  it('alters literal parts only, for the pseudo-locale', () => {
    const text = formatMessage('Save {name} now', { name: 'Spring' }, 'en', pseudoText);
    expect(text).toContain('Spring');
    expect(text).not.toContain('Save');
    expect(pseudoText('Create Campaign').length).toBeGreaterThanOrEqual(Math.ceil(15 * 1.4));
  });
});
