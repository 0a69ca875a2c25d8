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
  return await severalAlone(inTurn(entries), { atOnce: 1, failed }, act);
}

export async function* inTurn<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry> {
  yield* entries;
}

/** The same for so many at once, of entries that are looked for meanwhile. */
export async function severalAlone<Entry, Result>(
  entries: AsyncGenerator<Entry>,
  { atOnce, failed }: { readonly atOnce: number; readonly failed: string },
  act: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const faults: unknown[] = [];
  const work = async () => {
    while (faults.length < MOST_FAULTS) {
      const next = await entries.next();
      if (next.done === true) return;
      try {
        results.push(await act(next.value));
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} ${failed}`);
  return results;
}
