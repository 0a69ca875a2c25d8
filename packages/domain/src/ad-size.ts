/** Width and height in CSS pixels. */
export type AdSize = { readonly widthPx: number; readonly heightPx: number };

export type NamedAdSize = AdSize & { readonly name: string };

/** Creative sizes of the specification; a custom size is any other within MIN/MAX_AD_SIDE_PX. */
export const CREATIVE_SIZE_PRESETS = [
  { name: 'Leaderboard', widthPx: 728, heightPx: 90 },
  { name: 'Square', widthPx: 300, heightPx: 300 },
  { name: 'Medium Rectangle', widthPx: 300, heightPx: 250 },
  { name: 'Banner', widthPx: 468, heightPx: 60 },
  { name: 'Skyscraper', widthPx: 160, heightPx: 600 },
] as const satisfies readonly NamedAdSize[];

/** Widget sizes of the specification: those of creatives and the mobile banner. */
export const WIDGET_SIZE_PRESETS = [
  ...CREATIVE_SIZE_PRESETS,
  { name: 'Mobile Banner', widthPx: 320, heightPx: 50 },
] as const satisfies readonly NamedAdSize[];

export const MIN_AD_SIDE_PX = 20;
export const MAX_AD_SIDE_PX = 2_000;

/** "300x250", as shown, stored and searched. */
export function formatAdSize(size: AdSize): string {
  return `${size.widthPx}x${size.heightPx}`;
}

/** @returns `null` unless the text is WIDTHxHEIGHT of plain positive integers within the limits. */
export function parseAdSize(text: string): AdSize | null {
  const match = /^([1-9]\d{0,3})x([1-9]\d{0,3})$/.exec(text);
  if (match === null) return null;
  const size = { widthPx: Number(match[1]), heightPx: Number(match[2]) };
  return isAdSize(size) ? size : null;
}

export function isAdSide(sidePx: number): boolean {
  return Number.isInteger(sidePx) && sidePx >= MIN_AD_SIDE_PX && sidePx <= MAX_AD_SIDE_PX;
}

export function isAdSize(size: AdSize): boolean {
  return isAdSide(size.widthPx) && isAdSide(size.heightPx);
}
