import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type ResolvedAddress = { readonly address: string; readonly family: number };
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** A name that leads to an address which is nobody's business. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor() {
    super('the address is not public');
    this.name = 'AddressRefusedError';
  }
}

export const systemResolve: Resolve = async (hostname) => await lookup(hostname, { all: true });

/**
 * The lookup that a socket makes itself, so that nothing can come between the check and the connection: a name that
 * answers differently the next time is asked only once. One address that is not public refuses the whole name, for
 * the socket may try any of them.
 */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
          callback(new AddressRefusedError(), '', 0);
        } else if (options.all === true) {
          callback(null, [...found]);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (cause: unknown) => callback(cause instanceof Error ? cause : new Error(String(cause)), '', 0),
    );
  };
}
