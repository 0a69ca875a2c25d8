import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster } from '@placard/db/embedded/cluster';
import { callOrEnd } from '@placard/db/process/command-call';
import { settingsHelp } from '@placard/db/process/commands';
import { unfinishedRestore } from '@placard/db/process/unfinished-restore';
import { readConfig } from '../launcher/config.ts';
import { lockFolder, PATIENCE } from '../launcher/folder-lock.ts';
import { placardPrograms } from '../launcher/launch.ts';
import { explainStart, Refusal } from '../launcher/refusal.ts';
import { upgradeDatabase } from '../launcher/upgrade-database.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const say = (sentence: string) => console.log(sentence);

/** `npm run upgrade`: what a start does with data of an earlier release, and no more. */
async function upgrade(): Promise<void> {
  const config = readConfig([]);
  const unfinished = unfinishedRestore(config.dataDir);
  if (unfinished !== undefined) throw new Refusal(unfinished);
  const lock = await lockFolder(config.dataDir, config.url, { ...PATIENCE, say });
  const embedded = config.databaseUrl === undefined;
  const cluster = embedded ? await startCluster({ home: join(config.dataDir, 'postgres'), say }) : undefined;
  try {
    const databaseUrl = config.databaseUrl ?? cluster?.url ?? '';
    const names = await upgradeDatabase({ config, databaseUrl, programs: placardPrograms(ROOT), say });
    if (names.length === 0) say('The data is of this release: there is nothing to do.');
  } finally {
    await cluster?.stop();
    lock.release();
  }
}

callOrEnd({
  help: settingsHelp(
    'upgrade',
    'Brings the data to this release, backed up first, as a start does, and ends.',
  ),
});
try {
  await upgrade();
} catch (cause) {
  console.error(explainStart(cause));
  process.exitCode = 1;
}
