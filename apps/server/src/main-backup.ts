import { backUp } from './backup/back-up.ts';
import { explainFault } from './backup/explain-fault.ts';
import { readBackupConfig } from './config.ts';

/** `npm run backup -- FOLDER`; the worker runs it too, when it is due. */
try {
  const { folder, takenAt, rows, files, bytes, known, removed } = await backUp(
    readBackupConfig(process.argv.slice(2)),
  );
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  console.log(
    `Backed up as of ${takenAt}: ${rows} rows, ${files} files, ${size} (${known} files were known).`,
  );
  for (const name of removed) console.log(`Removed the old backup ${name}.`);
  console.log(folder);
} catch (cause) {
  console.error(explainFault(cause));
  process.exit(1);
}
