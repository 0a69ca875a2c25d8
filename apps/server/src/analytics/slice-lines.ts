import { eachInBreaths } from '../fairness/breather.ts';
import type { FactColumns } from '../settlement/fact-columns.ts';
import { isInSlice, type LineSlice } from './line-slices.ts';

/** What was spent on one ad set at one widget on one day; money in micros. */
export type MoneyLine = {
  /** Days since 1970-01-01. */
  readonly dayNumber: number;
  readonly adSetId: number;
  readonly widgetId: number;
  readonly chargedMicros: bigint;
  readonly publisherMicros: bigint;
};

type Side = { chargedMicros: bigint; publisherMicros: bigint };

/** A line as each side has it: the ledger, then each table of the reports. */
export type HeldLine = Pick<MoneyLine, 'dayNumber' | 'adSetId' | 'widgetId'> & {
  readonly sides: readonly Readonly<Side>[];
};

/** Lines of one slice, of the ledger and of each table of the reports beside each other. */
export class SliceLines {
  readonly #slice: LineSlice;
  readonly #tables: number;
  readonly #lines = new Map<string, { readonly line: HeldLine; readonly sides: Side[] }>();
  #ledgerLines = 0;

  /** @param tables how many hold the reports */
  constructor(slice: LineSlice, tables: number) {
    this.#slice = slice;
    this.#tables = tables;
  }

  get ledgerLines(): number {
    return this.#ledgerLines;
  }

  /** Lines that any side has. */
  *all(): Generator<HeldLine> {
    for (const { line } of this.#lines.values()) yield line;
  }

  addLedger(line: MoneyLine): void {
    this.#ledgerLines += 1;
    this.#add(0, line);
  }

  addReport(table: number, line: MoneyLine): void {
    this.#add(table + 1, line);
  }

  /** Facts that no table of the reports has yet count as if each had them. */
  async addWaiting({ rows, keys, counts }: FactColumns): Promise<void> {
    await eachInBreaths(Array(rows).keys(), 1, (row) => {
      const line = {
        dayNumber: keys.dayNumber[row] ?? 0,
        adSetId: keys.adSetId[row] ?? 0,
        widgetId: keys.widgetId[row] ?? 0,
        chargedMicros: BigInt(counts.chargedMicros[row] ?? 0),
        publisherMicros: BigInt(counts.publisherMicros[row] ?? 0),
      };
      if (line.chargedMicros === 0n || !isInSlice(this.#slice, line)) return;
      for (let table = 0; table < this.#tables; table += 1) this.addReport(table, line);
    });
  }

  #add(side: number, { dayNumber, adSetId, widgetId, chargedMicros, publisherMicros }: MoneyLine): void {
    const key = `${dayNumber}:${adSetId}:${widgetId}`;
    let held = this.#lines.get(key);
    if (held === undefined) {
      const sides = Array.from({ length: this.#tables + 1 }, () => ({
        chargedMicros: 0n,
        publisherMicros: 0n,
      }));
      held = { line: { dayNumber, adSetId, widgetId, sides }, sides };
      this.#lines.set(key, held);
    }
    const sums = held.sides[side];
    if (sums === undefined) throw new RangeError(`there is no side ${side}`);
    sums.chargedMicros += chargedMicros;
    sums.publisherMicros += publisherMicros;
  }
}
