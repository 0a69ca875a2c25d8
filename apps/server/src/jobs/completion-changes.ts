import type { Tx } from '@placard/db/database';
import { sql } from 'kysely';

/** Records that have changed since the last look: only they, and what stands by them, may have to be completed. */
export type Touched = {
  readonly campaignIds: readonly number[];
  readonly adSetIds: readonly number[];
  readonly creativeIds: readonly number[];
};

/** More than so many are not followed one by one: everything is looked at. */
const MOST_CHANGES = 5_000;

type Cursor = { readonly txid: string; readonly id: string };
type Look = { readonly touched: Touched | null; readonly cursor: Cursor; readonly spent: readonly number[] };

/**
 * What the job that completes campaigns has to look at: all of it at first, from then on what the change log tells and whose
 * budget settlement has used up. Reads the log up to where no running transaction can still come before.
 */
export class CompletionChanges {
  #cursor: Cursor | null = null;
  #spent = new Set<number>();

  /** Settlement has charged the last of these campaigns' budgets. */
  addSpent(campaignIds: readonly number[]): void {
    for (const id of campaignIds) this.#spent.add(id);
  }

  /** Somebody else settled meanwhile: all of it is looked at again. */
  forget(): void {
    this.#cursor = null;
  }

  /** @returns `touched` is null where everything is to be looked at. */
  async look(trx: Tx): Promise<Look> {
    const spent = [...this.#spent];
    const before = this.#cursor;
    const { rows: marks } = await sql<{ xmin: string }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(trx);
    const xmin = marks[0]?.xmin ?? '0';
    const beginning = { txid: xmin, id: '0' };
    if (before === null) return { touched: null, cursor: beginning, spent };
    const { rows } = await sql<{ id: string; txid: string; kind: string; subject_id: number }>`
      select id::text, txid::text, kind, subject_id from change_log
       where (txid, id) > (${before.txid}::xid8, ${before.id}::bigint) and txid < ${xmin}::xid8
       order by change_log.txid, change_log.id limit ${MOST_CHANGES + 1}`.execute(trx);
    if (rows.length > MOST_CHANGES) return { touched: null, cursor: beginning, spent };
    const idsOf = (kind: string) => [
      ...new Set(rows.filter((row) => row.kind === kind).map((row) => row.subject_id)),
    ];
    const last = rows.at(-1);
    return {
      touched: {
        campaignIds: [...new Set([...idsOf('campaign'), ...spent])],
        adSetIds: idsOf('ad_set'),
        creativeIds: idsOf('creative'),
      },
      cursor: last === undefined ? before : { txid: last.txid, id: last.id },
      spent,
    };
  }

  /** What was looked at is completed and committed. */
  done({ cursor, spent }: Look): void {
    this.#cursor = cursor;
    for (const id of spent) this.#spent.delete(id);
  }
}
