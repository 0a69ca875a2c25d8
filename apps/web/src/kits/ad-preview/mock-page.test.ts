import { expect, it } from 'vitest';
import { placeOf } from './mock-page.tsx';

it('puts strips above the text, narrow ones beside it, the rest and everything on a phone within', () => {
  const place = (kind: 'desktop' | 'phone', width: number, height: number) =>
    placeOf(kind, { width, height });
  expect(place('desktop', 728, 90)).toBe('above');
  expect(place('desktop', 468, 60)).toBe('above');
  expect(place('desktop', 300, 250)).toBe('side');
  expect(place('desktop', 160, 600)).toBe('side');
  expect(place('desktop', 320, 50)).toBe('side');
  expect(place('desktop', 640, 360)).toBe('between');
  expect(place('phone', 320, 50)).toBe('between');
});
