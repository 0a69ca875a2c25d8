import { describe, expect, it } from 'vitest';
import { isFit, ROOM_BYTES } from './memory-folder.ts';

const MOUNTS = [
  '/dev/vda / ext4 rw,relatime 0 0',
  'tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0',
  'tmpfs /dev/shm/inner tmpfs rw,noexec 0 0',
  '',
].join('\n');
const room = { mounts: MOUNTS, freeBytes: ROOM_BYTES, memoryBytes: ROOM_BYTES };

describe('a folder in memory for temporary files of tests', () => {
  it('is taken where both it and the machine have room, to the byte', () => {
    expect(isFit('/dev/shm', room)).toBe(true);
    expect(isFit('/dev/shm', { ...room, freeBytes: ROOM_BYTES - 1 })).toBe(false);
    expect(isFit('/dev/shm', { ...room, memoryBytes: ROOM_BYTES - 1 })).toBe(false);
  });

  it('is not taken where it lies on a disk, cannot be written or runs no programs', () => {
    const mounted = (line: string) => ({ ...room, mounts: `${MOUNTS}${line} 0 0\n` });
    expect(isFit('/dev/shm', { ...room, mounts: '/dev/vda / ext4 rw 0 0\n' })).toBe(false);
    // Of two mounts on one place the later one is what is seen.
    expect(isFit('/dev/shm', mounted('/dev/vdb /dev/shm ext4 rw'))).toBe(false);
    expect(isFit('/dev/shm', mounted('tmpfs /dev/shm tmpfs ro'))).toBe(false);
    expect(isFit('/dev/shm', mounted('tmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec,size=65536k'))).toBe(false);
    expect(isFit('/dev/shm', mounted('tmpfs /dev/shm tmpfs rw,size=9000000k'))).toBe(true);
  });
});
