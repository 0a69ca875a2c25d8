import { expect, it } from 'vitest';
import { narrowedFurther, onlyOne, partOf } from './report-part.ts';

it('names the one website or widget, and nothing where there are several', () => {
  const filter = (dimension: 'website' | 'widget' | 'country', value: string) => ({ dimension, value });
  expect(partOf([])).toEqual({});
  expect(partOf([filter('website', '3'), filter('country', 'DE')])).toEqual({ websiteId: 3 });
  expect(partOf([filter('website', '3'), filter('widget', '7')])).toEqual({ websiteId: 3, widgetId: 7 });
  expect(partOf([filter('widget', '7'), filter('widget', '8')])).toEqual({});
  expect(partOf([filter('widget', 'x')])).toEqual({});
  expect(partOf([{ ...filter('widget', '7'), how: 'not' }])).toEqual({});
  expect(partOf([{ ...filter('website', '3'), how: 'contains' }])).toEqual({});
});

it('knows of filters beside the one record', () => {
  const campaign = { dimension: 'campaign' as const, value: '3' };
  const country = { dimension: 'country' as const, value: 'DE' };
  expect(narrowedFurther([], undefined)).toBe(false);
  expect(narrowedFurther([campaign], 3)).toBe(false);
  expect(narrowedFurther([campaign, country], 3)).toBe(true);
  expect(narrowedFurther([country], undefined)).toBe(true);
});

it('names the one campaign that a report is narrowed to', () => {
  const filter = (value: string) => ({ dimension: 'campaign' as const, value });
  expect(onlyOne([filter('3')], 'campaign')).toBe(3);
  expect(onlyOne([filter('3'), filter('4')], 'campaign')).toBeUndefined();
  expect(onlyOne([{ ...filter('3'), how: 'not' }], 'campaign')).toBeUndefined();
  expect(onlyOne([filter('3')], 'website')).toBeUndefined();
});
