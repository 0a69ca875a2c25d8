/** What a provider gives one customer of IPv6 at least: a person has all 2^64 addresses of it, and may use each once. */
const GROUPS_OF_ONE_CUSTOMER = 4;
/** What one customer may have at most: 65,536 connections, each of which a limit of its own would be. */
const GROUPS_OF_ONE_SITE = 3;
const GROUPS = 8;

/**
 * The address by which limits count: of IPv4 the address itself, of IPv6 its /64, written in one way (`2001:db8:0:1::/64`),
 * so that nobody has a limit for each of the addresses of one connection. IPv4 inside of IPv6 (`::ffff:192.0.2.1`, in
 * whatever notation) is IPv4. What is no address is its own network.
 */
export function networkOfAddress(address: string): string {
  return partOfAddress(address, GROUPS_OF_ONE_CUSTOMER);
}

/** The same with the /48 of IPv6 (`2001:db8:0::/48`): for what somebody with many connections must not have once for each. */
export function siteOfAddress(address: string): string {
  return partOfAddress(address, GROUPS_OF_ONE_SITE);
}

function partOfAddress(address: string, kept: number): string {
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  if (groups === null) return address;
  const inner = innerIpv4(groups);
  if (inner !== null) return `${inner >>> 24}.${(inner >>> 16) & 255}.${(inner >>> 8) & 255}.${inner & 255}`;
  const network = groups.slice(0, kept).map((group) => group.toString(16));
  return `${network.join(':')}::/${kept * 16}`;
}

/** The IPv4 address inside of `::ffff:192.0.2.1` as a number, `null` where there is none. */
export function innerIpv4(groups: readonly number[]): number | null {
  const [sixth = 0, high = 0, low = 0] = groups.slice(5);
  const isInner = sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isInner ? high * 65_536 + low : null;
}

/** The eight groups of an IPv6 address; `null` where it is none. */
export function groupsOf(address: string): number[] | null {
  const zone = address.indexOf('%');
  const halves = (zone === -1 ? address : address.slice(0, zone)).split('::');
  if (halves.length > 2) return null;
  const [head = '', tail] = halves;
  const before = partsOf(head);
  const after = tail === undefined ? [] : partsOf(tail);
  if (before === null || after === null) return null;
  const missing = GROUPS - before.length - after.length;
  // `::` stands for one group at least; without it none may be missing.
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...before, ...new Array<number>(missing).fill(0), ...after];
}

function partsOf(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else if (last && /^\d{1,3}(\.\d{1,3}){3}$/.test(part)) {
      const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
      if (Math.max(a, b, c, d) > 255) return null;
      groups.push(a * 256 + b, c * 256 + d);
    } else return null;
  }
  return groups;
}
