import { randomInt } from 'node:crypto';

/** So many failures are nobody's own fault: the rest waits for the next run. */
export const MOST_FAULTS = 20;

/**
 * Does something for each, one after the other. One that fails keeps none of the others waiting, and is told when they
 * have had their turn. Where many do, as many again are tried anywhere among the rest: those that fail may be the first
 * ones each time, and the others must come before them some day.
 * @param failed what is said after the number of those that did, as 'invoices failed'
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
  const waiting = [...entries];
  const tried: Tried<Result> = { results: [], faults: [] };
  let begun = 0;
  const counted = async (entry: Entry) => {
    begun += 1;
    return await act(entry);
  };
  await tryAll(inTurn(waiting), { mostFaults: MOST_FAULTS, stopping, tried }, counted);
  const rest = inAnyOrder(waiting.slice(begun));
  await tryAll(inTurn(rest), { mostFaults: 2 * MOST_FAULTS, stopping, tried }, act);
  return resultsOf(tried, failed);
}

function inAnyOrder<Entry>(entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => ({ entry, place: randomInt(2 ** 47) }))
    .sort((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}

export async function* inTurn<Entry>(entries: Iterable<Entry>): AsyncGenerator<Entry> {
  yield* entries;
}

type Run = { readonly atOnce: number; readonly failed: string; readonly stopping?: AbortSignal | undefined };

type Tried<Result> = { readonly results: Result[]; readonly faults: unknown[] };

/** The same for so many at once, of entries that are looked for meanwhile; whoever looks sees to it that the first to fail are not always the same. */
export async function severalAlone<Entry, Result>(
  entries: AsyncGenerator<Entry>,
  { atOnce, failed, stopping }: Run,
  act: (entry: Entry) => Promise<Result>,
): Promise<Result[]> {
  const tried: Tried<Result> = { results: [], faults: [] };
  const work = async () => await tryAll(entries, { mostFaults: MOST_FAULTS, stopping, tried }, act);
  await Promise.all(Array.from({ length: atOnce }, work));
  return resultsOf(tried, failed);
}

type Trying<Result> = {
  readonly mostFaults: number;
  readonly stopping: AbortSignal | undefined;
  readonly tried: Tried<Result>;
};

async function tryAll<Entry, Result>(
  entries: AsyncGenerator<Entry>,
  { mostFaults, stopping, tried }: Trying<Result>,
  act: (entry: Entry) => Promise<Result>,
): Promise<void> {
  while (tried.faults.length < mostFaults && stopping?.aborted !== true) {
    const next = await entries.next();
    if (next.done === true) return;
    try {
      tried.results.push(await act(next.value));
    } catch (error) {
      tried.faults.push(error);
    }
  }
}

function resultsOf<Result>({ results, faults }: Tried<Result>, failed: string): Result[] {
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} ${failed}`);
  return results;
}
