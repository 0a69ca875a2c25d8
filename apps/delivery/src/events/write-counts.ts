import type { Tallies, TallyTarget } from '../decide/tallies.ts';
import type { ViewSamples } from '../decide/view-samples.ts';

/** Handed over in one turn of the event loop: below half a millisecond. */
export const TALLIES_A_TURN = 500;

/** What is kept in memory between two writes, and where it goes. */
export type Counted = {
  readonly tallies: Tallies;
  readonly samples: ViewSamples;
  readonly desk: { readonly noteSeen: (widgetIds: readonly number[]) => void };
  readonly spool: TallyTarget;
  readonly nowMs: () => number;
};

/** Hands over what was counted so far, in as many turns of the event loop as it takes: requests are answered between them. */
export function writeCounts(counted: Counted): void {
  counted.tallies.gather(counted.nowMs());
  writeSome(counted);
}

function writeSome(counted: Counted): void {
  const { tallies, samples, desk, spool } = counted;
  const goesOn = tallies.write(spool, TALLIES_A_TURN);
  desk.noteSeen(tallies.takeSeenWidgetIds());
  if (goesOn) setImmediate(() => writeSome(counted));
  else samples.write(spool);
}

/** At the end, when nobody waits for an answer any more: what waits for the spool since before, and what was counted since. */
export function writeAllCounts({ tallies, samples, desk, spool, nowMs }: Counted): void {
  for (let part = 0; part < 2; part += 1) {
    tallies.gather(nowMs());
    tallies.write(spool, Number.POSITIVE_INFINITY);
  }
  desk.noteSeen(tallies.takeSeenWidgetIds());
  samples.write(spool);
}
