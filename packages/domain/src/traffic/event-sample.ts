import { EVENT_KIND_CODES, EVENT_KINDS } from '../event-kind.ts';

/**
 * What samples are of: events of ads, page views of websites with our code, and visits and conversions of advertised sites.
 * Codes are stored: never renumber.
 */
export const TRAFFIC_KINDS = [...EVENT_KINDS, 'page_view', 'visit', 'conversion'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];
export const TRAFFIC_KIND_CODES = {
  ...EVENT_KIND_CODES,
  page_view: 4,
  visit: 5,
  conversion: 6,
} as const satisfies Record<TrafficKind, number>;

/** How samples of events are made small enough to be nobody's. */
export const SAMPLE_NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;
export const SAMPLE_AGENT_LENGTH = 120;
export const SAMPLE_HOST_LENGTH = 100;
/** Yesterday is whole in every time zone, and nothing is older. */
export const SAMPLE_KEPT_MS = 48 * 3_600_000;
/** Of each reason an example a minute, beside the sample; settlement keeps its own so as well. */
export const EXAMPLE_EVERY_MS = 60_000;
/** So many of each reason are shown. */
export const SHOWN_PER_REASON = 20;
/** A day of one ad server has about 32,400. */
export const MOST_SAMPLES_READ = 100_000;
