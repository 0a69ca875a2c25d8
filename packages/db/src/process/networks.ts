import { isIP } from 'node:net';

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

/** What is wrong with a list of those whose `X-Forwarded-For` is believed: one fault for each entry. */
export function proxyFaults(name: string, entries: readonly string[]): string[] {
  return entries.flatMap((entry) => {
    const network = readNetwork(entry);
    if (network === null) return [`${name} has "${entry}", which is neither an address nor a network`];
    if (network.prefix > 0) return [];
    return [`${name} has "${entry}", which is everybody: then any visitor could say where they are`];
  });
}
