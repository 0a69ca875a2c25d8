import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeCluster } from '@placard/db/embedded/cluster';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { keepTemporaryFilesInMemory } from '@placard/db/testing/memory-folder';
import { runPlacard } from '@placard/tooling/running-placard';
import { MADE_BEFORE } from './own-placard.ts';
import { keepHoursAway } from './timetable.ts';

/** What the Placards of the journeys keep lies in memory, where there is room: workers take over the environment from here. */
export default async function setup(): Promise<() => Promise<void>> {
  const keepOnDisk = keepTemporaryFilesInMemory();
  const folder = mkdtempSync(join(tmpdir(), 'placard-made-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  // Nobody's yet: a database is made and migrated once, and not by each of two dozen.
  const first = await runPlacard({ dataDir: folder, environment: COMPILE_CACHE });
  await keepHoursAway(folder);
  await first.stop();
  process.env[MADE_BEFORE] = folder;
  return async () => {
    await removeCluster(join(folder, 'postgres'));
    rmSync(folder, { recursive: true, force: true });
    keepOnDisk();
  };
}
