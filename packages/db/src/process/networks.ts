import { isIP } from 'node:net';
import { groupsOf } from '@placard/domain/address/address-network';
import { networksMeet } from '@placard/domain/address/network';

export type Network = {
  readonly address: string;
  /** How many of its bits count. */
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
};

/**
 * One address, or a network as `10.0.0.0/8`. A slash without a number is no network: taken for 0 it would be everybody.
 * @returns null where it is neither
 */
export function readNetwork(entry: string): Network | null {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const most = version === 6 ? 128 : 32;
  const prefix = Number(bits ?? most);
  return prefix > most ? null : { address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' };
}

/** Every IPv4 address, as IPv6 writes it: what holds this network holds whoever comes by IPv4. */
const ALL_IPV4 = { groups: [0, 0, 0, 0, 0, 0xffff, 0, 0], bits: 96 };

function isEverybody({ address, prefix, family }: Network): boolean {
  if (prefix === 0 || family === 'ipv4') return prefix === 0;
  const groups = groupsOf(address);
  return groups !== null && prefix <= ALL_IPV4.bits && networksMeet({ groups, bits: prefix }, ALL_IPV4);
}

/** What is wrong with a list of those whose `X-Forwarded-For` is believed: one fault for each entry. */
export function proxyFaults(name: string, entries: readonly string[]): string[] {
  return entries.flatMap((entry) => {
    const network = readNetwork(entry);
    if (network === null) return [`${name} has "${entry}", which is neither an address nor a network`];
    if (!isEverybody(network)) return [];
    return [`${name} has "${entry}", which is everybody: then any visitor could say where they are`];
  });
}
