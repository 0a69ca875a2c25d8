/** As long as a code, a password, an amount. */
const SHORT = 20;

function isShort(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= SHORT : typeof value !== 'object' || value === null;
}

/**
 * Whether what was changed in a form is worth a question before it is let go. One short answer (an amount, a code, a
 * switch) is typed again sooner than a question is read; a sentence, a list or two fields are not.
 */
export function worthAsking(changed: readonly unknown[]): boolean {
  return changed.length > 1 || changed.some((value) => !isShort(value));
}
