import { expect, it } from 'vitest';
import { partOf } from './report-part.ts';

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
