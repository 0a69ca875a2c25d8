import type { Operation } from './operation.ts';
import { PlacardError } from './placard-error.ts';

export type ClientOptions = {
  /** Where the dashboard is: `https://ads.example`. */
  readonly url: string;
  /** An API key, `pk_…`. */
  readonly apiKey: string;
  /** Instead of the one that there is. */
  readonly fetch?: typeof globalThis.fetch;
  /** How often a call is sent again that was limited or got no answer; 3 without. */
  readonly retries?: number;
  /** Waits so many milliseconds between two tries. */
  readonly wait?: (ms: number) => Promise<void>;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Made up for each call that takes one, unless it is given. */
  readonly idempotencyKey?: string;
  /** The ETag that was read: refused with 412 where it is no longer the newest. */
  readonly ifMatch?: string;
};

/** What an operation takes is said by the operation alone: inferred from what is given as well, a wrong word would widen it. */
type Arguments<Input> = undefined extends Input
  ? [input?: NoInfer<Input>, options?: CallOptions]
  : [input: NoInfer<Input>, options?: CallOptions];

export type Client = {
  /** Calls an operation. @returns what it answers with, without its `data` @throws PlacardError */
  call<Input, Output>(operation: Operation<Input, Output>, ...args: Arguments<Input>): Promise<Output>;
  /** All entries of a list, by pages or as a log, one after the other, fetched as far as they are asked for. */
  each<Input, Item>(
    operation: Operation<Input, { readonly items: readonly Item[] }>,
    ...args: Arguments<Input>
  ): AsyncGenerator<Item>;
};

const FIRST_WAIT_MS = 500;

/** Until the time is over, or the call is ended. */
async function pause(ms: number, { wait }: ClientOptions, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal?.reason);
  });
  signal?.addEventListener('abort', end);
  const over =
    wait?.(ms) ??
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
  try {
    await Promise.race([over, ended]);
  } finally {
    signal?.removeEventListener('abort', end);
    clearTimeout(timer);
  }
}

/** A client of one account, by one of its keys. */
export function createClient(options: ClientOptions): Client {
  const call = async (operation: Operation<unknown, unknown>, input?: unknown, how: CallOptions = {}) => {
    const key = how.idempotencyKey ?? (operation.once ? crypto.randomUUID() : undefined);
    // What may have happened already is sent again only where a second time does nothing.
    const repeatable = operation.method === 'GET' || key !== undefined;
    for (let left = options.retries ?? 3, waitMs = FIRST_WAIT_MS; ; left -= 1, waitMs *= 2) {
      try {
        return await send(
          options,
          operation,
          input,
          key === undefined ? how : { ...how, idempotencyKey: key },
        );
      } catch (error) {
        if (!(error instanceof PlacardError) || left <= 0 || !isWorthAnother(error, repeatable)) throw error;
        await pause((error.retryAfterSeconds ?? waitMs / 1_000) * 1_000, options, how.signal);
      }
    }
  };
  return {
    call: async (operation, ...[input, how]) =>
      // The server has checked its answer against the contract from which the operation has its type.
      (await call(operation as Operation<unknown, unknown>, input, how)) as never,
    async *each(operation, ...[input, how]) {
      const wanted = { ...(input as object | undefined) };
      let size: number | undefined;
      for (let place: object = {}; ; ) {
        const part = (await call(
          operation as Operation<unknown, unknown>,
          { ...wanted, ...place },
          how,
        )) as Part;
        // As above: of the contract's type.
        yield* part.items as never[];
        // Of a list whose pages have the size that the API chose, its first one tells it.
        size ??= part.items.length;
        const next = nextPlace(part, { pageSize: size, ...wanted, ...place });
        if (next === null) return;
        place = next;
      }
    },
  };
}

type Part = {
  readonly items: readonly unknown[];
  readonly next?: string | null;
  readonly total?: number;
  readonly more?: boolean;
};

/** A log goes on before its last entry, a list with its next page. */
function nextPlace(part: Part, asked: { readonly page?: number; readonly pageSize: number }): object | null {
  if (part.next !== undefined) return part.next === null ? null : { before: part.next };
  if (part.total === undefined || part.items.length === 0) return null;
  const { page = 1, pageSize } = asked;
  return part.more === true || page * pageSize < part.total ? { page: page + 1 } : null;
}

/** Refused before anything was done, or not answered where a second time does nothing. */
function isWorthAnother(error: PlacardError, repeatable: boolean): boolean {
  if (error.status === 429) return true;
  return (
    repeatable && (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504)
  );
}

async function send(
  { url, apiKey, fetch = globalThis.fetch }: ClientOptions,
  { method, path }: Operation<unknown, unknown>,
  input: unknown,
  { signal, idempotencyKey, ifMatch }: CallOptions,
): Promise<unknown> {
  const { address, body } = partsOf(method, path, input);
  const isForm = body instanceof FormData;
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/api${address}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return await answerOf(response);
  } catch (cause) {
    if (cause instanceof PlacardError || signal?.aborted === true) throw cause;
    // Nor is half of one.
    throw new PlacardError('The API gave no answer.', { code: 'no_answer', status: 0 }, { cause });
  }
}

type Body = {
  readonly data?: unknown;
  readonly error?: Pick<PlacardError, 'code' | 'message' | 'issues'>;
};

async function answerOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) {
    if (response.ok) return await response.blob();
    throw new PlacardError(response.statusText, { code: 'internal', status: response.status });
  }
  const body = (await response.json()) as Body;
  if (response.ok) return body.data;
  const { code = 'internal', message = response.statusText, issues } = body.error ?? {};
  const after = Number(response.headers.get('retry-after'));
  throw new PlacardError(message, {
    code,
    status: response.status,
    ...(issues === undefined ? {} : { issues }),
    retryAfterSeconds: Number.isFinite(after) && after > 0 ? after : null,
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** Spreads an input over the path's `{names}` and, by method, the query or the body. */
function partsOf(method: string, path: string, input: unknown): { address: string; body: unknown } {
  const rest: Record<string, unknown> = { ...(input as object | undefined) };
  const filled = path.replace(/\{\+?(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  if (method !== 'GET') return { address: filled, body: bodyOf(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (Array.isArray(value))
      for (const [place, each] of value.entries()) query.append(`${name}[${place}]`, String(each));
    else if (value !== undefined && value !== null) query.append(name, String(value));
  }
  return { address: query.size === 0 ? filled : `${filled}?${query}`, body: undefined };
}

/** What carries a file travels as a form. */
function bodyOf(fields: Fields): unknown {
  if (!Object.values(fields).some((value) => value instanceof Blob)) return fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
