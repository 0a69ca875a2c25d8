import { endsIntent } from '../faults/failure-text.ts';
import { randomKey } from '../random-key.ts';

/** Keys of calls that are under way, or of which nobody knows whether they arrived: by what they ask for. */
const keys = new Map<string, { readonly key: string; calls: number }>();

/** The key of what is asked for next by a dialog that keeps its own, after its last call failed. */
export function keyAfter(key: string, error: unknown): string {
  return endsIntent(error) ? randomKey() : key;
}

/**
 * The Idempotency-Key of something that is made by a call. The same words again, while the first are on their way or
 * after they were lost, carry the same key: a double click and a try after a broken line make one thing.
 */
export function intendedOnce(path: string, body: unknown) {
  const words = `${path} ${JSON.stringify(body ?? null)}`;
  const intent = keys.get(words) ?? { key: randomKey(), calls: 0 };
  keys.set(words, intent);
  intent.calls += 1;
  return {
    key: intent.key,
    settle: async <Answer>(calling: Promise<Answer>): Promise<Answer> => {
      let answered = true;
      try {
        return await calling;
      } catch (error) {
        answered = endsIntent(error);
        throw error;
      } finally {
        intent.calls -= 1;
        // While a twin is under way it keeps the key.
        if (answered && intent.calls === 0 && keys.get(words) === intent) keys.delete(words);
      }
    },
  };
}
