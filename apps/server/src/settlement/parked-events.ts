import { TOKEN_EVENT_AT as AT, TOKEN_EVENT_BYTES } from '@placard/contract/wire/event-record';
import type { PoolClient } from 'pg';
import { type StoredRecord, storedRecord } from './records.ts';
import { byteaArray, intArray } from './sql-arrays.ts';

/** An impression that is later than this behind its viewable impression or click is taken for missing. */
export const PARKING_MS = 60_000;

export type ParkedEvent = StoredRecord & { readonly kind: number; readonly parkedAtMs: number };

/**
 * First uses of viewable impressions and clicks whose impression is not settled yet. The delivery processes share
 * their port, so a decision's events can lie in several spools, and which spool is shipped first is chance. Held in
 * memory and in `parked_event` alike; like the seen pages, worthless after a failed transaction.
 */
export class ParkedEvents {
  readonly #byMinute = new Map<number, Map<number, ParkedEvent[]>>();
  #size = 0;
  #added: ParkedEvent[] = [];
  #removed: ParkedEvent[] = [];

  get size(): number {
    return this.#size;
  }

  async load(client: PoolClient): Promise<void> {
    const { rows } = await client.query<{ kind: number; parked_at: Date; record: Buffer }>(
      'select kind, parked_at, record from parked_event order by parked_at, shard, minute, sequence, kind',
    );
    for (const row of rows) {
      this.#insert({ ...storedRecord(row.record), kind: row.kind, parkedAtMs: row.parked_at.getTime() });
    }
  }

  /** Keeps a copy of the record at `offset`. */
  park(bytes: Uint8Array, offset: number, kind: number, nowMs: number): void {
    const event = {
      // A Buffer's slice would be a view of the batch, and hold all of it.
      ...storedRecord(new Uint8Array(bytes.subarray(offset, offset + TOKEN_EVENT_BYTES))),
      kind,
      parkedAtMs: nowMs,
    };
    this.#insert(event);
    this.#added.push(event);
  }

  /** Takes out what waits for the decision of the record at `offset`, in the order in which it came. */
  take(view: DataView, offset: number): readonly ParkedEvent[] {
    const minute = this.#byMinute.get(minuteKey(view, offset));
    const sequence = view.getUint32(offset + AT.sequence);
    const events = minute?.get(sequence);
    if (minute === undefined || events === undefined) return [];
    minute.delete(sequence);
    if (minute.size === 0) this.#byMinute.delete(minuteKey(view, offset));
    this.#size -= events.length;
    this.#removed.push(...events);
    return events;
  }

  /** Takes out one, leaving what else waits for its decision. @returns false when it is gone already. */
  remove(event: ParkedEvent): boolean {
    const minute = this.#byMinute.get(minuteKey(event.view, 0));
    const sequence = event.view.getUint32(AT.sequence);
    const waiting = minute?.get(sequence);
    if (minute === undefined || waiting === undefined || !waiting.includes(event)) return false;
    if (waiting.length > 1)
      minute.set(
        sequence,
        waiting.filter((other) => other !== event),
      );
    else minute.delete(sequence);
    if (minute.size === 0) this.#byMinute.delete(minuteKey(event.view, 0));
    this.#size -= 1;
    this.#removed.push(event);
    return true;
  }

  /** What waits for the decision of the record at `offset`; it stays. */
  waitingFor(view: DataView, offset: number): readonly ParkedEvent[] {
    return this.#byMinute.get(minuteKey(view, offset))?.get(view.getUint32(offset + AT.sequence)) ?? [];
  }

  /** Whether an event of this kind waits for the decision. */
  isWaiting(shard: number, minute: number, sequence: number, kind: number): boolean {
    const events = this.#byMinute.get(minute * 65_536 + shard)?.get(sequence) ?? [];
    return events.some((event) => event.kind === kind);
  }

  /** What has waited long enough at `nowMs`, in the order in which it was parked. It stays until it is taken. */
  expired(nowMs: number): ParkedEvent[] {
    const expired: ParkedEvent[] = [];
    for (const minute of this.#byMinute.values()) {
      for (const events of minute.values()) {
        for (const event of events) if (event.parkedAtMs + PARKING_MS <= nowMs) expired.push(event);
      }
    }
    return expired.sort((a, b) => a.parkedAtMs - b.parkedAtMs);
  }

  async store(client: PoolClient): Promise<void> {
    const added = new Set(this.#added);
    const removed = this.#removed.filter((event) => !added.delete(event));
    if (removed.length > 0) {
      await client.query({
        name: 'settlement-unpark',
        text: `delete from parked_event p
                using unnest($1::int[], $2::int[], $3::bigint[], $4::int[]) as t (shard, minute, sequence, kind)
                where (p.shard, p.minute, p.sequence, p.kind) = (t.shard, t.minute, t.sequence, t.kind)`,
        values: identity(removed),
      });
    }
    if (added.size > 0) {
      const rows = [...added];
      await client.query({
        name: 'settlement-park',
        text: `insert into parked_event (shard, minute, sequence, kind, parked_at, record)
               select shard, minute, sequence, kind, to_timestamp(parked_ms / 1000.0), record
                 from unnest($1::int[], $2::int[], $3::bigint[], $4::int[], $5::bigint[], $6::bytea[])
                      as t (shard, minute, sequence, kind, parked_ms, record)`,
        values: [
          ...identity(rows),
          intArray(rows.map((event) => event.parkedAtMs)),
          byteaArray(rows.map((event) => event.bytes)),
        ],
      });
    }
  }

  committed(): void {
    this.#added = [];
    this.#removed = [];
  }

  #insert(event: ParkedEvent): void {
    const key = minuteKey(event.view, 0);
    let minute = this.#byMinute.get(key);
    if (minute === undefined) {
      minute = new Map();
      this.#byMinute.set(key, minute);
    }
    const sequence = event.view.getUint32(AT.sequence);
    const waiting = minute.get(sequence);
    if (waiting === undefined) minute.set(sequence, [event]);
    else waiting.push(event);
    this.#size += 1;
  }
}

function minuteKey(view: DataView, offset: number): number {
  return view.getUint32(offset + AT.minute) * 65_536 + view.getUint16(offset + AT.shard);
}

function identity(events: readonly ParkedEvent[]): string[] {
  return [
    intArray(events.map((event) => event.view.getUint16(AT.shard))),
    intArray(events.map((event) => event.view.getUint32(AT.minute))),
    intArray(events.map((event) => event.view.getUint32(AT.sequence))),
    intArray(events.map((event) => event.kind)),
  ];
}
