import { fstatSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export type BadSectors = {
  readonly path: string;
  /** Numbers of sectors of 4 KiB, from the file's beginning. */
  readonly sectors: readonly number[];
  /** Whether a read that comes to one is refused as a whole, or gives what lies before. */
  readonly refuses: 'all' | 'the rest';
};

const SECTOR_BYTES = 4_096;
const fault = () => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });

type Read = (into: Buffer, offset: number, length: number, position: number) => Promise<unknown>;

/** From now on the disk cannot read these places, as `FileHandle.read` tells it. @returns what ends that */
export async function withBadSectors(bad: readonly BadSectors[]): Promise<() => void> {
  const places = bad.map((each) => ({ ...each, file: statSync(each.path).ino }));
  const any = await open(places[0]?.path ?? '/', 'r');
  const prototype = Object.getPrototypeOf(any) as { read: Read };
  await any.close();
  const { read } = prototype;
  prototype.read = async function (this: FileHandle, into, offset, length, position) {
    const file = fstatSync(this.fd);
    for (const { sectors, refuses } of places.filter((place) => place.file === file.ino)) {
      const end = Math.min(position + length, file.size);
      const first = Math.min(
        ...sectors
          .filter((sector) => sector * SECTOR_BYTES < end && (sector + 1) * SECTOR_BYTES > position)
          .map((sector) => Math.max(sector * SECTOR_BYTES, position)),
      );
      if (first === Number.POSITIVE_INFINITY) continue;
      if (refuses === 'all' || first === position) throw fault();
      return await read.call(this, into, offset, first - position, position);
    }
    return await read.call(this, into, offset, length, position);
  };
  return () => {
    prototype.read = read;
  };
}
