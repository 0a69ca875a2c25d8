import { widgetInput } from '@placard/contract/widgets';
import { expect, it } from 'vitest';
import {
  NEW_WIDGET,
  sizeFaults,
  sizeFieldFaults,
  type WidgetValues,
  widgetField,
  widgetInputOf,
  widgetValuesOf,
} from './widget-values.ts';

const size = (width: number | '', height: number | '') => ({ width, height });

it('finds sizes that are missing, incomplete or there already', () => {
  const sizes = [size(300, 250), null, size(300, ''), size(300, 250), size(19, 600), size(728, 90)];
  expect([...sizeFaults(sizes)]).toEqual([
    [1, 'missing'],
    [2, 'incomplete'],
    [3, 'repeated'],
    [4, 'incomplete'],
  ]);
  expect(sizeFaults([size(20, 2_000)]).size).toBe(0);
});

it('names the side that is missing, on the fields of the form', () => {
  const words = { missing: 'Choose a size', repeated: 'There already' };
  expect(sizeFieldFaults([null, size('', ''), size(19, 600), size(20, 600), size(20, 600)], words)).toEqual({
    'sizes.0': 'Choose a size',
    'sizes.1.width': 'width_required',
    'sizes.1.height': 'height_required',
    'sizes.2.width': 'side_out_of_range',
    'sizes.4': 'There already',
  });
});

it('makes what the contract takes, and reads it back', () => {
  const values: WidgetValues = {
    type: 'native',
    name: 'Below the headline',
    headingTitle: ' ',
    sizes: [size(300, 250), size(320, 50)],
    floorCpm: 0.5,
    fallbackHtml: '<a href="/letter">Our letter</a>',
    lazy: false,
  };
  const input = widgetInputOf(values);
  expect(widgetInput.safeParse(input)).toMatchObject({
    success: true,
    data: { headingTitle: null, floorCpm: 0.5 },
  });
  expect(widgetValuesOf(input)).toEqual({ ...values, headingTitle: '' });
});

it('leaves fallback content out of a floating widget, which has no room for it', () => {
  const values: WidgetValues = { ...NEW_WIDGET, fallbackHtml: '<p>Hello</p>' };
  expect(widgetInputOf(values).fallbackHtml).toBe('<p>Hello</p>');
  expect(widgetInputOf({ ...values, type: 'floating_sticky_ad' }).fallbackHtml).toBe('');
});

it('refuses a new widget: it has no name and no size yet', () => {
  const fields = widgetInput.safeParse(widgetInputOf(NEW_WIDGET)).error?.issues.map(({ path }) => path[0]);
  expect(fields).toEqual(['name', 'sizes']);
  // It asks when somebody comes near, unless its publisher wants otherwise.
  expect(NEW_WIDGET).toMatchObject({ type: 'banner', lazy: true });
});

it('puts the fault of a side on its size', () => {
  expect(['sizes.2.width', 'sizes.2', 'name'].map(widgetField)).toEqual(['sizes.2', 'sizes.2', 'name']);
});
