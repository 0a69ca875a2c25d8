import { parentPort, threadId } from 'node:worker_threads';

/** A thread that does what no thread should. */
parentPort?.on('message', (job: string | { readonly diesOnce: SharedArrayBuffer }) => {
  if (typeof job !== 'string') {
    if (Atomics.add(new Int32Array(job.diesOnce), 0, 1) === 0) process.exit(1);
    parentPort?.postMessage({ value: threadId });
  }
  if (job === 'which') parentPort?.postMessage({ value: threadId });
  if (job === 'throw') parentPort?.postMessage({ fault: 'the job does not go' });
  if (job === 'die') process.exit(1);
  if (job === 'hang') for (;;);
});
