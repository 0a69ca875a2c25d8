import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';

/** Which encodings a file was built in, best first, and how each is named beside it. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof ENDINGS;
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};

export interface Asset {
  readonly body: Buffer;
  readonly type: string;
  /** Undefined where it is as it is. */
  readonly encoding: Encoding | undefined;
  /** Whether it depends on what was accepted. */
  readonly varies: boolean;
  /** Names these bytes, quoted as in a header: the hash in the file's name, and the encoding. */
  readonly etag: string;
}

/**
 * The files of the dashboard that carry a hash in their name, kept in memory once they were asked for: a screen has some
 * sixty, and a file of 2 kB costs four calls of the system and a stream where it is read for each request. Their sum is
 * what was built, whatever is asked for: a name that was not there at the start is none of these.
 */
export class KeptAssets {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #bodies = new Map<string, Promise<Buffer | undefined>>();

  /** @param folder of files that never change under their name */
  constructor(folder: string) {
    this.#folder = folder;
    this.#names = new Set(readdirSync(folder));
  }

  /**
   * @param accepted the request's `Accept-Encoding`
   * @returns undefined where no such file was there, or of no kind that a dashboard is made of, or it cannot be read
   */
  async find(name: string, accepted: string | undefined): Promise<Asset | undefined> {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined || !this.#names.has(name)) return undefined;
    const built = ENCODINGS.filter((encoding) => this.#names.has(name + ENDINGS[encoding]));
    const best = accepted === undefined ? null : negotiate(accepted.toLowerCase(), [...built, 'identity']);
    const encoding = built.find((each) => each === best);
    const body = await this.#read(encoding === undefined ? name : name + ENDINGS[encoding]);
    if (body === undefined) return undefined;
    return {
      body,
      type,
      encoding,
      varies: built.length > 0,
      etag: `"${name}${encoding === undefined ? '' : `;${encoding}`}"`,
    };
  }

  #read(name: string): Promise<Buffer | undefined> {
    const kept = this.#bodies.get(name);
    if (kept !== undefined) return kept;
    const body = readFile(join(this.#folder, name)).catch(() => {
      // What fails now, with too many files open say, may do next time.
      this.#bodies.delete(name);
      return undefined;
    });
    this.#bodies.set(name, body);
    return body;
  }
}
