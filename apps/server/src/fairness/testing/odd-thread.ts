import { parentPort, threadId } from 'node:worker_threads';

/** A thread that does what no thread should. */
parentPort?.on('message', (job: string) => {
  if (job === 'which') parentPort?.postMessage({ value: threadId });
  if (job === 'throw') parentPort?.postMessage({ fault: 'the job does not go' });
  if (job === 'die') process.exit(1);
  if (job === 'hang') for (;;);
});
