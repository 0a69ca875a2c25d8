import { expect, it } from 'vitest';
import { foundOptions } from './search-options.ts';

const options = ['Côte d’Ivoire', 'Germany', 'Niger', 'New Zealand', 'Algeria'].map((label) => ({
  label,
  value: label.slice(0, 2).toUpperCase(),
}));
const found = (typed: string) => foundOptions(options, typed).map(({ label }) => label);

it('nothing typed finds all, in their order', () => {
  expect(found(' ')).toEqual(options.map(({ label }) => label));
});

it('the value itself comes first, then what begins so, a word that does, and what holds it', () => {
  expect(found('ge')).toEqual(['Germany', 'Niger', 'Algeria']);
  expect(found('n')).toEqual(['Niger', 'New Zealand', 'Germany']);
  expect(found('zea')).toEqual(['New Zealand']);
  expect(found('ivo')).toEqual(['Côte d’Ivoire']);
  expect(found('cote')).toEqual(['Côte d’Ivoire']);
  expect(found('q')).toEqual([]);
});
