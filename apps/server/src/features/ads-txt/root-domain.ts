import { getDomain } from 'tldts';

/** Public suffix and one label more, by the whole list: me.github.io is a root domain, github.io is nobody's. */
export function rootDomainOf(hostname: string): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

export function adsTxtUrlOf(hostname: string): string {
  return `https://${hostname}/ads.txt`;
}
