import { createHash } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';

export const COMMON_PASSWORDS_PATH = 'apps/server/src/auth/common-passwords.bin';

/** Shorter ones are never looked up. */
const LENGTH_MIN = 4;
/** Of 50,000 such prints one in 20 million other passwords would be taken for one of them. */
const PRINT_BYTES = 5;

/** The first five bytes of each one's SHA-256, in order: searched without being read into anything. */
export function commonPasswordsFile(): Buffer {
  const words = dictionary['passwords-common'].map(String).filter((word) => word.length >= LENGTH_MIN);
  const prints = words.map((word) => createHash('sha256').update(word).digest().subarray(0, PRINT_BYTES));
  return Buffer.concat(prints.toSorted(Buffer.compare));
}
