import type { Widget } from '@placard/contract/widgets';
import { type AdSize, formatAdSize, isAdSize } from '@placard/domain/ad-size';
import type { WidgetType } from '@placard/domain/widget/rules';
import type { SizeValue } from '../../ui/form/size-value.ts';

/** A widget as its form holds it; a size is `null` until something is chosen. */
export type WidgetValues = {
  type: WidgetType;
  name: string;
  headingTitle: string;
  sizes: (SizeValue | null)[];
  floorCpm: number | '';
  fallbackHtml: string;
};

export const NEW_WIDGET: WidgetValues = {
  type: 'banner',
  name: '',
  headingTitle: '',
  sizes: [null],
  floorCpm: '',
  fallbackHtml: '',
};

export function widgetValuesOf(
  widget: Pick<Widget, 'type' | 'name' | 'headingTitle' | 'sizes' | 'floorCpm' | 'fallbackHtml'>,
): WidgetValues {
  return {
    type: widget.type,
    name: widget.name,
    headingTitle: widget.headingTitle ?? '',
    sizes: widget.sizes.map(({ width, height }) => ({ width, height })),
    floorCpm: widget.floorCpm ?? '',
    fallbackHtml: widget.fallbackHtml,
  };
}

/** The size in pixels, or `null` while it is not complete. */
export function completeSize(value: SizeValue | null): AdSize | null {
  if (value === null || value.width === '' || value.height === '') return null;
  const size = { widthPx: value.width, heightPx: value.height };
  return isAdSize(size) ? size : null;
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
    floorCpm: values.floorCpm === '' ? null : values.floorCpm,
    // A floating widget has none: what was typed for another type is left behind.
    fallbackHtml: values.type === 'floating_sticky_ad' ? '' : values.fallbackHtml,
  };
}

/** The server's path to the form's field: a fault of a width is one of its size. */
export function widgetField(path: string): string {
  return path.replace(/^(sizes\.\d+)\..*$/, '$1');
}
