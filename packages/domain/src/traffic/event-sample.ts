/** How samples of events are made small enough to be nobody's. */
export const SAMPLE_NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;
export const SAMPLE_AGENT_LENGTH = 120;
export const SAMPLE_HOST_LENGTH = 100;
/** Yesterday is whole in every time zone, and nothing is older. */
export const SAMPLE_KEPT_MS = 48 * 3_600_000;
/** So many of each reason are shown. */
export const SHOWN_PER_REASON = 20;
/** A day of one ad server has about 21,600. */
export const MOST_SAMPLES_READ = 100_000;
