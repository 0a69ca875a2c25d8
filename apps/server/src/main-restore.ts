import { explainFault } from './backup/explain-fault.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { readRestoreConfig } from './config.ts';

/** `npm run restore -- FOLDER`, into an empty data folder. */
try {
  const say = (sentence: string) => console.log(sentence);
  const report = await restoreBackup({ ...readRestoreConfig(process.argv.slice(2)), say });
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
