import { basename } from 'node:path';
import { callOrEnd } from '@placard/db/process/command-call';
import { settingsHelp } from '@placard/db/process/commands';
import { backUp } from './backup/back-up.ts';
import { explainFault } from './backup/explain-fault.ts';
import { sendToBucket } from './backup/with-bucket.ts';
import { readBackupConfig, readCaller } from './config.ts';
import { endWithStarter } from './process-end.ts';

const size = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** `npm run backup -- FOLDER`; the worker runs it too, when it is due. */
endWithStarter();
callOrEnd({
  help: settingsHelp(
    'backup',
    'Backs up into FOLDER, or into PLACARD_BACKUP_DIR, while Placard runs or not.',
    'FOLDER',
  ),
  words: 1,
});
try {
  const config = readBackupConfig(process.argv.slice(2));
  // The worker and an upgrade start it with a line to themselves.
  const by = { ...readCaller(), by: process.send === undefined ? 'command' : 'placard' } as const;
  const report = await backUp(config, by, console.error);
  const { folder, takenAt, rows, files, bytes, known, removed, beside } = report;
  console.log(
    `Backed up as of ${takenAt}: ${rows} rows, ${files} files, ${size(bytes)} (${known} files were known).`,
  );
  for (const name of removed) console.log(`Removed the old backup ${name}.`);
  for (const sentence of beside) console.log(sentence);
  if (config.bucket !== null) {
    const from = { dataDir: config.dataDir, say: console.log };
    const sent = await sendToBucket(config.bucket, folder, config.keep, from);
    console.log(`Sent ${basename(folder)} to the bucket: ${sent.files} files, ${size(sent.bytes)}.`);
    for (const name of sent.removed) console.log(`Removed the old backup ${name} from the bucket.`);
    for (const sentence of sent.beside) console.log(`In the bucket ${sentence}`);
  }
  // Last: whoever runs it reads where the backup lies.
  console.log(folder);
} catch (cause) {
  console.error(explainFault(cause));
  process.exit(1);
}
