import { NATIVE_TEXT_HEIGHT_PX } from '@placard/contract/wire/tag-protocol';
import type { AdSize } from '@placard/domain/ad-size';
import type { WidgetType } from '@placard/domain/widget/rules';

/** The made-up page on which a widget is shown: its window and the column of its text. */
export type MockPage = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly columnPx: number;
};

export const MOCK_PAGES = {
  desktop: { widthPx: 1_024, heightPx: 960, columnPx: 760 },
  phone: { widthPx: 390, heightPx: 780, columnPx: 358 },
} as const satisfies Record<string, MockPage>;
export type MockDevice = keyof typeof MOCK_PAGES;

/** A floating ad covers at most this share of the window's height, as the tag has it. */
const FLOATING_SHARE = 0.3;

/** How wide the place of the widget is: a floating one has the window, the others the column. */
function placeWidth(type: WidgetType, page: MockPage): number {
  return type === 'floating_sticky_ad' ? page.widthPx : page.columnPx;
}

/** Whether delivery would choose an ad of this size there. A video is scaled into its place: every size fits. */
export function fitsPage(type: WidgetType, size: AdSize, page: MockPage): boolean {
  return type === 'video' || size.widthPx <= placeWidth(type, page);
}

/** The room that the snippet keeps in a column of this width, in px. */
export function reservedHeight(type: WidgetType, sizes: readonly AdSize[], columnPx: number): number {
  const highestPx = Math.max(0, ...sizes.map(({ heightPx }) => heightPx));
  const widestPx = Math.max(0, ...sizes.map(({ widthPx }) => widthPx));
  switch (type) {
    case 'banner':
      return highestPx;
    case 'native':
      return highestPx + NATIVE_TEXT_HEIGHT_PX;
    case 'video':
      return (Math.min(columnPx, widestPx) * 9) / 16;
    case 'floating_sticky_ad':
      return 0;
  }
}

/** The ad as delivery and tag would show it: the largest size that fits, or none. */
export function placedAd(
  type: WidgetType,
  sizes: readonly AdSize[],
  page: MockPage,
): { readonly size: AdSize; readonly widthPx: number; readonly heightPx: number } | null {
  const area = (size: AdSize) => size.widthPx * size.heightPx;
  const [size] = sizes.filter((one) => fitsPage(type, one, page)).sort((a, b) => area(b) - area(a));
  if (size === undefined) return null;
  if (type === 'video') {
    const widestPx = Math.max(...sizes.map(({ widthPx }) => widthPx));
    const widthPx = Math.min(page.columnPx, widestPx);
    return { size, widthPx, heightPx: (widthPx * 9) / 16 };
  }
  const { widthPx: width, heightPx: height } = size;
  const highestPx = type === 'floating_sticky_ad' ? page.heightPx * FLOATING_SHARE : height;
  const scale = Math.min(1, highestPx / height);
  return { size, widthPx: width * scale, heightPx: height * scale };
}
