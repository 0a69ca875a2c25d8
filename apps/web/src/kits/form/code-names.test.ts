import { COUNTRY_CODES } from '@placard/domain/targeting/places';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foundOptions } from '../../ui/form/search-options.ts';
import { codeNames } from './code-names.ts';

const countries = [...codeNames('region', COUNTRY_CODES)].map(([value, label]) => ({ value, label }));
const found = (typed: string) => foundOptions(countries, typed).map(({ label }) => label);

it('puts what begins with the typed text before what only holds it', () => {
  expect(found('ger')[0]).toBe('Germany');
  expect(found('ger')).toContain('Algeria');
  expect(found('king')[0]).toBe('United Kingdom');
});

it('finds a country by its code, and without its accents', () => {
  expect(found('CH')[0]).toBe('Switzerland');
  expect(found('cote')[0]).toMatch(/^Côte/);
});

it('loses nothing that holds the text, and finds nothing else', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    minLength: 2,
    maxLength: 4,
  });
  fc.assert(
    fc.property(letters, (typed) => {
      const shown = new Set(found(typed));
      for (const { value, label } of countries) {
        const name = label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
        expect(shown.has(label)).toBe(name.includes(typed) || value.toLowerCase() === typed);
      }
    }),
  );
});
