import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** `.NAME.HEX`: an image that is being written gets its name when it is whole. */
const ASIDE = /^\.[0-9a-f]{64}\.\w+\.[0-9a-f]{12}$/;
/** Longer than any write takes: another process may be at one. */
const OLD_MS = 3_600_000;

/**
 * Removes what processes left that were killed as they wrote an image. What a disk refuses is tried again at the next start.
 * @returns how many
 */
export async function removeLeftAside(folder: string, nowMs: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names.filter((each) => ASIDE.test(each))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || nowMs - found.mtimeMs < OLD_MS) continue;
    removed += await rm(path, { force: true }).then(
      () => 1,
      () => 0,
    );
  }
  return removed;
}
