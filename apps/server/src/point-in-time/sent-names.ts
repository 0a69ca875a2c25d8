import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { BUCKET_LISTED_EVERY_MS } from '@placard/domain/backup/point-in-time';
import { z } from 'zod';

/** Beside the chains: what is known to lie in the bucket, so that it isn't listed each minute. */
const SENT = '.sent-to-bucket';
const LINE = /^(\d+) (\S+)$/;
const headSchema = z.object({ place: z.string(), listedAtMs: z.number() });

/** Names of objects, without the prefix of the settings, and their bytes. */
export class SentNames {
  readonly #file: string;
  readonly #bytes: Map<string, number>;

  private constructor(file: string, bytes: Map<string, number>) {
    this.#file = file;
    this.#bytes = bytes;
  }

  /** What an earlier run wrote down of this bucket; null where that is none, or too old to be believed. */
  static read(root: string, settings: ObjectSettings, nowMs: number): SentNames | null {
    const file = join(root, SENT);
    if (!existsSync(file)) return null;
    const [first = '', ...lines] = readFileSync(file, 'utf8').split('\n');
    const head = headSchema.safeParse(jsonOf(first));
    if (!head.success || head.data.place !== placeOf(settings)) return null;
    const ageMs = nowMs - head.data.listedAtMs;
    if (ageMs < 0 || ageMs >= BUCKET_LISTED_EVERY_MS) return null;
    const bytes = new Map<string, number>();
    for (const line of lines) {
      // A line that a killed run tore is sent again.
      const [, size, name] = LINE.exec(line) ?? [];
      if (name !== undefined) bytes.set(name, Number(size));
    }
    return new SentNames(file, bytes);
  }

  static write(root: string, settings: ObjectSettings, nowMs: number, bytes: Map<string, number>): SentNames {
    const file = join(root, SENT);
    const head = JSON.stringify({ place: placeOf(settings), listedAtMs: nowMs });
    const lines = [...bytes].map(([name, size]) => `\n${size} ${name}`);
    writeFileSync(`${file}.part`, `${head}${lines.join('')}\n`, { mode: 0o600 });
    renameSync(`${file}.part`, file);
    return new SentNames(file, bytes);
  }

  has(name: string, bytes: number): boolean {
    return this.#bytes.get(name) === bytes;
  }

  add(name: string, bytes: number): void {
    this.#bytes.set(name, bytes);
    appendFileSync(this.#file, `\n${bytes} ${name}\n`);
  }

  names(): string[] {
    return [...this.#bytes.keys()];
  }
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
