import { chmod, mkdir, stat } from 'node:fs/promises';
import { inTheWay } from '@placard/db/process/in-the-way';
import { isDiskFault } from './disk-fault.ts';

const OWNER_ONLY = 0o700;

/**
 * Makes a folder that nobody but the owner may look into: the spool says who saw what, as a hash, and holds the numbers
 * that bill. One that an earlier release left open is closed.
 */
export async function privateFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: OWNER_ONLY });
    if (((await stat(dir)).mode & 0o777) !== OWNER_ONLY) await chmod(dir, OWNER_ONLY);
  } catch (error) {
    // On a full or read-only disk nothing is to be changed: that it can't be written is told elsewhere.
    if (!isDiskFault(error)) throw inTheWay(dir, error);
  }
}
