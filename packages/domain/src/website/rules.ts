import { unicodeLabel } from './unicode-domain.ts';

export const WEBSITE_MAX_CATEGORIES = 5;
/** Of one account at once: each is looked at by somebody, and its ads.txt is fetched. */
export const MAX_WAITING_WEBSITES = 100;
export const TRAFFIC_MIN = 1;
export const TRAFFIC_MAX = 100_000_000;

/** Preset ranges of the specification (views a month); the stored figure of a range is its lower bound, at least 1. */
export const TRAFFIC_RANGES = {
  under_1000: { from: 1, to: 999 },
  '1000_5000': { from: 1_000, to: 5_000 },
  '5000_10000': { from: 5_000, to: 10_000 },
  '10000_50000': { from: 10_000, to: 50_000 },
  '50000_100000': { from: 50_000, to: 100_000 },
  '100000_500000': { from: 100_000, to: 500_000 },
  '500000_1000000': { from: 500_000, to: 1_000_000 },
  over_1000000: { from: 1_000_000, to: TRAFFIC_MAX },
} as const;
export type TrafficRange = keyof typeof TRAFFIC_RANGES;
export const TRAFFIC_RANGE_CODES = Object.keys(TRAFFIC_RANGES) as [TrafficRange, ...TrafficRange[]];

export type DomainIssue =
  | 'domain_required'
  | 'domain_has_scheme'
  | 'domain_invalid'
  | 'domain_punycode_invalid';

/** IDN is stored as ASCII, case does not matter, a trailing dot means the same name. `null` where it is no host name. */
export function normalizeDomain(input: string): string | null {
  const text = input.trim().toLowerCase().replace(/\.$/, '');
  if (text === '' || /[\s/:@?#\\%[\]]/.test(text)) return null;
  let ascii: string;
  try {
    ascii = new URL(`http://${text}`).hostname;
  } catch {
    return null;
  }
  if (ascii.length > 253) return null;
  const labels = ascii.split('.');
  const last = labels.at(-1) ?? '';
  // An address in dots is no domain, and neither is a single label.
  if (labels.length < 2 || /^\d+$/.test(last) || last.length < 2) return null;
  return labels.every(isLabel) ? ascii : null;
}

function isLabel(label: string): boolean {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) return false;
  return !isEncoded(label) || unicodeLabel(label) !== null;
}

function isEncoded(label: string): boolean {
  return label.startsWith('xn--');
}

/** As browsers give it to who copies an address: `example.com/` is that domain, whatever else has a slash is a page. */
function withoutSlash(typed: string): string {
  return typed.trim().replace(/\/$/, '');
}

/** The domain that somebody typed or pasted. `null` where it is none. */
export function typedDomain(input: string): string | null {
  return normalizeDomain(withoutSlash(input));
}

/** The rule broken by what was typed, or `null`. Whether it is a public suffix or taken is the server's to say. */
export function domainIssue(input: string): DomainIssue | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(input.trim())) return 'domain_has_scheme';
  const text = withoutSlash(input);
  if (text === '') return 'domain_required';
  if (normalizeDomain(text) !== null) return null;
  const encoded = text.toLowerCase().split('.').filter(isEncoded);
  return encoded.some((label) => unicodeLabel(label) === null) ? 'domain_punycode_invalid' : 'domain_invalid';
}
