/** So many failures are nobody's own fault: the rest waits for the next run. */
export const MOST_FAULTS = 20;

/**
 * Does something for each, one after the other. One that fails keeps none of the others waiting, and is told when they
 * have had their turn. @param failed what is said after the number of those that did, as 'invoices failed'
 * @returns what came of each
 * @throws AggregateError of what failed
 */
export async function eachAlone<Entry, Result>(
  entries: Iterable<Entry>,
  failed: string,
  act: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const faults: unknown[] = [];
  for (const entry of entries) {
    try {
      results.push(await act(entry));
    } catch (error) {
      faults.push(error);
      if (faults.length >= MOST_FAULTS) break;
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} ${failed}`);
  return results;
}
