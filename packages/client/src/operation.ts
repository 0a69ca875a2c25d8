/** `once`: it takes an Idempotency-Key, so that it may be sent again when no answer came. */
export type Operation<Input, Output> = {
  readonly method: string;
  readonly path: string;
  readonly once: boolean;
  /** There for the types alone: what it takes and answers. */
  readonly types?: { readonly input: Input; readonly output: Output };
};

/** What an operation takes: `InputOf<typeof campaigns.create>`. */
export type InputOf<Of> = Of extends Operation<infer Input, infer _> ? Input : never;
/** What a call of it resolves to. */
export type OutputOf<Of> = Of extends Operation<infer _, infer Output> ? Output : never;

/** As they are written down in operations.ts. */
export const get = (path: string) => ({ method: 'GET', path, once: false });
export const put = (path: string) => ({ method: 'PUT', path, once: false });
export const remove = (path: string) => ({ method: 'DELETE', path, once: false });
export const post = (path: string) => ({ method: 'POST', path, once: false });
export const postOnce = (path: string) => ({ method: 'POST', path, once: true });
