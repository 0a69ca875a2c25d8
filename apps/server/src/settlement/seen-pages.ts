import type { PoolClient } from 'pg';
import { intArray } from './sql-arrays.ts';

/** A page holds one bit for each of 32,768 decisions of a shard's minute and event kind. */
export const PAGE_BYTES = 4096;
const PAGE_SHIFT = 15;
const PAGE_MASK = (1 << PAGE_SHIFT) - 1;
const MAX_PAGES_PER_MINUTE = 512;

export type SeenPage = {
  readonly shard: number;
  readonly minute: number;
  readonly kind: number;
  readonly page: number;
  readonly bits: Uint8Array;
  dirty: boolean;
};

/**
 * In the place of an event kind: clicks that were counted. A conversion is asked for its click up to 30 days later, when
 * the other kinds' pages are long gone.
 */
export const KIND_COUNTED_CLICK = 0;

/** Number of a page: minute (26 bits), shard (16), kind (2), page of the minute (9) fit a double's 53 bits exactly. */
export function pageKey(shard: number, minute: number, kind: number, sequence: number): number {
  return ((minute * 65_536 + shard) * 4 + kind) * MAX_PAGES_PER_MINUTE + (sequence >>> PAGE_SHIFT);
}

/** 16.7 million decisions of one process in one minute: far beyond what a process can make, so nothing true is refused. */
export function sequenceInRange(sequence: number): boolean {
  return sequence >>> PAGE_SHIFT < MAX_PAGES_PER_MINUTE;
}

/**
 * "Was this one counted already?" in memory. Holds what the database holds plus what the transaction at work has
 * set; a transaction that fails makes it worthless, so the settler throws the whole cache away then.
 */
export class SeenPages {
  readonly #pages = new Map<number, SeenPage>();
  readonly #wanted = new Set<number>();
  readonly #dirty: SeenPage[] = [];
  readonly #maxPages: number;
  // The page asked for last, by event kind: neighbouring events nearly always share it.
  readonly #recentKeys = new Float64Array(4).fill(-1);
  readonly #recentPages: (SeenPage | undefined)[] = [undefined, undefined, undefined, undefined];
  readonly #recentWanted = new Float64Array(4).fill(-1);

  /** @param maxPages kept between transactions; 4,096 are 16 MiB. */
  constructor(maxPages = 4096) {
    this.#maxPages = maxPages;
  }

  /** Notes that the transaction will ask for a page. */
  want(kind: number, key: number): void {
    if (key === this.#recentWanted[kind]) return;
    this.#recentWanted[kind] = key;
    if (!this.#pages.has(key)) this.#wanted.add(key);
  }

  /** Reads the noted pages in one statement; those that the database lacks start empty. */
  async loadWanted(client: PoolClient): Promise<void> {
    this.#recentWanted.fill(-1);
    if (this.#wanted.size === 0) return;
    const wanted = [...this.#wanted].map(pageOfKey);
    this.#wanted.clear();
    const { rows } = await client.query<{ place: number; bits: Buffer }>({
      name: 'settlement-load-pages',
      text: `select (w.place - 1)::integer as place, p.bits
               from unnest($1::int[], $2::int[], $3::int[], $4::int[]) with ordinality
                    as w (shard, minute, kind, page, place)
               join seen_page p using (shard, minute, kind, page)`,
      values: [
        intArray(wanted.map((page) => page.shard)),
        intArray(wanted.map((page) => page.minute)),
        intArray(wanted.map((page) => page.kind)),
        intArray(wanted.map((page) => page.page)),
      ],
    });
    for (const row of rows) wanted[row.place]?.bits.set(row.bits);
    for (const page of wanted) {
      this.#pages.set(pageKey(page.shard, page.minute, page.kind, page.page << PAGE_SHIFT), page);
    }
  }

  /** Whether the decision's bit is set. Its page must have been loaded. */
  has(kind: number, key: number, sequence: number): boolean {
    const page = this.#page(kind, key);
    const bit = sequence & PAGE_MASK;
    return ((page.bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  /** Sets the decision's bit. @returns false when it was set before: a repeat. */
  add(kind: number, key: number, sequence: number): boolean {
    const page = this.#page(kind, key);
    const bit = sequence & PAGE_MASK;
    const value = page.bits[bit >>> 3] ?? 0;
    const mask = 1 << (bit & 7);
    if ((value & mask) !== 0) return false;
    page.bits[bit >>> 3] = value | mask;
    if (!page.dirty) {
      page.dirty = true;
      this.#dirty.push(page);
    }
    return true;
  }

  #page(kind: number, key: number): SeenPage {
    const recent = this.#recentPages[kind];
    if (recent !== undefined && key === this.#recentKeys[kind]) return recent;
    const page = this.#pages.get(key);
    if (page === undefined) throw new Error(`seen page ${key} was not loaded`);
    this.#recentKeys[kind] = key;
    this.#recentPages[kind] = page;
    return page;
  }

  /** Writes the changed pages in one statement. */
  async store(client: PoolClient): Promise<void> {
    if (this.#dirty.length === 0) return;
    const bits = Buffer.alloc(this.#dirty.length * PAGE_BYTES);
    for (const [index, page] of this.#dirty.entries()) bits.set(page.bits, index * PAGE_BYTES);
    await client.query({
      name: 'settlement-store-pages',
      text: `insert into seen_page (shard, minute, kind, page, bits)
             select w.shard, w.minute, w.kind, w.page,
                    substring($5::bytea from (w.place::integer - 1) * ${PAGE_BYTES} + 1 for ${PAGE_BYTES})
               from unnest($1::int[], $2::int[], $3::int[], $4::int[]) with ordinality
                    as w (shard, minute, kind, page, place)
             on conflict (shard, minute, kind, page) do update set bits = excluded.bits`,
      values: [
        intArray(this.#dirty.map((page) => page.shard)),
        intArray(this.#dirty.map((page) => page.minute)),
        intArray(this.#dirty.map((page) => page.kind)),
        intArray(this.#dirty.map((page) => page.page)),
        bits,
      ],
    });
  }

  /** After the commit: what was written is clean, and the oldest pages beyond the limit are let go. */
  committed(): void {
    for (const page of this.#dirty) page.dirty = false;
    this.#dirty.length = 0;
    this.#recentKeys.fill(-1);
    this.#recentPages.fill(undefined);
    for (const key of this.#pages.keys()) {
      if (this.#pages.size <= this.#maxPages) break;
      this.#pages.delete(key);
    }
  }
}

function pageOfKey(key: number): SeenPage {
  const page = key % MAX_PAGES_PER_MINUTE;
  const kindShardMinute = (key - page) / MAX_PAGES_PER_MINUTE;
  const kind = kindShardMinute % 4;
  const shardMinute = (kindShardMinute - kind) / 4;
  const shard = shardMinute % 65_536;
  return {
    shard,
    minute: (shardMinute - shard) / 65_536,
    kind,
    page,
    bits: new Uint8Array(PAGE_BYTES),
    dirty: false,
  };
}
