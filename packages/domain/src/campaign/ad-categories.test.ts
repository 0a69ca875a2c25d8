import { expect, it } from 'vitest';
import { AD_CATEGORIES, isAdCategory, NO_CATEGORY } from './ad-categories.ts';

it('knows its categories, and neither nothing, the lack of one, nor what an object has by itself', () => {
  expect(Object.keys(AD_CATEGORIES).every(isAdCategory)).toBe(true);
  expect([null, '', NO_CATEGORY, 'toString', 'Travel'].some(isAdCategory)).toBe(false);
});
