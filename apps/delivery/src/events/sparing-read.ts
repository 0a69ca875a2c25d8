import { type FileHandle, open } from 'node:fs/promises';

/** What a disk reads or refuses as one. */
const SECTOR_BYTES = 4_096;
/**
 * Of one file. Where more cannot be read, or nothing at all, it is the disk that is away and not a place on it: it may come
 * back with everything, so nothing is given up.
 */
const UNREADABLE_MOST = 256;

type Sparing = { readonly bytesRead: number; readonly unreadable: number };

/**
 * Fills `into` from byte `at` of a file on. A sector that the disk cannot read (EIO) becomes zeros, which to who reads on is a
 * place that is damaged. @returns bytes, fewer than there is room for at the file's end; and such sectors
 */
export async function readSparing(file: FileHandle, into: Buffer, at: number): Promise<Sparing> {
  let [done, unreadable] = [0, 0];
  let bySector = false;
  while (done < into.length) {
    const room = into.length - done;
    const bytes = bySector ? Math.min(room, SECTOR_BYTES - ((at + done) % SECTOR_BYTES)) : room;
    try {
      const { bytesRead } = await file.read(into, done, bytes, at + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
      // Some disks say it of all that was asked for; so each sector is asked for by itself, this one once more.
      if (!bySector) {
        bySector = true;
        continue;
      }
      const { size } = await file.stat();
      const gone = Math.min(bytes, size - at - done);
      if (gone <= 0) break;
      into.fill(0, done, done + gone);
      done += gone;
      unreadable += 1;
    }
  }
  return { bytesRead: done, unreadable };
}

/** A whole file, with zeros for what the disk cannot read. @throws EIO where that is most of it */
export async function readFileSparing(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.allocUnsafe(size);
    const { bytesRead, unreadable } = await readSparing(file, bytes, 0);
    if (unreadable > UNREADABLE_MOST || (unreadable > 0 && unreadable * SECTOR_BYTES >= bytesRead)) {
      const what = `EIO: ${unreadable} sectors of ${path} cannot be read, as where the disk is away`;
      // A start that finds two of them stops: it tells bytes that no segment has as lost, and ships what comes after them.
      const todo =
        'If the disk is there, it is set aside in ten minutes; where a start stops for it, move the file elsewhere and start again.';
      throw Object.assign(new Error(`${what}. ${todo}`), { code: 'EIO' });
    }
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
