import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { FetchFault } from '@placard/domain/fetch-fault';
import { FetchFailure, faultOf } from './fetch-failure.ts';
import { guardedLookup } from './guarded-lookup.ts';
import { nameServersResolve } from './name-servers.ts';
import { checkedUrl, dialInternet, hostOf, portOf, type SafeFetchOptions, USER_AGENT } from './safe-fetch.ts';

export type PostRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type PostAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      /** The first bytes of what was answered, as many as were asked for. */
      readonly head: Buffer;
    }
  | { readonly ok: false; readonly fault: FetchFault };

/** The one way to send something to an address that somebody else has given. Never throws. */
export type SafePost = (request: PostRequest) => Promise<PostAnswer>;

export type PostLimits = {
  /** From the first name asked to the answer's head. */
  readonly totalMs: number;
  /** Bytes of the answer that are kept; the rest is not waited for. */
  readonly keptBytes: number;
  /** What comes of a body within so long is kept: the status has said all that counts. */
  readonly bodyMs: number;
};

export const POST_LIMITS: PostLimits = { totalMs: 10_000, keptBytes: 1_024, bodyMs: 1_000 };

/**
 * Sends to addresses of others under the rules of `createSafeFetch`: the public internet only, checked in the lookup of
 * the very socket, on the schemes' own ports. Redirects are not followed: what is sent is for whom it was meant for.
 */
export function createSafePost(
  options: Omit<SafeFetchOptions, 'limits'> & { readonly limits?: Partial<PostLimits> } = {},
): SafePost {
  const limits = { ...POST_LIMITS, ...options.limits };
  const lookup = guardedLookup(options.resolve ?? nameServersResolve());
  const dial = options.dial ?? dialInternet;
  return async (wanted) => {
    const signal = AbortSignal.timeout(limits.totalMs);
    try {
      const url = checkedUrl(wanted.url, undefined);
      const target = { host: hostOf(url), port: portOf(url), lookup };
      return await postOnce(url, wanted, signal, limits, dial(target, url.protocol === 'https:'));
    } catch (cause) {
      return { ok: false, fault: signal.aborted ? 'timed_out' : faultOf(cause) };
    }
  };
}

async function postOnce(
  url: URL,
  { headers, body }: PostRequest,
  signal: AbortSignal,
  limits: PostLimits,
  socket: Socket,
): Promise<PostAnswer> {
  // The request hears of it too; a socket that fails after its request has ended must not end the process.
  socket.on('error', () => undefined);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        {
          method: 'POST',
          path: url.pathname + url.search,
          headers: {
            ...headers,
            host: url.host,
            'content-length': Buffer.byteLength(body),
            'accept-encoding': 'identity',
            'user-agent': USER_AGENT,
            connection: 'close',
          },
          createConnection: () => socket,
          maxHeaderSize: 16_384,
          signal,
        },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.on('upgrade', () => reject(new FetchFailure('bad_response')));
      outgoing.end(body);
    });
    return { ok: true, status: response.statusCode ?? 0, head: await headOf(response, limits) };
  } finally {
    socket.destroy();
  }
}

/** As much of the body as is kept, or comes in time. */
async function headOf(response: IncomingMessage, { keptBytes, bodyMs }: PostLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const enough = setTimeout(() => response.destroy(), bodyMs);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= keptBytes) break;
    }
  } catch {
    // Cut off: what came is kept.
  } finally {
    clearTimeout(enough);
  }
  return Buffer.concat(chunks).subarray(0, keptBytes);
}
