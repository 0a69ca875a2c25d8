import { createHash } from 'node:crypto';
import type { Refusal } from '@placard/contract/refusal-messages';
import type { AdSize } from '@placard/domain/ad-size';
import { differenceHash, HASH_HEIGHT_PX, HASH_WIDTH_PX } from '@placard/domain/creative/perceptual-hash';
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '@placard/domain/creative/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { isPolyglot } from './polyglot.ts';

export const IMAGE_FORMATS = {
  'image/jpeg': { sharpFormat: 'jpeg', extension: 'jpg' },
  'image/png': { sharpFormat: 'png', extension: 'png' },
  'image/webp': { sharpFormat: 'webp', extension: 'webp' },
} as const;
export type ImageMediaType = keyof typeof IMAGE_FORMATS;

export type RewrittenImage = {
  readonly fileKey: string;
  readonly bytes: Uint8Array;
  readonly mediaType: ImageMediaType;
  readonly size: AdSize;
  /** Perceptual hash; null where the image has too few edges to be told from others. */
  readonly hash: bigint | null;
};

/** A reason that begins with `image_`, and what it names. */
export type ImageRefusal = Extract<
  Refusal,
  { readonly reason: `image_${'format' | 'bytes' | 'dimensions' | 'animated' | 'polyglot' | 'damaged'}` }
>;

export type ImageResult =
  | { readonly ok: true; readonly image: RewrittenImage }
  | { readonly ok: false; readonly refusal: ImageRefusal };

/** The longest a decode may take; 4 million pixels need less than one second. */
const DECODE_TIMEOUT_S = 10;

// One image after the other, on one thread, without a cache: uploads together cost the pixels of one image.
sharp.cache(false);
sharp.concurrency(1);
let lastRewrite: Promise<unknown> = Promise.resolve();

/**
 * Judges an uploaded file by its content alone and writes it anew: only decoded pixels survive, no metadata, no
 * trailing data, no colour profile. The header decides first; pixels are decoded only when the size is the right one.
 * @param wanted the size the creative has; the image's displayed size (after EXIF rotation) must equal it
 */
export async function rewriteImage(bytes: Uint8Array, wanted: AdSize): Promise<ImageResult> {
  const mine = lastRewrite.then(() => judgeAndRewrite(bytes, wanted));
  lastRewrite = mine.catch(() => undefined);
  return await mine;
}

async function judgeAndRewrite(bytes: Uint8Array, wanted: AdSize): Promise<ImageResult> {
  if (bytes.byteLength > IMAGE_MAX_BYTES) return refused('bytes');
  const found = await fileTypeFromBuffer(bytes);
  const mediaType = found?.mime;
  if (mediaType === 'image/apng') return refused('animated');
  if (!isImageMediaType(mediaType)) return refused('format');
  if (isPolyglot(bytes)) return refused('polyglot');
  const metadata = await readHeader(bytes);
  if (metadata === null) return refused('damaged');
  // libvips sniffs for itself: where both differ the file plays two roles.
  if (metadata.format !== IMAGE_FORMATS[mediaType].sharpFormat) return refused('polyglot');
  if ((metadata.pages ?? 1) > 1) return refused('animated');
  const { width, height } = metadata.autoOrient;
  if (width !== wanted.widthPx || height !== wanted.heightPx) {
    const values = { required: `${wanted.widthPx}×${wanted.heightPx}`, current: `${width}×${height}` };
    return { ok: false, refusal: { reason: 'image_dimensions', values } };
  }
  const rewritten = await encode(bytes, mediaType, metadata.isPalette === true);
  if (rewritten === null) return refused('damaged');
  if (rewritten.byteLength > IMAGE_MAX_BYTES) return refused('bytes');
  const sha256 = createHash('sha256').update(rewritten).digest('hex');
  const fileKey = `${sha256}.${IMAGE_FORMATS[mediaType].extension}`;
  const hash = await perceptualHash(rewritten);
  return { ok: true, image: { fileKey, bytes: rewritten, mediaType, size: wanted, hash } };
}

/** Of an image that was written here: its grey pixels, scaled to the few that the hash compares, transparent ones as white. */
export async function perceptualHash(bytes: Uint8Array): Promise<bigint | null> {
  const grey = await sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(HASH_WIDTH_PX, HASH_HEIGHT_PX, { fit: 'fill' })
    .raw()
    .timeout({ seconds: DECODE_TIMEOUT_S })
    .toBuffer();
  return differenceHash(grey);
}

function refused(why: 'format' | 'bytes' | 'animated' | 'polyglot' | 'damaged'): ImageResult {
  return { ok: false, refusal: { reason: `image_${why}` } };
}

function isImageMediaType(mediaType: string | undefined): mediaType is ImageMediaType {
  return mediaType !== undefined && Object.hasOwn(IMAGE_FORMATS, mediaType);
}

/** Reads no pixel, so an image of any size may be told its size. */
async function readHeader(bytes: Uint8Array): Promise<Metadata | null> {
  try {
    return await sharp(bytes, { limitInputPixels: false, failOn: 'warning' }).metadata();
  } catch {
    return null;
  }
}

async function encode(
  bytes: Uint8Array,
  mediaType: ImageMediaType,
  hasPalette: boolean,
): Promise<Uint8Array | null> {
  const options = { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'warning', sequentialRead: true } as const;
  const pixels = sharp(bytes, options)
    .autoOrient()
    .toColourspace('srgb')
    .timeout({ seconds: DECODE_TIMEOUT_S });
  try {
    switch (mediaType) {
      case 'image/jpeg':
        return await pixels.jpeg({ quality: 90, progressive: true }).toBuffer();
      case 'image/png':
        return await encodePng(pixels, bytes.byteLength, hasPalette);
      case 'image/webp':
        return await pixels.webp({ quality: 92, alphaQuality: 100 }).toBuffer();
    }
  } catch {
    return null;
  }
}

/** To find the colours of a palette again takes a second for each million pixels; ads with one have a fraction of that. */
const PALETTE_MAX_PIXELS = 1_000_000;

/**
 * A PNG without filters, which is the smallest of most drawings. Where it is larger than what came, as a photograph's is by a third,
 * it is written as that may have been: with filters or, of few colours, with a palette.
 */
async function encodePng(pixels: Sharp, givenBytes: number, hasPalette: boolean): Promise<Uint8Array> {
  const plain = await pixels.clone().png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
  if (plain.data.byteLength <= givenBytes) return plain.data;
  const hasFewPixels = plain.info.width * plain.info.height <= PALETTE_MAX_PIXELS;
  const other = await pixels
    .clone()
    .png(
      hasPalette && hasFewPixels
        ? { palette: true, quality: 100, dither: 0, compressionLevel: 9 }
        : { adaptiveFiltering: true, compressionLevel: 9 },
    )
    .toBuffer();
  if (other.byteLength >= plain.data.byteLength) return plain.data;
  return !hasPalette || (await areSame(plain.data, other)) ? other : plain.data;
}

/** A palette is guessed: of colours that are close to each other it may make one. */
async function areSame(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const seen = async (image: Uint8Array) =>
    await sharp(image).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  return (await seen(one)).equals(await seen(other));
}
