/**
 * How many conversions of one click count. Each order is a row that is kept as long as its campaign, and whoever has a click's id, which stands in the
 * landing address, could report orders for a month. Nobody who buys comes near it.
 */
export const CONVERSION_LADDER = [
  { seconds: 3_600, most: 60 },
  { seconds: 86_400, most: 300 },
] as const;
