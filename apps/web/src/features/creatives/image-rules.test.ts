import { expect, it } from 'vitest';
import { fileFault, sizeFault } from './image-rules.ts';

const MB = 1024 * 1024;

it('takes JPG, PNG and WebP of at most 5 MB', () => {
  expect(fileFault({ type: 'image/jpeg', size: 5 * MB })).toBeNull();
  expect(fileFault({ type: 'image/webp', size: 1 })).toBeNull();
  expect(fileFault({ type: 'image/png', size: 5 * MB + 1 })).toBe('tooLarge');
  for (const type of ['image/gif', 'image/svg+xml', 'application/pdf', '']) {
    expect(fileFault({ type, size: 1 })).toBe('wrongType');
  }
});

it('wants the size exactly', () => {
  expect(sizeFault({ width: 300, height: 250 }, { width: 300, height: 250 })).toBeNull();
  expect(sizeFault({ width: 250, height: 300 }, { width: 300, height: 250 })).toBe('wrongSize');
});
