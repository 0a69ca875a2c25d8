import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { BlockList, isIPv6 } from 'node:net';
import { VIEWER_HASH_BYTES } from '@placard/contract/wire/event-record';
import { networkOfAddress } from '@placard/domain/address/address-network';
import { withoutPort } from '@placard/domain/address/without-port';
import { isCountryCode } from '@placard/domain/targeting/places';
import { type CountryResponse, Reader } from 'maxmind';
import type { Hosting } from '../networks/hosting.ts';
import { Remembered } from './remembered.ts';
import type { RequestHead } from './request-head.ts';

const KEPT_ADDRESSES = 50_000;
const LONGEST_FORWARDED = 1_000;
/** No address is longer, of IPv6 with a zone neither. */
const LONGEST_ADDRESS = 64;
const DAY_MS = 86_400_000;

/** Addresses that no country database knows: loopback, private, link-local. */
const LOCAL = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  LOCAL.addSubnet(network, bits, 'ipv4');
}
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fc00::', 7, 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');

/** A request from this machine or its network itself, not one that a proxy on it passes on. */
export function isLocalRequest(request: IncomingMessage): boolean {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  return request.headers['x-forwarded-for'] === undefined && LOCAL.check(peer, familyOf(peer));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** Whose request it is: the peer, or what a trusted proxy says of it. */
export class Visitors {
  private readonly proxies: BlockList | null;
  private readonly countries: Countries;
  private readonly hosting: Pick<Hosting, 'has'>;
  /** Proxies are few, and each check of the list takes a microsecond. */
  private readonly trusted = new Remembered((peer) => this.isProxy(peer), {
    ...{ most: KEPT_ADDRESSES, longest: LONGEST_ADDRESS },
  });
  private readonly forwarded = new Remembered((forwardedFor) => this.lastUntrusted(forwardedFor), {
    ...{ most: KEPT_ADDRESSES, longest: LONGEST_FORWARDED },
  });

  constructor(options: {
    readonly proxies: BlockList | null;
    readonly countries: Countries;
    readonly hosting: Pick<Hosting, 'has'>;
  }) {
    this.proxies = options.proxies;
    this.countries = options.countries;
    this.hosting = options.hosting;
  }

  /** The visitor's address: the last one in X-Forwarded-For that is no trusted proxy. */
  addressOf(head: RequestHead): string {
    const peer = plainAddress(head.peer);
    if (this.proxies === null || head.forwardedFor === '' || !this.trusted.of(peer)) return peer;
    return this.forwarded.of(head.forwardedFor) ?? peer;
  }

  /** From a server somebody rents, not from where people are. */
  inDataCentre(head: RequestHead): boolean {
    return this.hosting.has(this.addressOf(head));
  }

  /** Two upper-case letters, '' if unknown. */
  countryOf(head: RequestHead): string {
    if (head.country !== '' && this.trusted.of(plainAddress(head.peer))) {
      const code = head.country.toUpperCase();
      if (isCountryCode(code)) return code;
      // The proxy says that it doesn't know (XX), or that it can't be known (T1, of Tor): our database knows no better.
      if (/^[A-Z][A-Z0-9]$/.test(code)) return '';
    }
    return this.countries.of(this.addressOf(head));
  }

  private lastUntrusted(forwardedFor: string): string | null {
    for (const hop of endOf(forwardedFor).split(',').toReversed()) {
      const address = plainAddress(withoutPort(hop.trim()));
      if (address !== '' && !this.isProxy(address)) return address;
    }
    return null;
  }

  private isProxy(address: string): boolean {
    return address !== '' && this.proxies?.check(address, familyOf(address)) === true;
  }
}

/** Whole hops of as much as is read. Proxies add theirs at the end: whoever sends much before that must not pass for the proxy. */
function endOf(forwardedFor: string): string {
  const from = forwardedFor.length - LONGEST_FORWARDED;
  if (from <= 0) return forwardedFor;
  const comma = forwardedFor.indexOf(',', from - 1);
  return comma === -1 ? '' : forwardedFor.slice(comma + 1);
}

/** '::ffff:1.2.3.4' → '1.2.3.4'. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/** Country of an address by the offline database; a lookup takes 2–4 µs, so the last ones are kept. */
export class Countries {
  private readonly reader: Reader<CountryResponse & { readonly country_code?: string }>;
  private readonly defaultCountry: string;
  private readonly kept = new Remembered((address) => this.lookUp(address), {
    ...{ most: KEPT_ADDRESSES, longest: LONGEST_ADDRESS },
  });

  constructor(defaultCountry: string) {
    this.defaultCountry = defaultCountry;
    const path = createRequire(import.meta.url).resolve(
      '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
    );
    this.reader = new Reader(readFileSync(path));
  }

  of(address: string): string {
    return this.kept.of(address);
  }

  private lookUp(address: string): string {
    try {
      if (address === '' || LOCAL.check(address, familyOf(address))) return this.defaultCountry;
      const code = this.reader.get(address)?.country_code ?? '';
      return isCountryCode(code) ? code : '';
    } catch {
      // What a proxy put there is no address.
      return '';
    }
  }
}

/**
 * Names a viewer for a day of UTC without keeping who it is: 8 bytes of a hash over the day's salt, which is chance and erased
 * with the day (ADR 97), the address (of IPv6 its /64: limits count by this hash) and the browser. The same viewer has
 * another hash tomorrow, and on another network.
 */
export class ViewerHashes {
  private secret: Uint8Array | null = null;
  private salt = '';
  private readonly bytes = Buffer.alloc(VIEWER_HASH_BYTES);
  private readonly saltOf: (day: number) => Uint8Array;

  /** @param saltOf a day, counted from 1970-01-01: the same bytes as long as they hold */
  constructor(saltOf: (day: number) => Uint8Array) {
    this.saltOf = saltOf;
  }

  /** @returns 8 bytes that are overwritten by the next call. */
  of(address: string, userAgent: string, nowMs: number): Buffer {
    const secret = this.saltOf(Math.floor(nowMs / DAY_MS));
    if (secret !== this.secret) {
      this.secret = secret;
      this.salt = Buffer.from(secret).toString('hex');
    }
    this.bytes.write(
      hash('sha512-256', `${this.salt}\n${networkOfAddress(address)}\n${userAgent}`, 'binary'),
      0,
      VIEWER_HASH_BYTES,
      'latin1',
    );
    return this.bytes;
  }
}
