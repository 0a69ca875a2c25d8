import { readVisit, type VisitRecord } from '@placard/contract/wire/collect-record';
import type { PoolClient } from 'pg';
import { PARKING_MS } from './parked-events.ts';
import { byteaArray, intArray } from './sql-arrays.ts';
import { conversionKey, visitKey } from './visit-keys.ts';

/** The click itself may wait as long as a parked event does, and be shipped late besides. */
export const VISIT_PARKING_MS = PARKING_MS + 90_000;
/** Click ids are signed, but one can be sent with any number of order ids. */
const MOST_PARKED = 50_000;

export type StoredVisit = { readonly bytes: Uint8Array; readonly visit: VisitRecord };
type Parked = StoredVisit & { readonly parkedAtMs: number };

/**
 * Visits and conversions whose click is not settled yet: the processes share their port, so the click can lie in another
 * shard's spool. Held in memory and in `parked_visit` alike; worthless after a failed transaction, like the parked events.
 */
export class ParkedVisits {
  readonly #parked = new Map<string, Parked>();
  #added = new Map<string, Parked>();
  #removed: Parked[] = [];

  get all(): readonly Parked[] {
    return [...this.#parked.values()];
  }

  async load(client: PoolClient): Promise<void> {
    const { rows } = await client.query<{ parked_at: Date; record: Buffer }>(
      'select parked_at, record from parked_visit order by id',
    );
    for (const { parked_at, record } of rows) {
      const visit = readVisit(record);
      if (visit === null) throw new Error('a parked visit is no record');
      const stored = { bytes: record, visit, parkedAtMs: parked_at.getTime() };
      this.#parked.set(keyOf(stored), stored);
    }
  }

  /** @returns false where no more can wait. One that waits already goes on waiting; the same again adds nothing. */
  park(stored: StoredVisit, nowMs: number): boolean {
    const key = keyOf(stored);
    if (this.#parked.has(key)) return true;
    if (this.#parked.size >= MOST_PARKED) return false;
    // A copy: a view of the batch would hold all of it.
    const parked = { bytes: new Uint8Array(stored.bytes), visit: stored.visit, parkedAtMs: nowMs };
    this.#parked.set(key, parked);
    this.#added.set(key, parked);
    return true;
  }

  remove(stored: StoredVisit): void {
    const key = keyOf(stored);
    const parked = this.#parked.get(key);
    // The same call again, while the first one waits, is not the one that waits.
    if (parked === undefined || parked.visit !== stored.visit) return;
    this.#parked.delete(key);
    if (!this.#added.delete(key)) this.#removed.push(parked);
  }

  /** Whether any has waited long enough. */
  isDue(nowMs: number): boolean {
    for (const { parkedAtMs } of this.#parked.values()) if (isOver(parkedAtMs, nowMs)) return true;
    return false;
  }

  async store(client: PoolClient): Promise<void> {
    if (this.#removed.length > 0) {
      await client.query({
        name: 'settlement-unpark-visits',
        text: 'delete from parked_visit where record = any($1::bytea[])',
        values: [byteaArray(this.#removed.map(({ bytes }) => bytes))],
      });
    }
    const added = [...this.#added.values()];
    if (added.length > 0) {
      await client.query({
        name: 'settlement-park-visits',
        text: `insert into parked_visit (parked_at, record)
               select to_timestamp(parked_ms / 1000.0), record
                 from unnest($1::bigint[], $2::bytea[]) with ordinality as t (parked_ms, record, place) order by place`,
        values: [
          intArray(added.map(({ parkedAtMs }) => parkedAtMs)),
          byteaArray(added.map(({ bytes }) => bytes)),
        ],
      });
    }
  }

  committed(): void {
    this.#added = new Map();
    this.#removed = [];
  }
}

/** Whether what was parked then must be judged now. */
export function isOver(parkedAtMs: number, nowMs: number): boolean {
  return parkedAtMs + VISIT_PARKING_MS <= nowMs;
}

function keyOf({ visit }: StoredVisit): string {
  const { click } = visit;
  if (click === null) return '';
  return `${visit.campaignId}:${visit.kind}:${visitKey(click)}:${conversionKey(visit, click)}`;
}
