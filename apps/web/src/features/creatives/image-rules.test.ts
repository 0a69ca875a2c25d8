import { expect, it } from 'vitest';
import { fileFault, IMAGE_HEAD_BYTES, isImageHead, sizeFault } from './image-rules.ts';

const MB = 1024 * 1024;

it('takes JPG, PNG and WebP of at most 5 MB', () => {
  expect(fileFault({ type: 'image/jpeg', size: 5 * MB })).toBeNull();
  expect(fileFault({ type: 'image/webp', size: 1 })).toBeNull();
  expect(fileFault({ type: 'image/png', size: 5 * MB + 1 })).toBe('tooLarge');
  for (const type of ['image/gif', 'image/svg+xml', 'application/pdf', '']) {
    expect(fileFault({ type, size: 1 })).toBe('wrongType');
  }
});

it('knows an image by its first bytes, whatever the file is called', () => {
  const head = (...bytes: (number | string)[]) =>
    Uint8Array.from(bytes.flatMap((each) => (typeof each === 'string' ? [...Buffer.from(each)] : [each])));
  expect(isImageHead(head(0xff, 0xd8, 0xff, 0xe0))).toBe(true);
  expect(isImageHead(head(0x89, 'PNG\r\n', 0x1a, '\n'))).toBe(true);
  expect(isImageHead(head('RIFF', 1, 2, 3, 4, 'WEBP'))).toBe(true);
  for (const other of ['', '<svg xmlns', '<!doctype html>', 'GIF89a', 'RIFF1234WAVE', 'BM123456']) {
    expect(isImageHead(head(other.slice(0, IMAGE_HEAD_BYTES)))).toBe(false);
  }
});

it('wants the size exactly', () => {
  expect(sizeFault({ width: 300, height: 250 }, { width: 300, height: 250 })).toBeNull();
  expect(sizeFault({ width: 250, height: 300 }, { width: 300, height: 250 })).toBe('wrongSize');
});
