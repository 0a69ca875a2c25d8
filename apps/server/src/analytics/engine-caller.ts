import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the embedded engine is asked: a reader, by the key of his turns, whoever loads facts or builds rollups, or whoever copies a report. */
export type EngineCaller =
  | { readonly kind: 'reader'; readonly key: string }
  | { readonly kind: 'loader' }
  | { readonly kind: 'builder' }
  | { readonly kind: 'copier' };

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

/** What `work` asks and sums goes over a connection of its own, beside which facts are loaded. */
export async function building<Result>(work: () => Promise<Result>): Promise<Result> {
  return await caller.run({ kind: 'builder' }, work);
}

/** What `work` writes goes over a connection of its own: a report that is copied takes longer than a load may wait. */
export async function copying<Result>(work: () => Promise<Result>): Promise<Result> {
  return await caller.run({ kind: 'copier' }, work);
}
