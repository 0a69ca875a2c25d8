import { createHash, randomBytes } from 'node:crypto';

/** A secret that is handed out once; only its hash is stored. 256 random bits need no salt and no slow hash. */
export type IssuedToken = { readonly token: string; readonly sha256: Buffer };

/** @param prefix tells what a token is for */
export function issueToken(prefix = ''): IssuedToken {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { token, sha256: tokenSha256(token) };
}

export function tokenSha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
