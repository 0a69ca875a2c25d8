import type { GeneratedAlways } from 'kysely';

/** Neither publisher nor website: the whole network's. */
export type ShareRateTable = {
  id: GeneratedAlways<number>;
  publisher_id: number | null;
  website_id: number | null;
  share_bp: number;
  from_at: Date;
  until_at: Date | null;
  reason: string;
  created_at: Date;
  created_by: number;
};
