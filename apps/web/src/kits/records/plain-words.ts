/** Names of amounts in millionths. */
export const MICROS = /(?:M|_m)icros$/;

/** "totalBudget" → "total budget", "first_name" → "first name" */
export function plainName(key: string): string {
  return key
    .replace(MICROS, '')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** "refund_return" → "Refund return", for what has no words of its own. */
export function wordsOfKey(key: string): string {
  const words = plainName(key);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
