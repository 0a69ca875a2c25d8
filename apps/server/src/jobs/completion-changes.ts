import type { Tx } from '@placard/db/database';
import { snapshotParts } from '@placard/db/snapshot-parts';
import { sql } from 'kysely';

/** Records that have changed since the last look: only they, and what stands by them, may have to be completed. */
export type Touched = {
  readonly campaignIds: readonly number[];
  readonly adSetIds: readonly number[];
  readonly creativeIds: readonly number[];
};

/** More than so many are not followed one by one: everything is looked at. */
const MOST_CHANGES = 5_000;

type Look = { readonly touched: Touched | null; readonly seen: string; readonly spent: readonly number[] };
type Row = {
  readonly seen: string;
  readonly id: string | null;
  readonly kind: string;
  readonly subject_id: number;
};

/**
 * What the job that completes campaigns has to look at: all of it at first, from then on what the change log tells and whose
 * budget settlement has used up. Reads the log as delivery does, by what the snapshot of the look before did not see: of each transaction as soon as it is over.
 */
export class CompletionChanges {
  /** The snapshot of the last look; null: all is to be looked at. */
  #seen: string | null = null;
  #spent = new Set<number>();

  /** Settlement has charged the last of these campaigns' budgets. */
  addSpent(campaignIds: readonly number[]): void {
    for (const id of campaignIds) this.#spent.add(id);
  }

  /** Somebody else settled meanwhile: all of it is looked at again. */
  forget(): void {
    this.#seen = null;
  }

  /** @returns `touched` is null where everything is to be looked at. */
  async look(trx: Tx): Promise<Look> {
    const spent = [...this.#spent];
    const before = this.#seen;
    const { xmax, underWay } = snapshotParts(before ?? '');
    const { rows: found } = await sql<Row>`
      select now.seen, c.* from (select pg_current_snapshot()::text as seen) now
        left join lateral (
          select id::text, kind, subject_id from change_log
           where ${before !== null} and (txid >= ${xmax}::xid8 or txid = any(${underWay}::xid8[]))
           limit ${MOST_CHANGES + 1}) c on true`.execute(trx);
    const seen = found[0]?.seen ?? '';
    const rows = found.filter(({ id }) => id !== null);
    if (before === null || rows.length > MOST_CHANGES) return { touched: null, seen, spent };
    const idsOf = (kind: string) => [
      ...new Set(rows.filter((row) => row.kind === kind).map((row) => row.subject_id)),
    ];
    return {
      touched: {
        campaignIds: [...new Set([...idsOf('campaign'), ...spent])],
        adSetIds: idsOf('ad_set'),
        creativeIds: idsOf('creative'),
      },
      seen,
      spent,
    };
  }

  /** What was looked at is completed and committed. */
  done({ seen, spent }: Look): void {
    this.#seen = seen;
    for (const id of spent) this.#spent.delete(id);
  }
}
