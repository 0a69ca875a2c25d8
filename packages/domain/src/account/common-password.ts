/** So many digits and signs around a word still leave it the word that is tried first: a year and a sign. */
const AROUND_MAX = 5;
/** Below it nothing is left of a word that would say anything. */
const WORD_MIN = 4;

/** What people write for a letter. A 1 stands for two of them. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

const asLetters = (text: string, one: 'i' | 'l') =>
  text.replace(/[@43!0$571]/g, (sign) => (sign === '1' ? one : (LETTERS[sign] ?? sign)));

/**
 * What is looked up of a password in a list of common ones, which is in small letters: itself, without the signs around it,
 * and the word within up to five digits and signs, each also with letters for the digits and signs that stand for them.
 */
export function formsOfPassword(password: string): string[] {
  const small = password.toLowerCase();
  const unsigned = small.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const word = small.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
  const found = [small, unsigned, ...(small.length - word.length <= AROUND_MAX ? [word] : [])];
  const all = found.flatMap((form) => [form, asLetters(form, 'i'), asLetters(form, 'l')]);
  return [...new Set(all)].filter((form) => form.length >= WORD_MIN);
}
