import { open, unlink } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDiskFault } from './disk-fault.ts';
import { readFrame, recordCountAt, startAt } from './frame.ts';
import { readFileSparing } from './sparing-read.ts';

/** A record says its length in two bytes and its type in one. */
const SMALLEST_RECORD = 3;
/** Looked through without a pause: well below a millisecond. */
const SLICE_BYTES = 64 * 1_024;

/** Spool offsets between which groups are looked for. */
export type Between = { readonly from: number; readonly before: number };

/**
 * Where the next whole group begins, of those that begin from `at` to `until`; null where none does.
 * What stands there is looked at before its checksum is: every byte may be the first of a group.
 */
export function groupAfter(
  bytes: Buffer,
  { at, until }: { readonly at: number; readonly until: number },
  { from, before }: Between,
): number | null {
  for (let place = at; place < until; place += 1) {
    // No group has 16 MiB.
    if (bytes[place] !== 0) continue;
    const start = startAt(bytes, place);
    if (start < from || start >= before) continue;
    const length = bytes.readUInt32BE(place);
    const records = recordCountAt(bytes, place);
    if (records < 1 || records * SMALLEST_RECORD > length || start + length > before) continue;
    if (readFrame(bytes, place) !== null) return place;
  }
  return null;
}

/** The same of a whole segment, beside answering. @returns a byte of the file */
export async function findGroup(path: string, at: number, between: Between): Promise<number | null> {
  const bytes = await readFileSparing(path);
  for (let from = at; from < bytes.length; from += SLICE_BYTES) {
    const found = groupAfter(bytes, { at: from, until: Math.min(bytes.length, from + SLICE_BYTES) }, between);
    if (found !== null) return found;
    await nextTurn();
  }
  return null;
}

/** Copies a damaged segment as it was found first, with zeros for what the disk cannot read. @returns the copy; null where the disk takes none */
export async function keepDamaged(path: string): Promise<string | null> {
  const name = `${path}.damaged`;
  try {
    const bytes = await readFileSparing(path);
    const copy = await open(name, 'wx', 0o600);
    try {
      await copy.writeFile(bytes);
      return name;
    } catch (error) {
      await unlink(name).catch(() => undefined);
      throw error;
    } finally {
      await copy.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return name;
    if (!isDiskFault(error)) throw error;
    return null;
  }
}
