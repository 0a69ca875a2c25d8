import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ParquetEncoder } from './features/reports/parquet-encoder.ts';
import type { ParquetJob, ParquetReply, ParquetStart } from './features/reports/parquet-thread.ts';

// As documents: calls come before files where processors are few.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

const { columns } = workerData as ParquetStart;
const encoder = new ParquetEncoder(columns);

/** The thread in which one file of Parquet is written: a group of rows takes 100 ms of a processor. */
parentPort?.on('message', (job: ParquetJob) => {
  const bytes = 'rows' in job ? encoder.add(job.rows) : encoder.end();
  parentPort?.postMessage({ bytes } satisfies ParquetReply, [bytes.buffer]);
});
