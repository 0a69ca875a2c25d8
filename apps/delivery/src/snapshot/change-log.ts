import { snapshotParts } from '@placard/db/snapshot-parts';
import type { ClientBase } from 'pg';

const CHANGES_A_READ = 1_000;
/**
 * Transactions whose changes are read once more on a new connection. It may lead to a standby that took over: numbers that the one before
 * it gave to what was rolled back, or lost, it gives once more.
 */
const READ_AGAIN = 10_000;

export type Change = {
  readonly id: string;
  readonly txid: string;
  readonly kind: string;
  readonly subjectId: number;
};

type Place = Pick<Change, 'id' | 'txid'>;
/** Where a round begins, and the transactions before it that were under way. */
type Start = { readonly from: Place; readonly underWay: readonly string[] };
const BEGINNING: Place = { txid: '0', id: '0' };

/**
 * Reads the change log, each change as soon as its transaction is over, whatever others still are under way: a slower one's lower numbers
 * appear later. So what is known is no place in the log but a snapshot of PostgreSQL: changes of transactions that were under way
 * in it, or came after it, are still to come. To wait for the oldest transaction instead would be to wait for somebody's who takes an hour, in
 * whatever database of that server.
 */
export class ChangeLog {
  /** `pg_snapshot` as text. */
  private seen: string;
  /** What waits is read in parts: the snapshot in which that began, and how far it came. */
  private part: { readonly began: string; readonly after: Place } | null = null;
  private goesBack: boolean;
  private readonly most: number;

  /**
   * @param seen the snapshot in which everything was read, as `pg_current_snapshot()` gives it
   * @param options.isFresh it is of just now: nothing is read once more
   */
  constructor(seen: string, { isFresh = false, most = CHANGES_A_READ } = {}) {
    this.seen = seen;
    this.goesBack = !isFresh;
    this.most = most;
  }

  /** Where another one goes on, which may give some changes once more. */
  get cursor(): string {
    return this.seen;
  }

  /** Whether more waits than was read. */
  get hasMore(): boolean {
    return this.part !== null;
  }

  /** @returns the next changes, in the order of their transactions' numbers */
  async next(client: ClientBase): Promise<Change[]> {
    const { from, underWay } = this.goesBack ? this.fromFurtherBack() : this.fromWhatWasSeen();
    const after = this.part?.after ?? BEGINNING;
    const late = await this.late(client, after, underWay);
    const began = this.part?.began ?? late.snapshot;
    const room = this.most - late.changes.length;
    const later = room === 0 ? [] : await this.since(client, isBefore(after, from) ? from : after, room);
    const changes = [...late.changes, ...later];
    const last = changes.at(-1);
    this.part = last === undefined || changes.length < this.most ? null : { began, after: last };
    if (this.part === null) [this.seen, this.goesBack] = [began, false];
    return changes;
  }

  private fromWhatWasSeen(): Start {
    const { xmax, underWay } = snapshotParts(this.seen);
    return { from: { txid: xmax, id: '0' }, underWay };
  }

  private fromFurtherBack(): Start {
    const txid = BigInt(snapshotParts(this.seen).xmin) - BigInt(READ_AGAIN);
    return { from: { txid: String(txid > 0n ? txid : 0n), id: '0' }, underWay: [] };
  }

  /** Of transactions that were under way; with the snapshot of this look, which comes before all others of its round. */
  private async late(
    client: ClientBase,
    after: Place,
    underWay: readonly string[],
  ): Promise<{ readonly snapshot: string; readonly changes: Change[] }> {
    const { rows } = await client.query<Change & { readonly snapshot: string }>(
      `select now.snapshot, c.*
         from (select pg_current_snapshot()::text as snapshot) now
         left join lateral (
           select id::text, txid::text, kind, subject_id as "subjectId" from change_log
            where txid = any($1::xid8[]) and (txid, id) > ($2::xid8, $3::bigint)
            order by change_log.txid, change_log.id limit $4) c on true`,
      [underWay, after.txid, after.id, this.most],
    );
    return { snapshot: rows[0]?.snapshot ?? '', changes: rows.filter(({ id }) => id !== null) };
  }

  private async since(client: ClientBase, after: Place, most: number): Promise<Change[]> {
    const { rows } = await client.query<Change>(
      // By the columns themselves: `id` alone is the text that is selected, by which 1000 comes before 999.
      `select id::text, txid::text, kind, subject_id as "subjectId" from change_log
        where (txid, id) > ($1::xid8, $2::bigint) order by change_log.txid, change_log.id limit $3`,
      [after.txid, after.id, most],
    );
    return rows;
  }
}

function isBefore(one: Place, other: Place): boolean {
  return BigInt(one.txid) < BigInt(other.txid);
}
