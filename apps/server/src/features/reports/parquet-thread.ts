import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FileCell, FileColumn } from '@placard/domain/analytics/report-file';
import { ThreadFault } from '../../fairness/thread-pool.ts';
import type { FileWriter } from './file-writer.ts';

export type ParquetStart = { readonly columns: readonly FileColumn[] };
export type ParquetJob = { readonly rows: FileCell[][] } | { readonly end: true };
export type ParquetReply = { readonly bytes: Uint8Array<ArrayBuffer> };

/** The thread's own program lies beside the other programs. */
const PROGRAMS = new URL('../..', import.meta.url);
/** A group of rows takes a tenth of it; what needs more ends its thread, not the server. */
const MAX_OLD_MB = 192;

/** Parquet is packed in a thread of the file's own, beside the API's event loop. */
export function parquetWriter(columns: readonly FileColumn[]): FileWriter {
  const thread = new Worker(new URL('main-parquet-thread.ts', PROGRAMS), {
    workerData: { columns } satisfies ParquetStart,
    resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_MB },
  });
  const died = once(thread, 'exit').then((): never => {
    throw new ThreadFault('the thread that wrote a file has ended');
  });
  // Told to whoever asks next; nobody may be asking now.
  died.catch(() => undefined);
  const ask = async (job: ParquetJob): Promise<Uint8Array<ArrayBuffer>> => {
    const reply = new Promise<ParquetReply>((resolve) => thread.once('message', resolve));
    thread.postMessage(job);
    return (await Promise.race([reply, died])).bytes;
  };
  return {
    add: async (rows) => await ask({ rows }),
    end: async () => await ask({ end: true }),
    close: () => void thread.terminate(),
  };
}
