import { parentPort, resourceLimits, threadId } from 'node:worker_threads';

/** A thread that does what no thread should. */
type Odd = { readonly diesOnce: SharedArrayBuffer } | { readonly leavesAfter: SharedArrayBuffer };

parentPort?.on('message', (job: string | Odd) => {
  if (typeof job !== 'string' && 'diesOnce' in job) {
    if (Atomics.add(new Int32Array(job.diesOnce), 0, 1) === 0) process.exit(1);
    parentPort?.postMessage({ value: threadId });
  }
  if (typeof job !== 'string' && 'leavesAfter' in job) {
    parentPort?.postMessage({ value: threadId });
    Atomics.wait(new Int32Array(job.leavesAfter), 0, 0);
    process.exit();
  }
  if (job === 'which') parentPort?.postMessage({ value: threadId });
  if (job === 'room') parentPort?.postMessage({ value: resourceLimits.maxOldGenerationSizeMb });
  if (job === 'throw') parentPort?.postMessage({ fault: 'the job does not go' });
  if (job === 'die') process.exit(1);
  if (job === 'hang') for (;;);
});
