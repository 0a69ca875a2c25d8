import { explainFault } from './backup/explain-fault.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { withFetched } from './backup/with-bucket.ts';
import { readRestoreConfig } from './config.ts';

/** `npm run restore -- FOLDER`, or `s3`, into an empty data folder. */
try {
  const say = (sentence: string) => console.log(sentence);
  const config = readRestoreConfig(process.argv.slice(2));
  const restore = async (from: string) => await restoreBackup({ ...config, from, say });
  const { bucket } = config;
  const report =
    bucket === null ? await restore(config.from) : await withFetched({ ...config, bucket }, restore);
  const { folder, takenAt, rows, facts, comparedLines, migrated } = report;
  console.log(`Restored ${folder} as of ${takenAt}: ${rows} rows, ${facts} facts in the reports.`);
  console.log(
    `The ledger sums to 0, balances equal entries, and reports equal the ledger in ${comparedLines} lines.`,
  );
  if (migrated.length > 0) console.log(`Brought the database to ${migrated.at(-1)}.`);
} catch (cause) {
  console.error(explainFault(cause));
  process.exit(1);
}
