import type { CurrentWithholding, WithholdingRateRow } from '@placard/contract/withholding';
import type { Db } from '@placard/db/database';
import { percentOf } from '@placard/domain/basis-points';
import { shareDays } from '@placard/domain/ledger/share-rate';
import {
  MAX_WITHHOLDING_RATES,
  mayBegin,
  type WithholdingRate,
  withholdingAt,
} from '@placard/domain/payout/withholding';
import { sql } from 'kysely';
import { personName } from '../account/person-name.ts';

/** Of which owner a rate is; both null: the network's. */
export type StoredRate = {
  readonly id: number;
  readonly publisher_id: number | null;
  readonly country: string | null;
  readonly rate_bp: number;
  readonly from_at: Date;
  readonly until_at: Date | null;
  readonly reason: string;
  readonly created_at: Date;
  readonly created_by: string;
};

/** A publisher's own rates, or those of the network and its countries; those that begin last first. */
export async function readRates(db: Db, publisherId: number | null): Promise<readonly StoredRate[]> {
  const { rows } = await sql<StoredRate>`
    select r.id, r.publisher_id, r.country, r.rate_bp, r.from_at, r.until_at, r.reason, r.created_at,
           ${personName('u')} as created_by
      from withholding_rate r join app_user u on u.id = r.created_by
     where r.publisher_id is not distinct from ${publisherId}::int
     order by r.from_at desc, r.id desc limit ${MAX_WITHHOLDING_RATES}`.execute(db);
  return rows;
}

/** Where an account is taxed, as its billing details say; null: they say nothing. */
export async function readCountry(db: Db, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('billing_details')
    .select('country')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.country ?? null;
}

export async function readZone(db: Db): Promise<string> {
  const row = await db.selectFrom('network_settings').select('time_zone').executeTakeFirstOrThrow();
  return row.time_zone;
}

export function rateView(row: StoredRate, timeZone: string, nowMs: number): WithholdingRateRow {
  return {
    id: row.id,
    ...heldView(row, timeZone),
    country: row.country,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    removable: mayBegin(row.from_at.getTime(), nowMs),
  };
}

export function heldView(row: StoredRate, timeZone: string) {
  const { fromMs, untilMs } = timesOf(row);
  return {
    ...shareDays({ fromMs, untilMs }, timeZone),
    from: row.from_at.toISOString(),
    until: row.until_at?.toISOString() ?? null,
    withholdingPercent: percentOf(row.rate_bp),
  };
}

type Concerned = {
  readonly own: readonly StoredRate[];
  /** The network's and all countries'. */
  readonly general: readonly StoredRate[];
  readonly country: string | null;
};

function levelsOf({ own, general, country }: Concerned) {
  return {
    publisher: own.map(timesOf),
    country: general.filter((rate) => rate.country !== null && rate.country === country).map(timesOf),
    network: general.filter((rate) => rate.country === null).map(timesOf),
  };
}

/** What is withheld of a payout that a publisher asks for at an instant. */
export function rateAt(concerned: Concerned, nowMs: number): ReturnType<typeof withholdingAt> {
  return withholdingAt(levelsOf(concerned), nowMs);
}

export function presentView(concerned: Concerned, nowMs: number): CurrentWithholding {
  const { rateBp, level } = rateAt(concerned, nowMs);
  return { withholdingPercent: percentOf(rateBp), withholdingLevel: level };
}

function timesOf({ rate_bp, from_at, until_at }: StoredRate): WithholdingRate {
  return { rateBp: rate_bp, fromMs: from_at.getTime(), untilMs: until_at?.getTime() ?? null };
}
