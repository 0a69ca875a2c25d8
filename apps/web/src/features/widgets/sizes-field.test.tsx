import { WIDGET_MAX_SIZES } from '@placard/domain/widget/rules';
import { expect, it } from 'vitest';
import { shown } from '../../ui/testing/shown.tsx';
import { SizesField } from './sizes-field.tsx';
import { useWidgetForm } from './use-widget-form.ts';
import { NEW_WIDGET } from './widget-values.ts';

function Sizes({ count }: { count: number }) {
  const sizes = Array.from({ length: count }, () => null);
  const { form } = useWidgetForm({ ...NEW_WIDGET, sizes }, { failed: '', onSubmit: async () => {} });
  return <SizesField form={form} />;
}

it('sizes are added until there are as many as a widget takes, which is said then', () => {
  const almost = shown(<Sizes count={WIDGET_MAX_SIZES - 1} />);
  expect(almost.disabled).toEqual([]);
  expect(almost.words).not.toContain(`${WIDGET_MAX_SIZES} sizes`);
  const full = shown(<Sizes count={WIDGET_MAX_SIZES} />);
  expect(full.disabled).toEqual(['Add size']);
  expect(full.words).toContain(`${WIDGET_MAX_SIZES} sizes`);
});

it('the only size is not taken away', () => {
  const removals = (count: number) =>
    shown(<Sizes count={count} />).buttons.filter((name) => name.startsWith('Remove size')).length;
  expect(removals(1)).toBe(0);
  expect(removals(2)).toBe(2);
});
