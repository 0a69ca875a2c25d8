/** So many failures are nobody's own fault: the rest waits for the next run. */
export const MOST_FAULTS = 20;

/**
 * Does something for each, one after the other. One that fails keeps none of the others waiting, and is told when they
 * have had their turn. @param failed what is said after the number of those that did, as 'invoices failed'
 * @param stopping no other is begun then: what waits for the next run
 * @returns what came of each
 * @throws AggregateError of what failed
 */
export async function eachAlone<Entry, Result>(
  entries: Iterable<Entry>,
  failed: string,
  act: (entry: Entry) => Promise<Result>,
  stopping?: AbortSignal,
): Promise<Result[]> {
  return await severalAlone(inTurn(entries), { atOnce: 1, failed, stopping }, act);
}

export async function* inTurn<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry> {
  yield* entries;
}

type Run = { readonly atOnce: number; readonly failed: string; readonly stopping?: AbortSignal | undefined };

/** The same for so many at once, of entries that are looked for meanwhile. */
export async function severalAlone<Entry, Result>(
  entries: AsyncGenerator<Entry>,
  { atOnce, failed, stopping }: Run,
  act: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const faults: unknown[] = [];
  const work = async () => {
    while (faults.length < MOST_FAULTS && stopping?.aborted !== true) {
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
