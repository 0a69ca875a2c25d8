/**
 * Some of the lines of ledger and reports: those of some days or, of a day with more of them than are held at once, one of
 * so many shares of its ad sets at widgets.
 */
export type LineSlice = {
  /** Days since 1970-01-01, both included. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Of a line: the sum of its ad set's and its widget's number, divided by `shares`, leaves this. */
  readonly share: number;
  readonly shares: number;
};

/**
 * Cuts days into slices of at most so many lines. Shares of a day are about equal: one may hold a few more than `most`.
 * @param linesOfDays by days since 1970-01-01
 */
export function lineSlices(linesOfDays: ReadonlyMap<number, number>, most: number): LineSlice[] {
  const slices: LineSlice[] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const [day, lines] of [...linesOfDays].toSorted(([one], [other]) => one - other)) {
    const shares = Math.max(1, Math.ceil(lines / most));
    const last = slices.at(-1);
    if (last !== undefined && held + lines <= most) {
      slices[slices.length - 1] = { ...last, toDay: day };
      held += lines;
      continue;
    }
    for (let share = 0; share < shares; share += 1) slices.push({ fromDay: day, toDay: day, share, shares });
    // Nothing is added to a share of a day.
    held = shares === 1 ? lines : Number.POSITIVE_INFINITY;
  }
  return slices;
}

/** Whether a line is one of a slice's. */
export function isInSlice(
  { fromDay, toDay, share, shares }: LineSlice,
  line: { readonly dayNumber: number; readonly adSetId: number; readonly widgetId: number },
): boolean {
  const { dayNumber, adSetId, widgetId } = line;
  return dayNumber >= fromDay && dayNumber <= toDay && (adSetId + widgetId) % shares === share;
}
