import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formsOfPassword } from '@placard/domain/account/common-password';

/** Of each common password the first bytes of its SHA-256, in order (`npm run common-passwords`). */
const PRINT_BYTES = 5;
let prints: Buffer | undefined;

function isListed(word: string): boolean {
  prints ??= readFileSync(new URL('./common-passwords.bin', import.meta.url));
  return isAmong(prints, createHash('sha256').update(word).digest().subarray(0, PRINT_BYTES));
}

/** @param sorted prints, one after the other */
export function isAmong(sorted: Buffer, print: Buffer): boolean {
  let [low, high] = [0, sorted.length / PRINT_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * PRINT_BYTES;
    const order = sorted.compare(print, 0, PRINT_BYTES, at, at + PRINT_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** Whether a password is one of those that are tried first, or one of them dressed up by what the rules ask for. */
export function isCommonPassword(password: string): boolean {
  return formsOfPassword(password).some(isListed);
}
