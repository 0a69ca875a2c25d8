import { intendedOnce } from './intended-once.ts';

/**
 * Makes something by a call that holds its key in the input: the same words again make it once, changed words are
 * another intent, also where the answer to the first was lost.
 */
export async function madeOnce<Words extends object, Answer>(
  make: ((input: Words & { readonly requestKey: string }) => Promise<Answer>) & {
    readonly key: readonly string[];
  },
  words: Words,
): Promise<Answer> {
  const { key, settle } = intendedOnce(make.key.join('.'), words);
  return await settle(make({ ...words, requestKey: key }));
}
