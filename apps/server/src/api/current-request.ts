import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a call comes from, as the audit log keeps it. */
export type RequestOrigin = {
  readonly ip: string;
  readonly userAgent: string;
  /** The account it is for; null of nobody's. */
  readonly accountId: number | null;
  /** The key that it came with; null of a session's. */
  readonly apiKeyId: number | null;
};

const origins = new AsyncLocalStorage<RequestOrigin>();

/**
 * Runs a call so that whatever it does is known to come from this request. Carried beside the arguments: every audit
 * entry has it then, also that of a use case which nobody told of requests.
 */
export async function withRequest<Result>(
  origin: RequestOrigin,
  call: () => Promise<Result>,
): Promise<Result> {
  return await origins.run(origin, call);
}

/** Null outside of a call: jobs, the demo, the start. */
export function currentRequest(): RequestOrigin | null {
  return origins.getStore() ?? null;
}
