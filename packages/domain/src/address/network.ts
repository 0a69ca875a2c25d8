import { groupsOf, innerIpv4 } from './address-network.ts';

/** A network of addresses; an address is one of all its bits. */
export type Network = {
  /** 2 of IPv4, 8 of IPv6, each of 16 bits; those beyond the prefix are 0. */
  readonly groups: readonly number[];
  readonly bits: number;
};

const GROUP_BITS = 16;
export const IPV4_BITS = 32;
export const IPV6_BITS = 128;

function addressGroups(text: string): number[] | null {
  if (text.includes(':')) {
    if (text.includes('%')) return null;
    const groups = groupsOf(text);
    if (groups === null) return null;
    const inner = innerIpv4(groups);
    return inner === null ? groups : [inner >>> GROUP_BITS, inner & 0xffff];
  }
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return Math.max(a, b, c, d) > 255 ? null : [a * 256 + b, c * 256 + d];
}

/** The first `bits` of a group of 16. */
const maskOf = (bits: number) => (0xffff << (GROUP_BITS - Math.min(GROUP_BITS, Math.max(0, bits)))) & 0xffff;

/** The network of so many bits around an address; all of them: the address itself. `null` where it is none. */
export function networkAround(
  address: string,
  bits: { readonly ipv4: number; readonly ipv6: number },
): Network | null {
  const groups = addressGroups(address);
  if (groups === null) return null;
  const kept = groups.length === 2 ? bits.ipv4 : bits.ipv6;
  return { groups: groups.map((group, at) => group & maskOf(kept - at * GROUP_BITS)), bits: kept };
}

/** `192.0.2.0/24`, `2001:db8::/32` or one address. What lies beyond the prefix is dropped. `null` where it is none. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...more] = text.trim().split('/');
  if (more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null;
  const whole = addressGroups(address);
  if (whole === null) return null;
  // A prefix counts the bits of what was written: of ::ffff:192.0.2.0/120 that is 24 of IPv4.
  const all = whole.length * GROUP_BITS;
  const written = address.includes(':') ? IPV6_BITS : IPV4_BITS;
  const bits = prefix === undefined ? all : Number(prefix) - (written - all);
  if (bits < 0 || bits > all) return null;
  return networkAround(address, { ipv4: bits, ipv6: bits });
}

/** Written in one way: `192.0.2.0/24`, `2001:db8:0:0:0:0:0:0/32`. */
export function networkText({ groups, bits }: Network): string {
  const address =
    groups.length === 2
      ? groups.flatMap((group) => [group >>> 8, group & 255]).join('.')
      : groups.map((group) => group.toString(16)).join(':');
  return `${address}/${bits}`;
}

/** Whether one holds the other. */
export function networksMeet(one: Network, other: Network): boolean {
  if (one.groups.length !== other.groups.length) return false;
  const shared = Math.min(one.bits, other.bits);
  for (let at = 0; at * GROUP_BITS < shared; at += 1) {
    const mask = maskOf(shared - at * GROUP_BITS);
    if ((((one.groups[at] ?? 0) ^ (other.groups[at] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}
