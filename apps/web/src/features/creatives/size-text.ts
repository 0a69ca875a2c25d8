import { formatAdSize } from '@placard/domain/ad-size';

export type Size = { readonly width: number; readonly height: number };

/** "300×250", as sizes are shown. */
export function sizeText({ width, height }: Size): string {
  return `${width}×${height}`;
}

/** "300x250", as the specification's presets are written and chosen by. */
export function sizeKey({ width, height }: Size): string {
  return formatAdSize({ widthPx: width, heightPx: height });
}

/** Presets of the specification, by their key. */
export const PRESET_KEYS = ['728x90', '300x300', '300x250', '468x60', '160x600'] as const;
export type PresetKey = (typeof PRESET_KEYS)[number];

/** @returns `null` for a custom size. */
export function presetOf(size: Size): PresetKey | null {
  return PRESET_KEYS.find((key) => key === sizeKey(size)) ?? null;
}
