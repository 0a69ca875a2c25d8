import { setImmediate as nextTurn } from 'node:timers/promises';
import { eachPacingEntry, PACING_ENTRY_BYTES } from '@placard/contract/wire/pacing-plan';
import { Allowance, UNPLANNED_DECISIONS } from './allowance.ts';

/** Entries applied in one turn of the event loop: below half a millisecond. */
const ENTRIES_A_TURN = 2_000;

/** The allowances of all ad sets, fed by the worker's pacing plan. */
export class Pacer {
  private readonly allowances = new Map<number, Allowance>();
  private readonly shard: number;
  private readonly shards: number;
  private inPlan = new Set<number>();
  private version = 0;

  constructor(shard: number, shards: number) {
    this.shard = shard;
    this.shards = shards;
  }

  get planVersion(): number {
    return this.version;
  }

  /**
   * The ad set's allowance, made when first asked for.
   * @param estimatedDecisions what its budget pays for over all processes: the limit as long as there is no plan at all.
   */
  allowanceOf(adSetId: number, estimatedDecisions: number): Allowance {
    let allowance = this.allowances.get(adSetId);
    if (allowance === undefined) {
      const share = Math.max(1, Math.floor(estimatedDecisions / this.shards));
      allowance = new Allowance(this.version === 0 ? share : Math.min(share, UNPLANNED_DECISIONS));
      this.allowances.set(adSetId, allowance);
    }
    return allowance;
  }

  /**
   * @param now the clock: a long plan is applied over several turns of the event loop.
   * @param planned told of each ad set whose allowance is another now
   */
  async apply(
    version: number,
    body: Uint8Array,
    now: () => number,
    planned: (adSetId: number, nowMs: number) => void = () => undefined,
  ): Promise<void> {
    const first = this.version === 0;
    const seen = new Set<number>();
    this.version = version;
    for (let from = 0; from < body.byteLength; from += ENTRIES_A_TURN * PACING_ENTRY_BYTES) {
      const nowMs = now();
      eachPacingEntry(body.subarray(from, from + ENTRIES_A_TURN * PACING_ENTRY_BYTES), (entry) => {
        seen.add(entry.adSetId);
        const perDecision = Math.max(entry.expectedPerThousandMicros, 1) / 1_000;
        const share = {
          decisionsLeft: this.part(entry.remainingMicros / perDecision),
          decisionsPerMs: entry.ratePerMinuteMicros / perDecision / 60_000 / this.shards,
        };
        this.allowanceOf(entry.adSetId, UNPLANNED_DECISIONS).plan(share, nowMs);
        planned(entry.adSetId, nowMs);
      });
      await nextTurn();
    }
    await inTurns(this.inPlan, (adSetId) => {
      if (!seen.has(adSetId)) this.allowances.get(adSetId)?.drop();
    });
    if (first) {
      await inTurns(this.allowances, ([adSetId, allowance]) => {
        if (!seen.has(adSetId)) allowance.limit(UNPLANNED_DECISIONS);
      });
    }
    this.inPlan = seen;
  }

  /** Whole decisions of this process; the odd ones go to another process with each plan. */
  private part(decisions: number): number {
    const whole = Math.floor(decisions);
    const odd = whole % this.shards;
    return Math.floor(whole / this.shards) + ((this.shard + this.version) % this.shards < odd ? 1 : 0);
  }
}

async function inTurns<Entry>(entries: Iterable<Entry>, act: (entry: Entry) => void): Promise<void> {
  let done = 0;
  for (const entry of entries) {
    act(entry);
    done += 1;
    if (done % ENTRIES_A_TURN === 0) await nextTurn();
  }
}
