import { ApiError } from '../faults/api-error.ts';
import { randomKey } from '../random-key.ts';

/** Keys of calls that are under way, or of which nobody knows whether they arrived: by what they ask for. */
const keys = new Map<string, { readonly key: string; calls: number }>();

/** Who asks, or how often, was refused before anybody looked at the key: a call that was lost before may have arrived. */
const UNREAD = [401, 408, 429];

/** The server has decided: the next call of the same words is meant as another one. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || UNREAD.includes(error.status)) return false;
  return error.status >= 400 && error.status < 500;
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
        answered = isAnswer(error);
        throw error;
      } finally {
        intent.calls -= 1;
        // While a twin is under way it keeps the key.
        if (answered && intent.calls === 0 && keys.get(words) === intent) keys.delete(words);
      }
    },
  };
}
