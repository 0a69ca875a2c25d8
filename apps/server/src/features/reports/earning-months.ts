import { dollarsFromMicros } from '@placard/domain/micros';
import type { Actor, HasDb } from '../../deps.ts';

const MONTHS_SHOWN = 24;

export type EarningMonths = {
  readonly currency: string;
  readonly items: { readonly month: string; readonly earned: number; readonly closedAt: string | null }[];
};

/** What each month brought, from the books: closed months never change, the others are estimated. */
export async function readEarningMonths(deps: HasDb, actor: Actor): Promise<EarningMonths> {
  const [rows, { currency }] = await Promise.all([
    deps.db
      .selectFrom('earning_month')
      .select(['month', 'earned_micros', 'closed_at'])
      .where('publisher_id', '=', actor.accountId)
      .orderBy('month', 'desc')
      .limit(MONTHS_SHOWN)
      .execute(),
    deps.db.selectFrom('network_settings').select('currency').executeTakeFirstOrThrow(),
  ]);
  return {
    currency,
    items: rows.map((row) => ({
      month: row.month,
      earned: dollarsFromMicros(row.earned_micros),
      closedAt: row.closed_at?.toISOString() ?? null,
    })),
  };
}
