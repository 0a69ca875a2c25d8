import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the embedded engine is asked: a reader, by the key of his turns, or whoever loads facts. */
export type EngineCaller = { readonly kind: 'reader'; readonly key: string } | { readonly kind: 'loader' };

const NOBODY: EngineCaller = { kind: 'reader', key: '' };
const caller = new AsyncLocalStorage<EngineCaller>();

/** Who asks at this moment; questions outside every call are a reader's without a name. */
export function engineCaller(): EngineCaller {
  return caller.getStore() ?? NOBODY;
}

/** What `work` asks of the engine is asked for this key: readers of several keys take turns. */
export async function readingFor<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  return await caller.run({ kind: 'reader', key }, work);
}

/** What `work` asks of the engine goes over the loader's connection, where no report waits for it. */
export async function besideReaders<Result>(work: () => Promise<Result>): Promise<Result> {
  return await caller.run({ kind: 'loader' }, work);
}
