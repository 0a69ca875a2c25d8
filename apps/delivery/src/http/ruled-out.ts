import { addressOf, type TrafficRules } from '@placard/domain/traffic/traffic-rule';
import type { RequestHead } from './request-head.ts';
import type { Visitors } from './visitor.ts';

const NEVER = () => false;

/**
 * Whether the operator's rules name what a request tells; nothing is looked up that none of them asks for.
 * @returns asked with the domain of the website it is about, '' if of none
 */
export function ruledOut(
  rules: TrafficRules,
  { head, visitors, pageHost }: { head: RequestHead; visitors: Visitors; pageHost: string },
): (websiteDomain: string) => boolean {
  if (rules.size === 0) return NEVER;
  const from = {
    network: rules.asks.has('network') ? addressOf(visitors.addressOf(head)) : null,
    userAgent: head.userAgent,
    pageHost,
    country: rules.asks.has('country') ? visitors.countryOf(head) : '',
  };
  return (websiteDomain) => rules.filters({ ...from, websiteDomain });
}
