import { explainFault } from '../backup/explain-fault.ts';
import { readPointInTimeConfig } from '../config.ts';
import { endWithStarter } from '../process-end.ts';
import { ConfigError } from '../settings-reader.ts';
import { sendMoments } from './send-moments.ts';

/** What the worker runs each minute in which the folder of points in time has more than the bucket. */
endWithStarter();
try {
  const { bucket, ...config } = readPointInTimeConfig();
  if (bucket === null) throw new ConfigError(['PLACARD_POINT_IN_TIME_S3 is not 1.'], 'Nothing was sent');
  const sent = await sendMoments({ ...config, bucket, now: () => new Date() });
  if (sent !== null) {
    const megabytes = (sent.bytes / 1_000_000).toFixed(1);
    console.log(
      `Sent ${sent.files} files of points in time, ${megabytes} MB, to the bucket; ${sent.removed.length} old ones went.`,
    );
    if (sent.waits !== null) console.log(`The rest waits. ${sent.waits}`);
  }
} catch (cause) {
  console.error(explainFault(cause));
  process.exit(1);
}
