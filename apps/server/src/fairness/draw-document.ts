import { ThreadPool } from './thread-pool.ts';

/** The thread's own program, which alone knows the documents: it lies beside the other programs. */
const PROGRAMS = new URL('..', import.meta.url);

/** Documents are few: one thread draws them one after the other, of one account at most eleven at a time. */
const threads = new ThreadPool({
  file: new URL('main-document-thread.ts', PROGRAMS),
  perKey: 1,
  atOnce: 1,
  waiting: 10,
  patienceMs: 30_000,
  jobMs: 20_000,
  idleMs: 30_000,
});

/**
 * Draws a document beside the event loop. `content` is what the kind's document is made of.
 * @throws TooManyWaiting; ThreadFault
 */
export async function drawDocument(
  accountId: number,
  kind: 'invoice' | 'statement',
  content: object,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await threads.run(String(accountId), { kind, content });
  if (!(bytes instanceof Uint8Array) || !(bytes.buffer instanceof ArrayBuffer)) {
    throw new Error(`the ${kind} came back as something else`);
  }
  return new Uint8Array(bytes.buffer);
}
