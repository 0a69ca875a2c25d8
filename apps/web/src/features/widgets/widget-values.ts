import type { Widget } from '@placard/contract/widgets';
import { formatAdSize } from '@placard/domain/ad-size';
import type { WidgetType } from '@placard/domain/widget/rules';
import { type Amount, optionalAmount } from '../../kits/form/amount.ts';
import { completeSize, type SizeValue, sideFaults } from '../../kits/form/size-value.ts';

/** A widget as its form holds it; a size is `null` until something is chosen. */
export type WidgetValues = {
  type: WidgetType;
  name: string;
  headingTitle: string;
  sizes: (SizeValue | null)[];
  floorCpm: Amount;
  fallbackHtml: string;
  lazy: boolean;
};

export const NEW_WIDGET: WidgetValues = {
  type: 'banner',
  name: '',
  headingTitle: '',
  sizes: [null],
  floorCpm: '',
  fallbackHtml: '',
  lazy: true,
};

export function widgetValuesOf(
  widget: Pick<Widget, 'type' | 'name' | 'headingTitle' | 'sizes' | 'floorCpm' | 'fallbackHtml' | 'lazy'>,
): WidgetValues {
  return {
    type: widget.type,
    name: widget.name,
    headingTitle: widget.headingTitle ?? '',
    sizes: widget.sizes.map(({ width, height }) => ({ width, height })),
    floorCpm: widget.floorCpm ?? '',
    fallbackHtml: widget.fallbackHtml,
    lazy: widget.lazy,
  };
}

export type SizeFault = 'missing' | 'incomplete' | 'repeated';

/** What is wrong with each size, by its place in the list. */
export function sizeFaults(sizes: readonly (SizeValue | null)[]): ReadonlyMap<number, SizeFault> {
  const faults = new Map<number, SizeFault>();
  const seen = new Set<string>();
  sizes.forEach((value, index) => {
    const size = completeSize(value);
    if (size === null) faults.set(index, value === null ? 'missing' : 'incomplete');
    else if (seen.has(formatAdSize(size))) faults.set(index, 'repeated');
    else seen.add(formatAdSize(size));
  });
  return faults;
}

/** The same as faults of the form's fields: a side that is missing or no size is named itself. */
export function sizeFieldFaults(
  sizes: WidgetValues['sizes'],
  words: Readonly<Record<Exclude<SizeFault, 'incomplete'>, string>>,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [index, fault] of sizeFaults(sizes)) {
    const path = `sizes.${index}`;
    const size = sizes[index] ?? null;
    if (fault !== 'incomplete') faults[path] = words[fault];
    else if (size !== null) {
      for (const [side, code] of Object.entries(sideFaults(size))) faults[`${path}.${side}`] = code;
    }
  }
  return faults;
}

/** What the contract's schema checks and the operation takes; incomplete sizes are left out, `sizeFaults` names them. */
export function widgetInputOf(values: WidgetValues) {
  return {
    type: values.type,
    name: values.name,
    headingTitle: values.headingTitle.trim() === '' ? null : values.headingTitle,
    sizes: values.sizes.flatMap((value) => {
      const size = completeSize(value);
      return size === null ? [] : [{ width: size.widthPx, height: size.heightPx }];
    }),
    floorCpm: optionalAmount(values.floorCpm),
    // A floating widget has none: what was typed for another type is left behind.
    fallbackHtml: values.type === 'floating_sticky_ad' ? '' : values.fallbackHtml,
    lazy: values.lazy,
  };
}

/** The server's path to the form's field: a fault of a width is one of its size. */
export function widgetField(path: string): string {
  return path.replace(/^(sizes\.\d+)\..*$/, '$1');
}
