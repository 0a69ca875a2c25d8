import { lookup as systemLookup } from 'node:dns';
import { type IncomingMessage, request } from 'node:http';
import { isIP } from 'node:net';
import type { CustomFetch } from 'openid-client';
import { FetchFailure } from '../safe-fetch/fetch-failure.ts';
import { guardedLookup, systemResolve } from '../safe-fetch/guarded-lookup.ts';
import { isPublicAddress } from '../safe-fetch/public-address.ts';
import { readBody } from '../safe-fetch/read-body.ts';
import { dialInternet, hostOf, portOf } from '../safe-fetch/safe-fetch.ts';
import { isLoopback } from './oidc-settings.ts';

export type ProviderLimits = { readonly totalMs: number; readonly maxBytes: number };

/** A whole sign-in asks three times: the provider's configuration, its keys, and for the answer. */
export const PROVIDER_LIMITS: ProviderLimits = { totalMs: 8_000, maxBytes: 262_144 };

/**
 * Whether the provider may be asked at this address. Its configuration names addresses, and must not become a way into our
 * network: what is private may be asked only where it is the very host that the operator has set.
 */
export function mayAsk(url: URL, issuer: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  const own = url.hostname === issuer.hostname;
  if (url.protocol === 'http:') return own && issuer.protocol === 'http:' && isLoopback(url.hostname);
  if (url.protocol !== 'https:') return false;
  return own || isIP(hostOf(url)) === 0 || isPublicAddress(hostOf(url));
}

/** Asks the provider, with an end to time and bytes; redirects are not followed. */
export function providerFetch(issuer: URL, limits: ProviderLimits): CustomFetch {
  const guarded = guardedLookup(systemResolve);
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    if (!mayAsk(url, issuer)) throw new FetchFailure('url_refused');
    const text = body === null || body === undefined ? '' : String(body);
    const lookup = url.hostname === issuer.hostname ? systemLookup : guarded;
    const socket = dialInternet({ host: hostOf(url), port: portOf(url), lookup }, url.protocol === 'https:');
    // The request hears of it too; a socket that fails after its request has ended must not end the process.
    socket.on('error', () => undefined);
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = request(
          {
            method,
            path: url.pathname + url.search,
            headers: {
              ...headers,
              ...(text === '' ? {} : { 'content-length': Buffer.byteLength(text) }),
              ...{ host: url.host, 'accept-encoding': 'identity' },
            },
            createConnection: () => socket,
            maxHeaderSize: 16_384,
            signal: AbortSignal.timeout(limits.totalMs),
          },
          resolve,
        );
        outgoing.on('error', reject);
        outgoing.on('upgrade', () => reject(new FetchFailure('bad_response')));
        outgoing.end(text);
      });
      const read = await readBody(response, { maxBytes: limits.maxBytes, maxDecodedBytes: limits.maxBytes });
      const type = response.headers['content-type'];
      return new Response(read.length === 0 ? null : new Uint8Array(read), {
        status: response.statusCode ?? 500,
        ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      });
    } finally {
      socket.destroy();
    }
  };
}
