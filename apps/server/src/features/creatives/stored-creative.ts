import type { CreativeRow } from '@placard/contract/creatives';
import type { CreativeTable } from '@placard/db/schema/advertising';
import type { Selectable } from 'kysely';

/** A creative with its image's file and the ad sets it serves; archived ad sets are left out. */
export type CreativeRecord = Selectable<CreativeTable> & {
  readonly file_key: string | null;
  readonly ad_sets: CreativeRow['adSets'];
};
