import sharp from 'sharp';
import type { Actor } from '../../deps.ts';
import { uploadImage } from '../images/upload-image.ts';

export type Colour = { readonly r: number; readonly g: number; readonly b: number };

let colours = 0;
/** One that no banner of this file's tests has: an image is named by its content. */
export function newColour(): Colour {
  colours += 1;
  return { r: colours % 256, g: Math.floor(colours / 256), b: 9 };
}

/** @returns the key of an uploaded image of 300×250 px */
export async function uploadBanner(
  deps: Parameters<typeof uploadImage>[0],
  actor: Actor,
  background: Colour,
): Promise<string> {
  const bytes = await sharp({ create: { width: 300, height: 250, channels: 3, background } })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(bytes)], 'a.png');
  return (await uploadImage(deps, actor, { file, width: 300, height: 250 })).imageKey;
}
