import { expect, it } from 'vitest';
import { fitsPage, MOCK_PAGES, placedAd } from './mock-placement.ts';

const size = (widthPx: number, heightPx: number) => ({ widthPx, heightPx });
const { desktop, phone } = MOCK_PAGES;

it('shows the largest size that the column holds', () => {
  const sizes = [size(320, 50), size(728, 90), size(300, 250)];
  expect(placedAd('banner', sizes, desktop)).toMatchObject({ widthPx: 300, heightPx: 250 });
  expect(placedAd('banner', sizes.slice(0, 2), desktop)).toMatchObject({ widthPx: 728 });
  expect(placedAd('banner', sizes.slice(0, 2), phone)).toMatchObject({ widthPx: 320 });
});

it('shows nothing where none fits', () => {
  expect(placedAd('native', [size(728, 90)], phone)).toBeNull();
  expect(placedAd('banner', [], desktop)).toBeNull();
  expect(fitsPage('banner', size(728, 90), phone)).toBe(false);
});

it('scales a video into its place at 16:9', () => {
  expect(placedAd('video', [size(640, 360)], phone)).toMatchObject({ widthPx: 328, heightPx: 184.5 });
  expect(placedAd('video', [size(640, 360)], desktop)).toMatchObject({ widthPx: 640, heightPx: 360 });
});

it('keeps a floating ad below its share of the window', () => {
  const placed = placedAd('floating_sticky_ad', [size(300, 300)], phone);
  expect(placed?.heightPx).toBeCloseTo(192);
  expect(placed?.widthPx).toBeCloseTo(192);
});
