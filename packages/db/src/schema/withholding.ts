import type { GeneratedAlways } from 'kysely';

/** Neither publisher nor country: the whole network's. */
export type WithholdingRateTable = {
  id: GeneratedAlways<number>;
  publisher_id: number | null;
  country: string | null;
  rate_bp: number;
  from_at: Date;
  until_at: Date | null;
  reason: string;
  created_at: Date;
  created_by: number;
};
