import type { Db } from '@placard/db/database';
import {
  cardAt,
  type DatedCard,
  MAX_BID_CARDS,
  type MinimumBidCard,
  NO_MINIMUM_BIDS,
  plainCard,
} from '@placard/domain/decision/minimum-bids';
import type { WidgetType } from '@placard/domain/widget/rules';
import { sql } from 'kysely';
import { personName } from '../account/person-name.ts';

export type StoredCard = DatedCard & {
  readonly id: number;
  readonly reason: string;
  readonly createdAt: Date;
  readonly createdBy: string;
};

type Row = {
  readonly id: number;
  readonly from_at: Date;
  readonly reason: string;
  readonly created_at: Date;
  readonly created_by: string;
  readonly tiers: { readonly name: string; readonly countries: readonly string[] }[];
  readonly minimums: {
    readonly widgetType: WidgetType;
    readonly tier: number;
    readonly cpmMicros: number | null;
    readonly cpcMicros: number | null;
  }[];
};

/** All cards, those that begin last first. */
export async function readCards(db: Db): Promise<StoredCard[]> {
  // Amounts are bounded by the table: far below what a JSON number carries.
  const { rows } = await sql<Row>`
    select c.id, c.from_at, c.reason, c.created_at,
           ${personName('u')} as created_by,
           coalesce((select jsonb_agg(jsonb_build_object('name', t.name, 'countries', t.countries) order by t.tier)
                       from minimum_bid_tier t where t.card_id = c.id), '[]') as tiers,
           coalesce((select jsonb_agg(jsonb_build_object('widgetType', m.widget_type, 'tier', m.tier,
                                        'cpmMicros', m.cpm_micros, 'cpcMicros', m.cpc_micros))
                       from minimum_bid m where m.card_id = c.id), '[]') as minimums
      from minimum_bid_card c
      join app_user u on u.id = c.created_by
     order by c.from_at desc limit ${MAX_BID_CARDS}`.execute(db);
  return rows.map(({ id, from_at, reason, created_at, created_by, tiers, minimums }) => ({
    ...{ id, fromMs: from_at.getTime(), ...plainCard({ tiers, minimums }) },
    ...{ reason, createdAt: created_at, createdBy: created_by },
  }));
}

/** What holds at an instant; where no card does, any bid. */
export async function readCardAt(db: Db, atMs: number): Promise<MinimumBidCard> {
  return cardAt(await readCards(db), atMs) ?? NO_MINIMUM_BIDS;
}
