import { basename } from 'node:path';
import { callOrEnd } from '@placard/db/process/command-call';
import { settingsHelp } from '@placard/db/process/commands';
import { BackupFault } from './backup/backup-fault.ts';
import { explainFault } from './backup/explain-fault.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { withFetched } from './backup/with-bucket.ts';
import { type RestoreConfig, readCaller, readRestoreConfig } from './config.ts';
import { isPointInTimeFolder } from './point-in-time/chain.ts';
import { restorePointInTime } from './point-in-time/restore-point-in-time.ts';
import { withFetchedMoments } from './point-in-time/with-moments.ts';

const HELP = `Restores a backup, or any moment of points in time, into an empty PLACARD_DATA_DIR (and an empty database).

  FOLDER        a backup, the folder of several, or PLACARD_POINT_IN_TIME_DIR
  s3            the newest backup in the bucket, or with --to its points in time
  s3:placard-…  this one
  s3:moments    the points in time in the bucket
  --to MOMENT   as of then; without, as late as was kept`;
const by = { caller: readCaller(), say: (sentence: string) => console.log(sentence) };

function tellReports(report: { readonly comparedLines: number; readonly migrated: readonly string[] }): void {
  const { comparedLines, migrated } = report;
  console.log(
    `The ledger sums to 0, balances equal entries, and reports equal the ledger in ${comparedLines} lines.`,
  );
  if (migrated.length > 0) console.log(`Brought the database to ${migrated.at(-1)}.`);
}

async function restoreMoment(config: RestoreConfig): Promise<void> {
  const { bucket } = config;
  const report =
    bucket === null
      ? await restorePointInTime({ ...config, ...by })
      : await withFetchedMoments({ ...config, bucket, ...by }, restorePointInTime);
  const { folder, pieces, facts, lastChangeAt } = report;
  const moment = config.at === null ? 'as late as was kept' : `as of ${config.at.toISOString()}`;
  const from = bucket === null ? folder : `${basename(folder)} of the bucket`;
  console.log(`Restored ${from} and ${pieces} pieces of the log, ${moment}: ${facts} facts in the reports.`);
  if (lastChangeAt !== null) console.log(`The last booking or audited act in it is of ${lastChangeAt}.`);
  tellReports(report);
}

async function restoreWhole(config: RestoreConfig): Promise<void> {
  if (config.at !== null)
    throw new BackupFault(
      '--to needs a folder of points in time (PLACARD_POINT_IN_TIME_DIR): a backup is of one moment.',
    );
  const restore = async (from: string) => await restoreBackup({ ...config, from, ...by });
  const { bucket } = config;
  const report =
    bucket === null
      ? await restore(config.from)
      : await withFetched({ ...config, bucket, say: by.say }, restore);
  const { folder, takenAt, rows, facts } = report;
  console.log(`Restored ${folder} as of ${takenAt}: ${rows} rows, ${facts} facts in the reports.`);
  tellReports(report);
}

/** `npm run restore -- FOLDER`, or `s3`, into an empty data folder; of points in time (`s3:moments`) also `--to MOMENT`. */
callOrEnd({
  help: settingsHelp('restore', HELP, 'FOLDER|s3|s3:placard-…|s3:moments [--to MOMENT]'),
  options: { to: { type: 'string' } },
  words: 1,
});
try {
  const config = readRestoreConfig(process.argv.slice(2));
  if (config.moments || (config.bucket === null && isPointInTimeFolder(config.from)))
    await restoreMoment(config);
  else await restoreWhole(config);
} catch (cause) {
  console.error(explainFault(cause));
  process.exit(1);
}
