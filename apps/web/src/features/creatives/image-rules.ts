import { IMAGE_MAX_BYTES, IMAGE_MEDIA_TYPES } from '@placard/domain/creative/rules';
import type { Size } from './size-text.ts';

/** For the file dialog; what was dropped is checked by `imageFault`. */
export const ACCEPTED_IMAGES = IMAGE_MEDIA_TYPES.join(',');

export type ImageFault = 'wrongType' | 'tooLarge' | 'wrongSize';

/** What can be told before anything is sent. The server judges by content and has the last word. */
export function fileFault(file: { readonly type: string; readonly size: number }): ImageFault | null {
  if (!IMAGE_MEDIA_TYPES.some((type) => type === file.type)) return 'wrongType';
  return file.size > IMAGE_MAX_BYTES ? 'tooLarge' : null;
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
