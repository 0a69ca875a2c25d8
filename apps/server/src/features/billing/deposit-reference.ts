import { randomInt } from 'node:crypto';

/** Letters and digits that nobody confuses on a bank statement: no I, L, O, 0, 1. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 6;

/** What the payer writes on the transfer: `PL-7KQ2MX`, one of 890 million. */
export function newDepositReference(): string {
  let letters = '';
  for (let index = 0; index < LENGTH; index += 1) letters += ALPHABET.charAt(randomInt(ALPHABET.length));
  return `PL-${letters}`;
}
