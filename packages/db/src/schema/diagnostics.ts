import type { GeneratedAlways } from 'kysely';

/** Sampled widget views; `record` as `@placard/contract/wire/view-sample` lays it out. */
export type ViewSampleTable = { id: GeneratedAlways<bigint>; at: Date; record: Buffer };
