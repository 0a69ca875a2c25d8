import { type Figure, median } from '../result.ts';
import type { LoadReport } from './load-client.ts';

/** A round in which what is measured waited longer than this for a processor tells of its neighbours. */
export const LARGEST_WAIT_SHARE = 0.05;
const TRIES_A_ROUND = 3;

/** One measurement of each of several things, as close to each other in time as can be. */
export type Turns<Name extends string> = Readonly<Record<Name, () => Promise<LoadReport>>>;
export type Rounds<Name extends string> = {
  readonly kept: Readonly<Record<Name, readonly LoadReport[]>>;
  /** Rounds thrown away since something else used the processors. */
  readonly disturbed: number;
};

type Round<Name extends string> = Readonly<Record<Name, LoadReport>>;

const waited = (round: Round<string>) => Math.max(...Object.values(round).map((report) => report.waitShare));

/**
 * Measures in turn, `rounds` times, after one round that only warms. A disturbed round is measured again, at most
 * three times `rounds` in all; if even then too few were quiet, the quietest are taken, and `disturbed` says so.
 */
export async function alternate<Name extends string>(
  turns: Turns<Name>,
  rounds: number,
): Promise<Rounds<Name>> {
  const names = Object.keys(turns) as Name[];
  const once = async () => {
    const reports: Partial<Record<Name, LoadReport>> = {};
    for (const name of names) reports[name] = await turns[name]();
    return reports as Round<Name>;
  };
  await once();
  const quiet: Round<Name>[] = [];
  const disturbed: Round<Name>[] = [];
  while (quiet.length < rounds && quiet.length + disturbed.length < rounds * TRIES_A_ROUND) {
    const round = await once();
    (waited(round) <= LARGEST_WAIT_SHARE ? quiet : disturbed).push(round);
  }
  const taken = [...quiet, ...disturbed.toSorted((a, b) => waited(a) - waited(b))].slice(0, rounds);
  const kept = Object.fromEntries(names.map((name) => [name, taken.map((round) => round[name])]));
  return { kept: kept as Record<Name, LoadReport[]>, disturbed: disturbed.length };
}

/** A figure with what those that it was measured by waited for a processor. */
export function withWait(figure: Figure, reports: readonly LoadReport[]): Figure {
  return { ...figure, waitShare: median(reports.map((report) => report.waitShare)) };
}

/** The median of the rounds' ratios: what disturbs a round disturbs both of its measurements. */
export function ratioOf(
  ours: readonly LoadReport[],
  others: readonly LoadReport[],
  figure: (report: LoadReport) => number,
): number {
  return median(
    ours.map((report, round) => {
      const other = others[round];
      return figure(report) / (other === undefined ? Number.NaN : figure(other));
    }),
  );
}
