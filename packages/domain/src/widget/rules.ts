import { type AdSize, formatAdSize, isAdSize } from '../ad-size.ts';
import type { Issue } from '../issue.ts';

export const WIDGET_TYPES = ['banner', 'native', 'video', 'floating_sticky_ad'] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];

/** Of a website, archived ones aside: nobody looks at them before they run, and every ad server holds them all. */
export const MAX_OPEN_WIDGETS = 1_000;
export const WIDGET_NAME_MAX_LENGTH = 200;
export const HEADING_TITLE_MAX_LENGTH = 200;
export const WIDGET_MAX_SIZES = 10;
/** Of a website, beside it on the operator's page of it: the newest. */
export const WIDGETS_LISTED = 100;

export type WidgetIssue = 'sizes_required' | 'size_incomplete' | 'size_repeated';

/** Every size must be complete, none twice, one at least. */
export function widgetSizeIssues(sizes: readonly AdSize[]): Issue<WidgetIssue>[] {
  if (sizes.length === 0) return [{ field: 'sizes', code: 'sizes_required' }];
  const issues: Issue<WidgetIssue>[] = [];
  const seen = new Set<string>();
  sizes.forEach((size, index) => {
    const name = formatAdSize(size);
    if (!isAdSize(size)) issues.push({ field: `sizes.${index}`, code: 'size_incomplete' });
    else if (seen.has(name)) issues.push({ field: `sizes.${index}`, code: 'size_repeated' });
    seen.add(name);
  });
  return issues;
}

/** A floating ad lies in the window wherever its element stands: only the others can wait until they come near it. */
export function canWait(type: WidgetType): boolean {
  return type !== 'floating_sticky_ad';
}
