import { FETCH_FAULTS, type FetchFault } from './fetch-fault.ts';

/** What is more than is read, packed in another way, or at a port that is not asked, a browser shows all the same. */
const UNSEEN = ['too_large', 'bad_encoding', 'port_refused'] as const satisfies readonly FetchFault[];

/** Why a click leads nowhere, other than by a status of HTTP. */
export type ClickFault = Exclude<FetchFault, (typeof UNSEEN)[number]>;

export function isClickFault(text: string): text is ClickFault {
  return FETCH_FAULTS.some((fault) => fault === text) && !UNSEEN.some((fault) => fault === text);
}

/** Hosts are named as far as a person reads them. */
export const MOST_HOSTS_NAMED = 20;

/** An address in code: with a scheme, or beginning with `//` in quotes, parentheses or after `=`. A dot may end the host. */
const ADDRESS =
  /(?:(https?|wss?):)?\/\/(?:[^/\s"'`@<>]*@)?([\w\x80-\uffff](?:[\w.\x80-\uffff-]*[\w\x80-\uffff])?)\.?(?::\d+)?(?=[/"'`\s)?#<>\\&,;\]}|]|$)/gi;

/**
 * Hosts that a piece of ad code names, as a browser asks them, each once, in their order; `insecure` those that it names
 * by plain http. What code puts together while it runs is not found by reading it.
 */
export function hostsInCode(code: string): { hosts: string[]; insecure: string[] } {
  const hosts = new Set<string>();
  const insecure = new Set<string>();
  // As JSON within a script writes it.
  for (const [, scheme = '', host = ''] of code.replaceAll('\\/', '/').matchAll(ADDRESS)) {
    if (!host.includes('.')) continue;
    const name = asciiHost(host);
    if (name === null) continue;
    hosts.add(name);
    if (/^(http|ws)$/i.test(scheme)) insecure.add(name);
  }
  return { hosts: [...hosts], insecure: [...insecure] };
}

function asciiHost(written: string): string | null {
  if (/^[\w.-]*$/.test(written)) return written.toLowerCase();
  return URL.parse(`https://${written}`)?.hostname ?? null;
}

/** What of two pieces of ad code says the same: everything but blanks. */
export function codeKey(code: string): string {
  return code.replace(/\s+/g, '');
}
