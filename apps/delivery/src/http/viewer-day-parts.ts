import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTheWay } from '@placard/db/process/in-the-way';
import { SALT_GRACE_MS, VIEWER_SALT_BYTES } from '@placard/db/secrets/viewer-salts';

const DAY_MS = 86_400_000;
const FOLDER = 'viewer-days';

/**
 * The part of each day's salt that the database does not have. Where its log is kept for points in time, what was erased in
 * the database is still in the log: without this part, which is in no log and no backup and goes with its day, that says nothing.
 */
export class ViewerDayParts {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, FOLDER);
  }

  /** @param day days since 1970-01-01 of UTC @returns the salt that viewers are known by */
  mix(day: number, salt: Uint8Array): Uint8Array {
    return createHmac('sha256', this.#partOf(day)).update(salt).digest();
  }

  /** Removes the parts of days that are over. */
  erase(nowMs: number): void {
    const first = Math.floor((nowMs - SALT_GRACE_MS) / DAY_MS);
    this.#makeFolder();
    for (const name of readdirSync(this.#folder)) {
      // A process that was killed as it made one has left another name of the same file.
      const day = /^(?:(\d+)|\.(\d+)\.\d+)$/.exec(name);
      if (day !== null && Number(day[1] ?? day[2]) < first) rmSync(join(this.#folder, name), { force: true });
    }
  }

  #makeFolder(): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw inTheWay(this.#folder, cause);
    }
  }

  /** Made by whichever process comes first: linking fails where the name exists, and what has the name is whole. */
  #partOf(day: number): Buffer {
    this.#makeFolder();
    const [file, mine] = [join(this.#folder, String(day)), join(this.#folder, `.${day}.${process.pid}`)];
    try {
      return readFileSync(file);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    }
    writeFileSync(mine, randomBytes(VIEWER_SALT_BYTES), { mode: 0o600, flush: true });
    try {
      linkSync(mine, file);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    } finally {
      rmSync(mine, { force: true });
    }
    return readFileSync(file);
  }
}
