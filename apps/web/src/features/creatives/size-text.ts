import { CREATIVE_SIZE_PRESETS, formatAdSize } from '@placard/domain/ad-size';

export type Size = { readonly width: number; readonly height: number };

/** "300×250", as sizes are shown. */
export function sizeText({ width, height }: Size): string {
  return `${width}×${height}`;
}

/** "300x250", as the specification's presets are written and chosen by. */
export function sizeKey({ width, height }: Size): string {
  return formatAdSize({ widthPx: width, heightPx: height });
}

/** The preset's name, `null` for a custom size. */
export function sizeName(size: Size): string | null {
  return CREATIVE_SIZE_PRESETS.find((preset) => formatAdSize(preset) === sizeKey(size))?.name ?? null;
}
