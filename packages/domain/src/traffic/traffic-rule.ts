import {
  IPV4_BITS,
  IPV6_BITS,
  type Network,
  networkAround,
  networksMeet,
  networkText,
  parseNetwork,
} from '../address/network.ts';
import { hostWithin } from '../decision/gates.ts';
import { isCountryCode } from '../targeting/places.ts';
import { typedDomain } from '../website/rules.ts';

/** What a rule looks at. */
export const TRAFFIC_FIELDS = ['network', 'user_agent', 'page_domain', 'website_domain', 'country'] as const;
export type TrafficField = (typeof TRAFFIC_FIELDS)[number];

/** Each event is held against all of them: 200 take some microseconds. */
export const MAX_TRAFFIC_RULES = 200;
export const TRAFFIC_LABEL_LIMIT = 100;
/** Of what a user agent contains: shorter ones are in everybody's. */
export const AGENT_PART_LENGTHS = { min: 3, max: 120 } as const;
export const TRAFFIC_VALUE_LIMIT = 255;
/** A wider network is a good part of the internet: a slip of the hand. */
export const WIDEST_NETWORK_BITS = { ipv4: 8, ipv6: 16 } as const;

export type TrafficRule = { readonly id: number; readonly field: TrafficField; readonly value: string };

export type TrafficValueIssue =
  | 'traffic_network_invalid'
  | 'traffic_network_wide'
  | 'traffic_agent_length'
  | 'traffic_domain_invalid'
  | 'traffic_country_invalid';

/** @returns the value as it is kept, or why there can be none */
export function trafficValue(
  field: TrafficField,
  typed: string,
): { readonly value: string } | { readonly issue: TrafficValueIssue } {
  const text = typed.trim();
  if (field === 'network') return networkValue(text);
  if (field === 'user_agent') {
    const { min, max } = AGENT_PART_LENGTHS;
    return text.length < min || text.length > max ? { issue: 'traffic_agent_length' } : { value: text };
  }
  if (field === 'country') {
    const code = text.toUpperCase();
    return isCountryCode(code) ? { value: code } : { issue: 'traffic_country_invalid' };
  }
  const domain = typedDomain(text);
  return domain === null ? { issue: 'traffic_domain_invalid' } : { value: domain };
}

function networkValue(text: string): { readonly value: string } | { readonly issue: TrafficValueIssue } {
  const network = parseNetwork(text);
  if (network === null) return { issue: 'traffic_network_invalid' };
  const least = network.groups.length === 2 ? WIDEST_NETWORK_BITS.ipv4 : WIDEST_NETWORK_BITS.ipv6;
  return network.bits < least ? { issue: 'traffic_network_wide' } : { value: networkText(network) };
}

/** What is known of who sent an event. */
export type TrafficSigns = {
  /** An address, or of a sample the network around it. */
  readonly network: Network | null;
  readonly userAgent: string;
  /** Of the page that sent it; '' where it did not say, as at clicks. */
  readonly pageHost: string;
  readonly websiteDomain: string;
  /** '' if unknown. */
  readonly country: string;
};

const WHOLE_ADDRESS = { ipv4: IPV4_BITS, ipv6: IPV6_BITS } as const;

export function addressOf(text: string): Network | null {
  return networkAround(text, WHOLE_ADDRESS);
}

type Matches = (signs: TrafficSigns, agent: string) => boolean;

function matcherOf({ field, value }: TrafficRule): Matches {
  if (field === 'network') {
    const network = parseNetwork(value);
    return ({ network: from }) => network !== null && from !== null && networksMeet(network, from);
  }
  if (field === 'user_agent') {
    const part = value.toLowerCase();
    return (_, agent) => agent.includes(part);
  }
  if (field === 'country') return ({ country }) => country === value;
  if (field === 'page_domain') return ({ pageHost }) => pageHost !== '' && hostWithin(pageHost, value);
  // Websites are registered without `www.`, and a rule may have been copied from a browser.
  return ({ websiteDomain }) =>
    websiteDomain !== '' && (hostWithin(websiteDomain, value) || value === `www.${websiteDomain}`);
}

/** Rules made ready to be asked for each event. */
export class TrafficRules {
  private readonly rules: readonly { readonly id: number; readonly matches: Matches }[];
  /** What has to be looked up for them; a country takes a search. */
  readonly asks: ReadonlySet<TrafficField>;

  constructor(rules: readonly TrafficRule[]) {
    this.rules = rules.map((rule) => ({ id: rule.id, matches: matcherOf(rule) }));
    this.asks = new Set(rules.map(({ field }) => field));
  }

  get size(): number {
    return this.rules.length;
  }

  /** @returns whether one of them filters it */
  filters(signs: TrafficSigns): boolean {
    if (this.rules.length === 0) return false;
    const agent = this.asks.has('user_agent') ? signs.userAgent.toLowerCase() : '';
    return this.rules.some(({ matches }) => matches(signs, agent));
  }

  /** @returns the ids of all that do */
  filteredBy(signs: TrafficSigns): number[] {
    const agent = signs.userAgent.toLowerCase();
    return this.rules.filter(({ matches }) => matches(signs, agent)).map(({ id }) => id);
  }
}
