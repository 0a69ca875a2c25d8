import type { GeneratedAlways } from 'kysely';

/** Sampled widget views; `record` as `@placard/contract/wire/view-sample` lays it out. */
export type ViewSampleTable = { id: GeneratedAlways<bigint>; at: Date; record: Buffer };

/** What a delivery process last told of the networks of data centres. */
export type DeliveryNetworksTable = {
  shard: number;
  networks: number;
  file_at: Date | null;
  told_at: Date;
};
