import { type IncomingMessage, request } from 'node:http';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FetchFault } from '@placard/domain/fetch-fault';
import { FetchFailure, faultOf } from './fetch-failure.ts';
import { guardedLookup, type Resolve } from './guarded-lookup.ts';
import { nameServersResolve } from './name-servers.ts';
import { isPublicAddress } from './public-address.ts';
import { type BodyLimits, readBody } from './read-body.ts';

/** The way to addresses of others. */
export type HasOutside = { readonly outside: SafeFetch };

export type FetchLimits = BodyLimits & {
  readonly maxRedirects: number;
  /** From the first name asked to the last byte of the last answer. */
  readonly totalMs: number;
};

export const FETCH_LIMITS: FetchLimits = {
  maxRedirects: 5,
  totalMs: 10_000,
  maxBytes: 1_048_576,
  maxDecodedBytes: 2_097_152,
};

export type FetchRequest = {
  readonly url: string;
  readonly accept: string;
  /** Asked before each redirect, with all addresses asked so far; without it every redirect is followed. */
  readonly mayFollow?: (to: URL, asked: readonly URL[]) => boolean;
};

export type FetchAnswer =
  | {
      readonly ok: true;
      /** Where the answer came from, after redirects. */
      readonly url: string;
      readonly status: number;
      readonly contentType: string | null;
      /** Empty unless the status is 200. */
      readonly body: Buffer;
    }
  | { readonly ok: false; readonly url: string; readonly fault: FetchFault };

/** The one way to ask an address that somebody else has given. Never throws. */
export type SafeFetch = (request: FetchRequest) => Promise<FetchAnswer>;

export type DialTarget = {
  readonly host: string;
  readonly port: number;
  readonly lookup: LookupFunction;
};
/** Opens a socket; tests bring their own, so that public addresses lead to listeners of theirs. */
export type Dial = (target: DialTarget, secure: boolean) => Socket;

/** Plain sockets or TLS with the system's certificates. */
export const dialInternet: Dial = (target, secure) =>
  secure
    ? connectTls({
        ...target,
        ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
        ALPNProtocols: ['http/1.1'],
      })
    : connect(target);

export type SafeFetchOptions = {
  readonly limits?: Partial<FetchLimits>;
  readonly resolve?: Resolve;
  readonly dial?: Dial;
};

const PORTS = new Set(['', '80', '443']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
export const USER_AGENT = 'Mozilla/5.0 (compatible; Placard)';

/**
 * Asks addresses of others without becoming their way into our network: http and https on ports 80 and 443, only
 * addresses of the public internet, checked in the lookup of the very socket that connects; each redirect is taken by
 * hand and checked like the first address; time, bytes and decompressed bytes have an end.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const limits = { ...FETCH_LIMITS, ...options.limits };
  const lookup = guardedLookup(options.resolve ?? nameServersResolve());
  const dial = options.dial ?? dialInternet;

  return async (wanted) => {
    const asked: URL[] = [];
    let address = wanted.url;
    const signal = AbortSignal.timeout(limits.totalMs);
    try {
      for (;;) {
        const url = checkedUrl(address, asked.at(-1));
        if (asked.length > 0 && wanted.mayFollow?.(url, asked) === false) {
          throw new FetchFailure('redirect_refused');
        }
        asked.push(url);
        const target = { host: hostOf(url), port: portOf(url), lookup };
        const answer = await askOnce(url, wanted.accept, signal, limits, () =>
          dial(target, url.protocol === 'https:'),
        );
        if (answer.location === null) {
          return { ok: true, url: url.href, ...answer.answer };
        }
        if (asked.length > limits.maxRedirects) throw new FetchFailure('too_many_redirects');
        address = answer.location;
      }
    } catch (cause) {
      const fault = signal.aborted ? 'timed_out' : faultOf(cause);
      // Where it would have gone on is known and no fault of it.
      const last = fault === 'port_refused' ? new URL(address, asked.at(-1)) : asked.at(-1);
      return { ok: false, url: (last?.href ?? address).slice(0, 2_000), fault };
    }
  };
}

/** The address, where it may be asked. @throws FetchFailure `url_refused`, `port_refused`, `address_refused`. */
export function checkedUrl(address: string, base: URL | undefined): URL {
  if (!URL.canParse(address, base?.href)) throw new FetchFailure('url_refused');
  const url = new URL(address, base);
  const plain = url.username === '' && url.password === '';
  if (!/^https?:$/.test(url.protocol) || !plain) throw new FetchFailure('url_refused');
  if (!PORTS.has(url.port)) throw new FetchFailure('port_refused');
  // A socket looks nothing up for an address in digits; the URL has brought all of its spellings into one.
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new FetchFailure('address_refused');
  url.hash = '';
  return url;
}

export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

type OneAnswer = {
  readonly location: string | null;
  readonly answer: { readonly status: number; readonly contentType: string | null; readonly body: Buffer };
};

async function askOnce(
  url: URL,
  accept: string,
  signal: AbortSignal,
  limits: BodyLimits,
  open: () => Socket,
): Promise<OneAnswer> {
  const socket = open();
  // The request hears of it too; a socket that fails after its request has ended must not end the process.
  socket.on('error', () => undefined);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        {
          method: 'GET',
          path: url.pathname + url.search,
          headers: { host: url.host, accept, 'accept-encoding': 'gzip, br', 'user-agent': USER_AGENT },
          createConnection: () => socket,
          maxHeaderSize: 16_384,
          signal,
        },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.on('upgrade', () => reject(new FetchFailure('bad_response')));
      outgoing.end();
    });
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (REDIRECTS.has(status) && location !== undefined) {
      return { location, answer: { status, contentType: null, body: Buffer.alloc(0) } };
    }
    const body = status === 200 ? await readBody(response, limits) : Buffer.alloc(0);
    return {
      location: null,
      answer: { status, contentType: response.headers['content-type'] ?? null, body },
    };
  } finally {
    socket.destroy();
  }
}
