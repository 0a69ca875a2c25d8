import { mkdirSync } from 'node:fs';

/**
 * Makes the data folder where there is none, as the launcher does for its own: a process started apart needs it for what it
 * keeps beside the database, and would say that its disk fails. @throws Error in words for whoever starts it
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o750 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `PLACARD_DATA_DIR is ${folder}, which cannot be made (${code}). Give a folder that this user may write to.`,
      { cause: error },
    );
  }
}
