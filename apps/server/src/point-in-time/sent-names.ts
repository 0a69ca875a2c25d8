import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { BUCKET_LISTED_EVERY_MS } from '@placard/domain/backup/point-in-time';
import { z } from 'zod';

/** Beside the chains: what is known to lie in the bucket, so that it isn't listed each minute. */
const SENT = '.sent-to-bucket';
/** Bytes, the tag of when it was last seen whole (`-`: not known; releases before had none) and name. */
const LINE = /^(\d+) (?:(\S+) )?(\S+)$/;
const headSchema = z.object({ place: z.string(), listedAtMs: z.number() });

export type SentObject = { readonly bytes: number; readonly tag: string | null };

/** Names of objects, without the prefix of the settings, with their bytes and tags. */
export class SentNames {
  readonly #file: string;
  readonly #objects: Map<string, SentObject>;
  readonly #added = new Set<string>();

  private constructor(file: string, objects: Map<string, SentObject>) {
    this.#file = file;
    this.#objects = objects;
  }

  /** What an earlier run wrote down of this bucket; null where that is none, or too old to be believed. */
  static read(root: string, settings: ObjectSettings, nowMs: number): SentNames | null {
    const found = SentNames.#lastOf(root, settings);
    if (found === null) return null;
    const ageMs = nowMs - found.listedAtMs;
    return ageMs < 0 || ageMs >= BUCKET_LISTED_EVERY_MS ? null : new SentNames(found.file, found.objects);
  }

  /** What was known last of this bucket, however long ago. */
  static last(root: string, settings: ObjectSettings): ReadonlyMap<string, SentObject> {
    return SentNames.#lastOf(root, settings)?.objects ?? new Map();
  }

  static #lastOf(root: string, settings: ObjectSettings) {
    const file = join(root, SENT);
    if (!existsSync(file)) return null;
    const [first = '', ...lines] = readFileSync(file, 'utf8').split('\n');
    const head = headSchema.safeParse(jsonOf(first));
    if (!head.success || head.data.place !== placeOf(settings)) return null;
    const objects = new Map<string, SentObject>();
    for (const line of lines) {
      // A line that a killed run tore is sent again.
      const [, bytes, tag = '-', name] = LINE.exec(line) ?? [];
      if (name !== undefined) objects.set(name, { bytes: Number(bytes), tag: tag === '-' ? null : tag });
    }
    return { file, objects, listedAtMs: head.data.listedAtMs };
  }

  static write(
    root: string,
    settings: ObjectSettings,
    nowMs: number,
    objects: Map<string, SentObject>,
  ): SentNames {
    const file = join(root, SENT);
    const head = JSON.stringify({ place: placeOf(settings), listedAtMs: nowMs });
    const lines = [...objects].map(([name, object]) => lineOf(name, object));
    writeFileSync(`${file}.part`, `${head}${lines.join('')}\n`, { mode: 0o600 });
    renameSync(`${file}.part`, file);
    return new SentNames(file, objects);
  }

  has(name: string, bytes: number): boolean {
    return this.#objects.get(name)?.bytes === bytes;
  }

  /** Sent just now. */
  add(name: string, object: SentObject): void {
    this.#objects.set(name, object);
    this.#added.add(name);
    appendFileSync(this.#file, `${lineOf(name, object)}\n`);
  }

  isAdded(name: string): boolean {
    return this.#added.has(name);
  }

  names(): string[] {
    return [...this.#objects.keys()];
  }
}

function lineOf(name: string, { bytes, tag }: SentObject): string {
  return `\n${bytes} ${tag ?? '-'} ${name}`;
}

function placeOf({ endpoint, bucket, prefix }: ObjectSettings): string {
  return `${endpoint ?? ''} ${bucket} ${prefix}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
