import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { refusalMessage } from '@placard/contract/refusal-messages';
import { hashDistance } from '@placard/domain/creative/perceptual-hash';
import { IMAGE_MAX_BYTES } from '@placard/domain/creative/rules';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderImageStore } from './folder-image-store.ts';
import { isPolyglot } from './polyglot.ts';
import { rewriteImage } from './rewrite-image.ts';

const wanted = { widthPx: 300, heightPx: 250 };

function blank(widthPx: number, heightPx: number) {
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#336699' } });
}

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const result = await rewriteImage(bytes, wanted);
  return result.ok ? 'accepted' : result.refusal.reason.replace('image_', '');
}

/** A PNG by hand: what a hostile encoder could write. */
function png(
  widthPx: number,
  heightPx: number,
  chunks: readonly (readonly [string, Buffer])[],
  colourType = 2,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  const all = [['IHDR', header] as const, ...chunks, ['IEND', Buffer.alloc(0)] as const];
  const parts = all.map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  });
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

describe('what is accepted', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('rewrites a %s of the right size', async (format) => {
    const bytes = await blank(300, 250).toFormat(format).toBuffer();
    const result = await rewriteImage(bytes, wanted);
    if (!result.ok) throw new Error(result.refusal.reason);
    expect(result.image.fileKey).toMatch(/^[0-9a-f]{64}\.(jpg|png|webp)$/);
    const metadata = await sharp(result.image.bytes).metadata();
    expect([metadata.format, metadata.width, metadata.height]).toEqual([format, 300, 250]);
  });

  it('keeps no metadata, profile or trailing bytes', async () => {
    const secret = 'taken at 52.5200 13.4050';
    const bytes = Buffer.concat([
      await blank(300, 250)
        .withExif({ IFD0: { ImageDescription: secret } })
        .withIccProfile('p3')
        .jpeg()
        .toBuffer(),
      Buffer.from('trailing words'),
    ]);
    const result = await rewriteImage(bytes, wanted);
    if (!result.ok) throw new Error(result.refusal.reason);
    const hash = createHash('sha256').update(result.image.bytes).digest('hex');
    expect(result.image).toMatchObject({ fileKey: `${hash}.jpg`, mediaType: 'image/jpeg', size: wanted });
    const text = Buffer.from(result.image.bytes).toString('latin1');
    expect(text).not.toContain('52.52');
    expect(text).not.toContain('trailing');
    const metadata = await sharp(result.image.bytes).metadata();
    expect([metadata.exif, metadata.icc]).toEqual([undefined, undefined]);
  });

  it('judges the displayed size of a rotated photograph', async () => {
    const bytes = await blank(250, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const result = await rewriteImage(bytes, wanted);
    if (!result.ok) throw new Error(result.refusal.reason);
    const metadata = await sharp(result.image.bytes).metadata();
    expect([metadata.width, metadata.height, metadata.orientation]).toEqual([300, 250, undefined]);
  });

  it('gives the same content the same key', async () => {
    const bytes = await blank(300, 250).png().toBuffer();
    const [first, second] = await Promise.all([rewriteImage(bytes, wanted), rewriteImage(bytes, wanted)]);
    expect(first.ok && second.ok && first.image.fileKey === second.image.fileKey).toBe(true);
  });

  it('writes each format as well as it is to be seen', async () => {
    const noise = sharp(randomBytes(300 * 250 * 3), { raw: { width: 300, height: 250, channels: 3 } });
    const original = await noise.png().toBuffer();
    const again = async (format: 'jpeg' | 'png' | 'webp') => {
      // Of a quality, a PNG has a palette.
      const options = format === 'png' ? {} : { quality: 100, lossless: true };
      const bytes = await sharp(original).toFormat(format, options).toBuffer();
      const result = await rewriteImage(bytes, wanted);
      if (!result.ok) throw new Error(result.refusal.reason);
      return { bytes, written: Buffer.from(result.image.bytes) };
    };
    const [jpeg, png, webp] = [await again('jpeg'), await again('png'), await again('webp')];
    const settings = { quality: 90, progressive: true };
    expect(jpeg.written.equals(await sharp(jpeg.bytes).jpeg(settings).toBuffer())).toBe(true);
    expect(png.written.equals(await sharp(png.bytes).png({ compressionLevel: 9 }).toBuffer())).toBe(true);
    expect(webp.written.equals(await sharp(webp.bytes).webp({ quality: 92 }).toBuffer())).toBe(true);
  });

  it('makes no PNG larger than it came, of the colours or the filters that it has, and keeps each pixel', async () => {
    const noise = Uint8Array.from(
      { length: 120 * 90 * 3 },
      (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 24,
    );
    const photo = sharp(noise, { raw: { width: 120, height: 90, channels: 3 } }).blur(1.2);
    const pixels = await photo.png().toBuffer();
    const given = [
      await sharp(pixels).png({ palette: true, colours: 256 }).toBuffer(),
      await sharp(pixels).ensureAlpha(0.5).png({ palette: true, colours: 200 }).toBuffer(),
      await sharp(pixels).png({ adaptiveFiltering: true, compressionLevel: 9 }).toBuffer(),
      await blank(120, 90).png({ compressionLevel: 9 }).toBuffer(),
    ];
    for (const bytes of given) {
      const result = await rewriteImage(bytes, { widthPx: 120, heightPx: 90 });
      if (!result.ok) throw new Error(result.refusal.reason);
      expect(result.image.bytes.byteLength / bytes.byteLength).toBeLessThanOrEqual(1.01);
      const seen = async (image: Uint8Array) => await sharp(image).raw().toBuffer();
      expect((await seen(result.image.bytes)).equals(await seen(bytes))).toBe(true);
    }
  });

  it('tells alike images by a hash, transparent ones as they look on white, and flat ones not at all', async () => {
    const drawn = (background: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"><rect width="300" height="250" fill="${background}"/>
         <path d="M0 0L60 250L120 0L180 250L240 0L300 250" stroke="#000" stroke-width="25" fill="none"/></svg>`,
      );
    const hashOf = async (bytes: Uint8Array) => {
      const result = await rewriteImage(bytes, wanted);
      if (!result.ok) throw new Error(result.refusal.reason);
      return result.image.hash;
    };
    const onWhite = (await hashOf(await sharp(drawn('#fff')).png().toBuffer())) ?? 0n;
    const [clear, squeezed] = [sharp(drawn('none')).png(), sharp(drawn('#fff')).jpeg({ quality: 40 })];
    expect(await hashOf(await clear.toBuffer())).toBe(onWhite);
    expect(hashDistance((await hashOf(await squeezed.toBuffer())) ?? 0n, onWhite)).toBeLessThan(4);
    expect(await hashOf(await blank(300, 250).png().toBuffer())).toBeNull();
  });

  it('turns CMYK and 16 bits into plain sRGB', async () => {
    const cmyk = await blank(300, 250).toColourspace('cmyk').jpeg().toBuffer();
    const deep = await blank(300, 250).toColourspace('rgb16').png().toBuffer();
    for (const bytes of [cmyk, deep]) {
      const result = await rewriteImage(bytes, wanted);
      if (!result.ok) throw new Error(result.refusal.reason);
      const { space, depth } = await sharp(result.image.bytes).metadata();
      expect([space, depth]).toEqual(['srgb', 'uchar']);
    }
  });
});

describe('what is refused', () => {
  it('names required and current size', async () => {
    const result = await rewriteImage(await blank(728, 90).png().toBuffer(), wanted);
    expect(result).toMatchObject({
      ok: false,
      refusal: { reason: 'image_dimensions', values: { required: '300×250', current: '728×90' } },
    });
  });

  it('one pixel too many', async () => {
    expect(await refusalOf(await blank(301, 250).png().toBuffer())).toBe('dimensions');
    expect(await refusalOf(await blank(300, 251).png().toBuffer())).toBe('dimensions');
    // By what its head says: nothing so large is decoded.
    expect(await refusalOf(png(60_000, 60_000, [['IDAT', deflateSync(Buffer.alloc(9))]]))).toBe('dimensions');
  });

  it('GIF, SVG, TIFF, AVIF, PDF, text and nothing, with the list of formats', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"/>');
    const files = [
      await blank(300, 250).gif().toBuffer(),
      await blank(300, 250).tiff().toBuffer(),
      await blank(300, 250).avif({ effort: 0 }).toBuffer(),
      svg,
      Buffer.from('%PDF-1.7\n'),
      Buffer.from('hello'),
      Buffer.alloc(0),
      Buffer.from([0xff, 0xd8]),
      randomBytes(1_000),
    ];
    for (const bytes of files) {
      const result = await rewriteImage(bytes, wanted);
      expect(result.ok ? 'accepted' : refusalMessage(result.refusal.reason)).toContain(
        'JPG, JPEG, PNG or WebP',
      );
    }
  });

  it('animated WebP and PNG', async () => {
    const frames = await sharp(
      [await blank(300, 250).png().toBuffer(), await blank(300, 250).negate().png().toBuffer()],
      { join: { animated: true } },
    )
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect(await refusalOf(frames)).toBe('animated');
    const control = Buffer.alloc(8);
    control.writeUInt32BE(2);
    const rows = deflateSync(Buffer.alloc(250 * 901));
    expect(
      await refusalOf(
        png(300, 250, [
          ['acTL', control],
          ['IDAT', rows],
        ]),
      ),
    ).toBe('animated');
  });

  it('more than 5MB, as it comes or as it is written anew', async () => {
    const image = await blank(300, 250).png().toBuffer();
    const padded = (bytes: number) => Buffer.concat([image, Buffer.alloc(bytes - image.length)]);
    expect(await refusalOf(padded(IMAGE_MAX_BYTES))).toBe('accepted');
    expect(await refusalOf(padded(IMAGE_MAX_BYTES + 1))).toBe('bytes');
    // One byte a pixel becomes three.
    const side = 1_850;
    const rows = Buffer.alloc((side + 1) * side);
    for (let row = 0; row < side; row += 1) rows.set(randomBytes(side), row * (side + 1) + 1);
    const chunks = [
      ['PLTE', randomBytes(768)],
      ['IDAT', deflateSync(rows, { level: 1 })],
    ] as const;
    const grows = png(side, side, chunks, 3);
    expect(grows.length).toBeLessThan(IMAGE_MAX_BYTES);
    const result = await rewriteImage(grows, { widthPx: side, heightPx: side });
    expect(result.ok ? 'accepted' : result.refusal.reason).toBe('image_bytes');
  });

  it('truncated and garbled files', async () => {
    const noise = await sharp(randomBytes(300 * 250 * 3), { raw: { width: 300, height: 250, channels: 3 } })
      .png()
      .toBuffer();
    const jpeg = await sharp(noise).jpeg().toBuffer();
    expect(await refusalOf(noise.subarray(0, noise.length / 2))).toBe('damaged');
    expect(await refusalOf(jpeg.subarray(0, jpeg.length / 2))).toBe('damaged');
    expect(await refusalOf(png(300, 250, [['IDAT', randomBytes(500)]]))).toBe('damaged');
  });

  it.each([
    ['a page', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
    ['a script', Buffer.from('<?php system($_GET["c"]); ?>')],
    [
      'an archive',
      Buffer.concat([
        Buffer.from('PK\x03\x04', 'latin1'),
        Buffer.alloc(60),
        Buffer.from('PK\x05\x06', 'latin1'),
        Buffer.alloc(18),
      ]),
    ],
    ['a PDF', Buffer.from('%PDF-1.4 1 0 obj')],
    ['a drawing', Buffer.from('<SVG onload=alert(1)>')],
  ])('an image that is %s as well', async (_what, tail) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const image = await blank(300, 250).toFormat(format).toBuffer();
      expect(await refusalOf(Buffer.concat([image, tail]))).toBe('polyglot');
    }
    const inside = png(300, 250, [
      ['tEXt', Buffer.concat([Buffer.from('Comment\0'), tail])],
      ['IDAT', deflateSync(Buffer.alloc(250 * 901))],
    ]);
    expect(await refusalOf(inside)).toBe('polyglot');
  });
});

describe('another kind of file in an image', () => {
  const holds = (...parts: (string | number)[]) =>
    isPolyglot(
      Buffer.concat(
        parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.alloc(part))),
      ),
    );

  it.each([
    ...['<script', '<HTML', '<!DocType HTML', '<iframe', '<?PHP', '%PDF-'],
    ...['<Svg xmlns="x"', '<sVG/onload=x()>', '<svg\n  width="9"', '<svg><path d='],
  ])('is told by %s', (sign) => {
    expect(holds(9, sign, 9)).toBe(true);
    expect(holds(9, sign.slice(1), 9)).toBe(false);
  });

  it('is not told by four letters alone, which the pixels of one photograph in hundreds hold by chance', () => {
    for (const next of ['\x00', '\x9f', 'a', '>\x00\x00', ' \xff\xd8x'])
      expect(holds(9, `<sVg${next}`, 9)).toBe(false);
  });

  it('is told of an archive by its first entry and the end of it, as far as that may lie before the end', () => {
    const [entry, end] = ['PK\x03\x04', 'PK\x05\x06'];
    expect(holds(9, entry, 9, end, 18)).toBe(true);
    expect([holds(9, entry, 9), holds(9, end, 18), holds(9)]).toEqual([false, false, false]);
    expect(holds(9, entry, end, 18 + 65_535)).toBe(true);
    expect(holds(9, entry, end, 18 + 65_536)).toBe(false);
  });

  it('is looked for in what was given alone, not in what lies around it in memory', () => {
    const around = Buffer.from('<script 012345 <script', 'latin1');
    expect(isPolyglot(new Uint8Array(around.buffer, around.byteOffset + 8, 6))).toBe(false);
    expect(isPolyglot(new Uint8Array(around.buffer, around.byteOffset, 7))).toBe(true);
  });
});

describe('bombs', () => {
  it('costs bounded memory to refuse', async () => {
    const zeros = deflateSync(Buffer.alloc(64 * 1024 * 1024));
    const rows = deflateSync(Buffer.alloc(250 * 901));
    const text = Buffer.concat([Buffer.from('Comment\0\0'), zeros]);
    const bombs = [
      png(60_000, 60_000, [['IDAT', zeros]]),
      png(2_147_483_647, 2_147_483_647, [['IDAT', zeros]]),
      png(0, 250, [['IDAT', rows]]),
      png(300, 250, [
        ['zTXt', text],
        ['zTXt', text],
        ['zTXt', text],
        ['IDAT', rows],
      ]),
      png(300, 250, [
        ['iCCP', text],
        ['IDAT', rows],
      ]),
      png(300, 250, [
        ['IDAT', zeros],
        ['IDAT', zeros],
      ]),
    ];
    const before = process.memoryUsage.rss();
    for (const bomb of bombs) {
      const result = await rewriteImage(bomb, wanted);
      // A bomb in a side chunk of an image of the right size is dropped with the chunk: only pixels are kept.
      if (result.ok) expect(result.image.bytes.byteLength).toBeLessThan(10_000);
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  });
});

describe('folder store', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-images-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps a file once, whole, under its key, and no other name', async () => {
    const images = join(folder, 'images');
    const store = folderImageStore(images);
    const key = `${'ab'.repeat(32)}.png`;
    await Promise.all([store.put(key, Buffer.from('one')), store.put(key, Buffer.from('one'))]);
    expect(await readdir(images)).toEqual([key]);
    // For the delivery process beside it to read.
    expect((await stat(join(images, key))).mode & 0o777).toBe(0o644 & ~process.umask());
    expect(await readFile(join(images, key), 'utf8')).toBe('one');
    for (const name of ['../escape.png', `${key}.png`, `x${key}`, `${'ab'.repeat(32)}.gif`])
      await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('no image file key');
  });

  it('mends what is damaged, finds what is there, and leaves nothing beside what could not be written', async () => {
    const images = join(folder, 'mended');
    const store = folderImageStore(images);
    const [key, other] = [`${'cd'.repeat(32)}.png`, `${'ef'.repeat(32)}.webp`];
    expect(await store.present(new Set([key]))).toEqual([]);
    await store.put(key, Buffer.from('whole'));
    await writeFile(join(images, key), 'cut');
    await store.put(key, Buffer.from('whole'));
    expect(await readFile(join(images, key), 'utf8')).toBe('whole');
    expect(await store.present(new Set([key, other]))).toEqual([key]);
    expect(await store.present(new Set([other]))).toEqual([]);
    // Nothing can be put in place of a folder.
    await mkdir(join(images, other));
    await expect(store.put(other, Buffer.from('whole'))).rejects.toThrow();
    expect((await readdir(images)).sort()).toEqual([key, other]);
    await store.remove(key);
    await store.remove(key);
    expect(await readdir(images)).toEqual([other]);
  });
});
