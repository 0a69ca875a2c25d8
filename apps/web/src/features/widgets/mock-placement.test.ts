import { expect, it } from 'vitest';
import { fitsPage, MOCK_PAGES, placedAd, reservedHeight } from './mock-placement.ts';

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
  expect([358, 359].map((widthPx) => fitsPage('banner', size(widthPx, 90), phone))).toEqual([true, false]);
  expect([390, 391].map((widthPx) => fitsPage('floating_sticky_ad', size(widthPx, 50), phone))).toEqual([
    true,
    false,
  ]);
});

it('scales a video into its place at 16:9', () => {
  expect(placedAd('video', [size(640, 360)], phone)).toMatchObject({ widthPx: 358, heightPx: 201.375 });
  expect(placedAd('video', [size(640, 360)], desktop)).toMatchObject({ widthPx: 640, heightPx: 360 });
});

it('keeps a floating ad below its share of the window', () => {
  const placed = placedAd('floating_sticky_ad', [size(300, 300)], phone);
  expect(placed?.heightPx).toBeCloseTo(234);
  expect(placed?.widthPx).toBeCloseTo(234);
});

it('keeps the room that the snippet keeps', () => {
  const sizes = [size(300, 250), size(160, 600)];
  expect(reservedHeight('banner', sizes, 358)).toBe(600);
  expect(reservedHeight('native', sizes, 358)).toBe(688);
  expect(reservedHeight('video', [size(640, 360)], 320)).toBe(180);
  expect(reservedHeight('floating_sticky_ad', sizes, 358)).toBe(0);
});
