import type { CurrentShare, ShareRateRow } from '@placard/contract/share-rates';
import type { Db } from '@placard/db/database';
import { percentOf } from '@placard/domain/basis-points';
import {
  isAhead,
  MAX_SHARE_RATES,
  type ShareRate,
  shareAt,
  shareDays,
} from '@placard/domain/ledger/share-rate';
import { sql } from 'kysely';
import { personName } from '../account/person-name.ts';

/** Of which owner a rate is; both null: the network's. */
export type StoredRate = {
  readonly id: number;
  readonly publisher_id: number | null;
  readonly website_id: number | null;
  readonly domain: string | null;
  readonly share_bp: number;
  readonly from_at: Date;
  readonly until_at: Date | null;
  readonly reason: string;
  readonly created_at: Date;
  readonly created_by: string;
};

/** A publisher's rates with those of its websites, or the network's; those that begin last first. */
export async function readRates(db: Db, publisherId: number | null): Promise<readonly StoredRate[]> {
  const { rows } = await sql<StoredRate>`
    select r.id, r.publisher_id, r.website_id, w.domain, r.share_bp, r.from_at, r.until_at, r.reason, r.created_at,
           ${personName('u')} as created_by
      from share_rate r
      join app_user u on u.id = r.created_by
      left join website w on w.id = r.website_id
     where ${
       publisherId === null
         ? sql`r.publisher_id is null and r.website_id is null`
         : sql`(r.publisher_id = ${publisherId} or w.publisher_id = ${publisherId})`
     }
     order by r.from_at desc, r.id desc limit ${MAX_SHARE_RATES}`.execute(db);
  return rows;
}

/** The network's time zone, in which days begin, and the share that holds where no rate does. */
export async function readShareBase(db: Db): Promise<{ readonly timeZone: string; readonly baseBp: number }> {
  const row = await db
    .selectFrom('network_settings')
    .select(['time_zone', 'publisher_share_bp'])
    .executeTakeFirstOrThrow();
  return { timeZone: row.time_zone, baseBp: row.publisher_share_bp };
}

export function rateView(row: StoredRate, timeZone: string, nowMs: number): ShareRateRow {
  return {
    id: row.id,
    ...heldView(row, timeZone),
    website: websiteOf(row),
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    removable: isAhead(row.from_at.getTime(), nowMs),
  };
}

export function heldView(row: StoredRate, timeZone: string) {
  return {
    ...shareDays(timesOf(row), timeZone),
    from: row.from_at.toISOString(),
    until: row.until_at?.toISOString() ?? null,
    sharePercent: percentOf(row.share_bp),
  };
}

export function websiteOf({ website_id: id, domain }: StoredRate) {
  return id === null ? null : { id, domain: domain ?? '' };
}

/** What holds now for websites without a share of their own. */
export function currentShare(
  rates: { readonly publisher: readonly StoredRate[]; readonly network: readonly StoredRate[] },
  baseBp: number,
  nowMs: number,
): CurrentShare {
  const ofPublisher = rates.publisher.filter(({ website_id }) => website_id === null);
  const held = shareAt(
    { website: [], publisher: ofPublisher.map(timesOf), network: rates.network.map(timesOf), baseBp },
    nowMs,
  );
  return { sharePercent: percentOf(held.shareBp), shareLevel: held.level };
}

export function timesOf({ share_bp, from_at, until_at }: StoredRate): ShareRate {
  return { shareBp: share_bp, fromMs: from_at.getTime(), untilMs: until_at?.getTime() ?? null };
}
