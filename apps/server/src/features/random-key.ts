import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes from here on would make the first letters likelier than the others. */
const FAIR_LIMIT = 256 - (256 % ALPHABET.length);
/** 62^22 is more than 2^130: cannot be guessed, and two are never the same. */
const KEY_LENGTH = 22;

/** A public name that tells nothing: embed keys, analytics keys, frame names. */
export function randomKey(): string {
  let key = '';
  while (key.length < KEY_LENGTH) {
    for (const byte of randomBytes(KEY_LENGTH)) {
      if (byte < FAIR_LIMIT && key.length < KEY_LENGTH) key += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return key;
}
