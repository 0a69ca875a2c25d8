import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { IMAGE_PATH } from '@placard/contract/wire/tag-protocol';
import { removeLeftAside } from '@placard/db/objects/left-aside';
import { IMAGE_OBJECTS, type ObjectStore } from '@placard/db/objects/object-store';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import type { Logger } from 'pino';
import { type DeliveryConfig, imagesDir } from '../config.ts';
import { answerError } from './answers.ts';
import { keepForgetting } from './gone-images.ts';

const IMAGE_NAME = /^[0-9a-f]{64}\.(webp|png|jpg)$/;
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
};
/** From the bucket; each is held in memory until it is a file. */
export const FETCHES_AT_ONCE = 16;
/**
 * Names that the bucket doesn't have, of those that creatives have and of others each: somebody makes these up, each question costs the
 * operator money, and no ad is to wait for it.
 */
export const MISSES_A_MINUTE = 600;
const MINUTE_MS = 60_000;

/** Asked for more from the bucket than it is asked for at once. */
class BusyError extends Error {}

/** Of a minute of the clock. */
class MinuteCount {
  #minute = 0;
  #count = 0;

  at(nowMs: number): number {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#minute) [this.#minute, this.#count] = [minute, 0];
    return this.#count;
  }

  add(): void {
    this.#count += 1;
  }
}

/** Images that the API stored: files of a folder, and where there is a bucket those of it, fetched once and kept in the folder. */
export class Images {
  readonly #dir: string;
  readonly #objects: ObjectStore | null;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #nowMs: () => number;
  readonly #stop: () => void;
  readonly #fetches = new Map<string, Promise<Buffer | null>>();
  readonly #isKnown: (name: string) => boolean;
  readonly #misses = { known: new MinuteCount(), others: new MinuteCount() };

  constructor(deps: {
    readonly dir: string;
    /** Null: all images lie in the folder. */
    readonly objects: ObjectStore | null;
    readonly log: Pick<Logger, 'warn'>;
    readonly nowMs: () => number;
    /** Whether a creative has the image. */
    readonly isKnown: (name: string) => boolean;
    /** Ends what goes on beside answering. */
    readonly stop?: () => void;
  }) {
    this.#stop = deps.stop ?? (() => {});
    this.#dir = deps.dir;
    this.#objects = deps.objects;
    this.#log = deps.log;
    this.#nowMs = deps.nowMs;
    this.#isKnown = deps.isKnown;
  }

  /** GET /i/FILE: its name is its content's hash, so it never changes. */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const name = path.slice(IMAGE_PATH.length + 1);
    const type = IMAGE_TYPES[IMAGE_NAME.exec(name)?.[1] ?? ''];
    const notFound = () => answerError(response, 'not_found', { message: 'There is no such image.' });
    const notNow = () =>
      answerError(response, 'unavailable', { message: 'The image cannot be fetched just now.' });
    if (type === undefined) return notFound();
    const opened = await open(join(this.#dir, name), 'r').catch((error: NodeJS.ErrnoException) => error);
    if (!(opened instanceof Error)) return await sendFile(request, response, opened, type);
    // The disk does not say, or as many files are open as may be: it may well be there.
    if (this.#objects === null) return opened.code === 'ENOENT' ? notFound() : notNow();
    let bytes: Buffer | null;
    try {
      bytes = await this.#fetchOnce(name, this.#objects);
    } catch (error) {
      if (!(error instanceof BusyError)) this.#log.warn({ err: error }, 'an image was not fetched');
      return notNow();
    }
    if (bytes === null) return notFound();
    response.writeHead(200, headersOf(type, bytes.length));
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  close(): void {
    this.#stop();
    this.#objects?.close();
  }

  #fetchOnce(name: string, objects: ObjectStore): Promise<Buffer | null> {
    const under = this.#fetches.get(name);
    if (under !== undefined) return under;
    if (this.#fetches.size >= FETCHES_AT_ONCE || this.#missesOf(name).at(this.#nowMs()) >= MISSES_A_MINUTE)
      return Promise.reject(new BusyError());
    const fetching = this.#fetch(name, objects).finally(() => this.#fetches.delete(name));
    this.#fetches.set(name, fetching);
    return fetching;
  }

  #missesOf(name: string): MinuteCount {
    return this.#isKnown(name) ? this.#misses.known : this.#misses.others;
  }

  async #fetch(name: string, objects: ObjectStore): Promise<Buffer | null> {
    // Who looked before the fetch of another was kept, and asks after it has ended, finds it now.
    const kept = await readFile(join(this.#dir, name)).catch(() => null);
    if (kept !== null) return kept;
    const found = await objects.get(`${IMAGE_OBJECTS}${name}`);
    if (found === null) {
      this.#missesOf(name).add();
      return null;
    }
    const bytes = await buffer(found);
    // The API puts it right. A fetch for each visitor until then would cost the operator money.
    if (!name.startsWith(createHash('sha256').update(bytes).digest('hex'))) {
      this.#missesOf(name).add();
      throw new Error(`the bucket has another content under ${name} than its name says`);
    }
    await this.#keep(name, bytes).catch((error: unknown) => {
      // It is shown all the same, and fetched again the next time.
      this.#log.warn({ err: error }, 'a fetched image was not kept');
    });
    return bytes;
  }

  /** Whole or not at all; what a loss of power takes is fetched again. */
  async #keep(name: string, bytes: Buffer): Promise<void> {
    await mkdir(this.#dir, { recursive: true });
    const aside = join(this.#dir, `.${name}.${randomBytes(6).toString('hex')}`);
    try {
      // Synced: after a loss of power there would be its name, and nothing in it.
      await writeFile(aside, bytes, { flag: 'wx', mode: 0o644, flush: true });
      await rename(aside, join(this.#dir, name));
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }
}

/** Where this process finds images. The library for a bucket is loaded where there is one. */
export async function openImages(
  config: Pick<DeliveryConfig, 'dataDir' | 'databaseUrl' | 'objects'>,
  log: Logger,
  asked: { readonly nowMs: () => number; readonly isKnown: (name: string) => boolean },
): Promise<Images> {
  const { nowMs } = asked;
  const objects = config.objects === null ? null : await openObjectStore(config.objects);
  if (objects !== null) void removeLeftAside(imagesDir(config), nowMs());
  const stop = keepForgetting(config, log, nowMs);
  return new Images({ ...{ dir: imagesDir(config), objects, log, stop }, ...asked });
}

function headersOf(type: string, sizeBytes: number): string[] {
  return [
    ...['Content-Type', type, 'Content-Length', String(sizeBytes), 'X-Content-Type-Options', 'nosniff'],
    ...['Cache-Control', 'public, max-age=31536000, immutable', 'Access-Control-Allow-Origin', '*'],
    ...['Cross-Origin-Resource-Policy', 'cross-origin', 'Content-Security-Policy', "default-src 'none'"],
  ];
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  handle: FileHandle,
  type: string,
): Promise<void> {
  const { size } = await handle.stat();
  response.writeHead(200, headersOf(type, size));
  if (request.method === 'HEAD') {
    await handle.close();
    response.end();
    return;
  }
  // The visitor may leave in the middle: that is no fault.
  await pipeline(createReadStream('', { fd: handle }), response).catch(() => response.destroy());
}
