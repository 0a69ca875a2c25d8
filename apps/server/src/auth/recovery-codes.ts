import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '@placard/db/database';
import { tokenSha256 } from './token.ts';

export const RECOVERY_CODES = 10;
const CODE_BYTES = 15;
const CODE_LETTERS = (CODE_BYTES * 8) / 5;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** 120 random bits, six groups of four letters: enough that a plain hash keeps them. No letter that is taken for a digit. */
function newCode(): string {
  let bits = 0n;
  for (const byte of randomBytes(CODE_BYTES)) bits = (bits << 8n) | BigInt(byte);
  const text = Array.from(
    { length: CODE_LETTERS },
    (_, index) => LETTERS[Number((bits >> BigInt(index * 5)) & 31n)],
  ).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** However it was typed: without dashes and blanks, in small letters. */
function sha256Of(code: string): Buffer {
  return tokenSha256(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** Gives an account new codes; those of before stop working. @returns them, which are stored nowhere. */
export async function issueRecoveryCodes(trx: Tx, userId: number, now: Date): Promise<string[]> {
  await endRecoveryCodes(trx, userId);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_sha256: sha256Of(code), created_at: now })))
    .execute();
  return codes;
}

export async function endRecoveryCodes(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

/** Uses a code up. @returns false for one that is wrong or was used; of two at once, one gets true. */
export async function useRecoveryCode(db: Db, userId: number, code: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_sha256', '=', sha256Of(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}
