import { IMAGE_MAX_BYTES, IMAGE_MEDIA_TYPES } from '@placard/domain/creative/rules';
import type { Size } from './size-text.ts';

/** For the file dialog; what was dropped is checked by `imageFault`. */
export const ACCEPTED_IMAGES = IMAGE_MEDIA_TYPES.join(',');

export type ImageFault = 'wrongType' | 'tooLarge' | 'wrongSize';

/** What can be told before anything is sent. The server judges by content and has the last word. */
export function fileFault(file: {
  readonly type: string;
  readonly size: number;
}): 'wrongType' | 'tooLarge' | null {
  if (!IMAGE_MEDIA_TYPES.some((type) => type === file.type)) return 'wrongType';
  return file.size > IMAGE_MAX_BYTES ? 'tooLarge' : null;
}

/** Enough for the marks below. */
export const IMAGE_HEAD_BYTES = 12;

/** The format by the first bytes: a name and the type that a browser makes of it can be changed by anybody. */
export function isImageHead(head: Uint8Array): boolean {
  const mark = (at: number, ...bytes: readonly number[]) =>
    bytes.every((byte, index) => head[at + index] === byte);
  const jpeg = mark(0, 0xff, 0xd8, 0xff);
  const png = mark(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const webp = mark(0, 0x52, 0x49, 0x46, 0x46) && mark(8, 0x57, 0x45, 0x42, 0x50);
  return jpeg || png || webp;
}

export function sizeFault(current: Size, required: Size): ImageFault | null {
  return current.width === required.width && current.height === required.height ? null : 'wrongSize';
}

/** Decodes the file in the browser. @throws where it is no image that this browser can read. */
export async function readImageSize(file: Blob): Promise<Size> {
  const bitmap = await createImageBitmap(file);
  const size = { width: bitmap.width, height: bitmap.height };
  bitmap.close();
  return size;
}
