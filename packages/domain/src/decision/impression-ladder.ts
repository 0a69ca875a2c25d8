/**
 * How many impressions of one viewer (an address and a browser) are billed. A reader of twenty widgets a page reaches
 * none of it. Households, offices and mobile networks share an address, and many browsers are alike, so the steps are far above one person:
 * they end what a machine makes of one address, which is thousands a minute.
 */
export const IMPRESSION_LADDER = [
  { seconds: 60, most: 120 },
  { seconds: 600, most: 600 },
  { seconds: 3_600, most: 1_800 },
  { seconds: 86_400, most: 10_000 },
] as const;
