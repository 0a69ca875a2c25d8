import { ThreadPool } from './thread-pool.ts';

/** The thread's own program, which alone knows the documents: it lies beside the other programs. */
const PROGRAMS = new URL('..', import.meta.url);

/**
 * Documents and exports are few: of one account one is made at a time, so that of two threads one is always another
 * account's. The longest there is, an invoice of 5,000 lines, takes 6 s of a processor.
 */
export const DOCUMENT_LIMITS = {
  perKey: 1,
  atOnce: 2,
  waiting: 10,
  waitingInAll: 60,
  patienceMs: 60_000,
} as const;

const threads = new ThreadPool({
  ...DOCUMENT_LIMITS,
  file: new URL('main-document-thread.ts', PROGRAMS),
  jobMs: 120_000,
  idleMs: 30_000,
});

/** How many wait for their turn now. */
export function waitingForDocuments(): number {
  return threads.waiting;
}

/** What main-document-thread.ts makes; what each is made of is typed where it is made. */
export type DocumentKind = 'invoice' | 'statement' | 'statementCsv' | 'csv' | 'sepa' | 'zip';

/** Whose turn it is, and until when somebody waits for the answer. */
export type Asker = {
  readonly accountId: number;
  readonly gone?: AbortSignal;
  /** Waits until the next piece of work may begin. */
  readonly giveWay?: () => Promise<void>;
};

export type MakeDocument = (kind: DocumentKind, content: object) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Makes documents beside the event loop: the work begins when it is its turn, so that what a document is made of is
 * read, and whatever that takes is held, while no other of the account is made.
 * @throws TooManyWaiting; NobodyWaits; ThreadFault; whatever the work throws
 */
export async function inDocumentTurn<Result>(
  asker: Asker,
  work: (make: MakeDocument) => Promise<Result>,
): Promise<Result> {
  const withThread = async (run: (job: unknown) => Promise<unknown>) => {
    await asker.giveWay?.();
    return await work(async (kind, content) => {
      const bytes = await run({ kind, content });
      if (!(bytes instanceof Uint8Array) || !(bytes.buffer instanceof ArrayBuffer)) {
        throw new Error(`the ${kind} came back as something else`);
      }
      return new Uint8Array(bytes.buffer);
    });
  };
  return await threads.inTurn(String(asker.accountId), withThread, asker.gone);
}
