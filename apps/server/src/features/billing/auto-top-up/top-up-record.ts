import type { AutoTopUp } from '@placard/contract/cards';
import type { Db } from '@placard/db/database';
import type { AutoTopUpTable } from '@placard/db/schema/card-payments';
import { dollarsFromMicros } from '@placard/domain/micros';
import type { Selectable } from 'kysely';

export type TopUpRecord = Selectable<AutoTopUpTable>;

export function topUpView(record: TopUpRecord): AutoTopUp {
  const { stopped_because: because, stopped_at: at } = record;
  return {
    enabled: record.enabled,
    threshold: dollarsFromMicros(record.threshold_micros),
    amount: dollarsFromMicros(record.amount_micros),
    stopped: because === null || at === null ? null : { because, at: at.toISOString() },
    version: record.version,
  };
}

export async function readTopUp(db: Db, advertiserId: number): Promise<AutoTopUp | null> {
  const record = await db
    .selectFrom('auto_top_up')
    .selectAll()
    .where('advertiser_id', '=', advertiserId)
    .executeTakeFirst();
  return record === undefined ? null : topUpView(record);
}
