import { groupsOf, innerIpv4 } from '@placard/domain/address/address-network';
import { HOSTING_NETWORKS } from '@placard/domain/address/hosting-networks';

/** A number for IPv4, the upper 64 bits for IPv6. */
type Place = number | bigint;
type Range<T extends Place> = { readonly start: T; end: T };

const LOW_64 = (1n << 64n) - 1n;
const DECIMAL = /^\d{1,10}$/;

/** The networks of hosters, merged and sorted. A lookup searches by halves. */
export class NetworkTable {
  private readonly starts4: Uint32Array;
  private readonly ends4: Uint32Array;
  private readonly starts6: BigUint64Array;
  private readonly ends6: BigUint64Array;

  constructor(four: Range<number>[], six: Range<bigint>[]) {
    const [merged4, merged6] = [merged(four, 1), merged(six, 1n)];
    this.starts4 = Uint32Array.from(merged4, ({ start }) => start);
    this.ends4 = Uint32Array.from(merged4, ({ end }) => end);
    this.starts6 = BigUint64Array.from(merged6, ({ start }) => start);
    this.ends6 = BigUint64Array.from(merged6, ({ end }) => end);
  }

  get size(): number {
    return this.starts4.length + this.starts6.length;
  }

  /** What is no address is in no network. */
  has(address: string): boolean {
    if (!address.includes(':')) return isWithin(this.starts4, this.ends4, ipv4Of(address));
    const groups = groupsOf(address);
    if (groups === null) return false;
    const inner = innerIpv4(groups);
    if (inner !== null) return isWithin(this.starts4, this.ends4, inner);
    return isWithin(this.starts6, this.ends6, upperOf(groups));
  }
}

function isWithin<T extends Place>(starts: ArrayLike<T>, ends: ArrayLike<T>, place: T | null): boolean {
  if (place === null) return false;
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = starts[middle];
    if (start !== undefined && start <= place) low = middle + 1;
    else high = middle;
  }
  const end = ends[low - 1];
  return end !== undefined && place <= end;
}

/** Sorted, and one range for those that overlap or touch. */
function merged<T extends Place>(ranges: Range<T>[], step: T): Range<T>[] {
  const result: Range<T>[] = [];
  let last: Range<T> | undefined;
  for (const { start, end } of ranges.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))) {
    if (last !== undefined && start <= last.end) {
      if (end > last.end) last.end = end;
    } else if (last !== undefined && start - last.end === step) {
      last.end = end;
    } else {
      last = { start, end };
      result.push(last);
    }
  }
  return result;
}

/** @returns `null` for what is no address. */
function ipv4Of(text: string): number | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  let value = 0;
  for (const part of parts) {
    const byte = /^\d{1,3}$/.test(part) ? Number(part) : 256;
    if (byte > 255) return null;
    value = value * 256 + byte;
  }
  return value;
}

function upperOf([a = 0, b = 0, c = 0, d = 0]: readonly number[]): bigint {
  return (BigInt(a * 65_536 + b) << 32n) | BigInt(c * 65_536 + d);
}

/** Takes the lines of a file: first address, last address, number of the autonomous system, whatever; by tabs or commas. */
export class NetworkLines {
  private readonly four: Range<number>[] = [];
  private readonly six: Range<bigint>[] = [];
  private count = 0;

  get lines(): number {
    return this.count;
  }

  /** @throws Error for a line of another form. */
  add(line: string): void {
    this.count += 1;
    const [start = '', end = '', system = ''] = line.split(line.includes('\t') ? '\t' : ',', 3).map(unquoted);
    if (start === '' || end === '' || !DECIMAL.test(system)) throw this.fault();
    if (!HOSTING_NETWORKS.has(Number(system))) return;
    if (start.includes(':')) this.addSix(groupsOf(start), groupsOf(end));
    else this.addFour(ipv4Of(start), ipv4Of(end));
  }

  table(): NetworkTable {
    return new NetworkTable(this.four, this.six);
  }

  private addFour(start: number | null, end: number | null): void {
    if (start === null || end === null || end < start) throw this.fault();
    this.four.push({ start, end });
  }

  /** A customer has a /64 at least: one that belongs to the range in part does not belong to it. */
  private addSix(first: number[] | null, last: number[] | null): void {
    if (first === null || last === null) throw this.fault();
    const [lowFirst, lowLast] = [upperOf(first.slice(4)), upperOf(last.slice(4))];
    const [upperFirst, upperLast] = [upperOf(first), upperOf(last)];
    if (upperLast < upperFirst || (upperLast === upperFirst && lowLast < lowFirst)) throw this.fault();
    const start = lowFirst === 0n ? upperFirst : upperFirst + 1n;
    const end = lowLast === LOW_64 ? upperLast : upperLast - 1n;
    if (start <= end) this.six.push({ start, end });
  }

  private fault(): Error {
    return new Error(`line ${this.count} is not "first address, last address, number of the system"`);
  }
}

function unquoted(field: string): string {
  const text = field.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
