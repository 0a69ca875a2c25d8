import type { Db, Tx } from '@placard/db/database';
import { AppError } from '../api/app-error.ts';
import { issueToken, tokenSha256 } from './token.ts';

export type LinkKind = 'invite' | 'reset' | 'bootstrap' | 'verify';

const HOUR_MS = 3_600_000;
/** How long a link works: an invitation waits for somebody to read mail, a reset does not. */
const VALID_MS: Readonly<Record<LinkKind, number>> = {
  invite: 14 * 24 * HOUR_MS,
  reset: HOUR_MS,
  verify: 24 * HOUR_MS,
  bootstrap: 365 * 24 * HOUR_MS,
};

/**
 * Makes a one-time link's token; older unused ones of the same kind and account stop working.
 * @param userId null for the first operator's link, which has no account yet.
 */
export async function issueLink(
  trx: Db,
  link: {
    readonly kind: LinkKind;
    readonly userId: number | null;
    /** The address that a link of kind `verify` confirms. */
    readonly newEmail?: string;
    readonly now: Date;
  },
): Promise<string> {
  const { token, sha256 } = issueToken();
  await trx
    .deleteFrom('user_link')
    .where('kind', '=', link.kind)
    .where('user_id', link.userId === null ? 'is' : '=', link.userId)
    .where('used_at', 'is', null)
    .execute();
  await trx
    .insertInto('user_link')
    .values({
      kind: link.kind,
      token_sha256: sha256,
      user_id: link.userId,
      new_email: link.newEmail ?? null,
      created_at: link.now,
      expires_at: new Date(link.now.getTime() + VALID_MS[link.kind]),
    })
    .execute();
  return token;
}

export type Link = {
  readonly id: number;
  readonly kind: LinkKind;
  readonly userId: number | null;
  readonly newEmail: string | null;
};

/** The link of a token that still works. @throws AppError `link_invalid`. */
export async function readLink(db: Db, token: string, now: Date): Promise<Link> {
  const row = await db
    .selectFrom('user_link')
    .select(['id', 'kind', 'user_id', 'new_email'])
    .where('token_sha256', '=', tokenSha256(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow(() => new AppError('link_invalid'));
  return { id: row.id, kind: row.kind, userId: row.user_id, newEmail: row.new_email };
}

/** Uses a link up; of two at once, one gets `link_invalid`. */
export async function useLink(trx: Tx, link: Link, now: Date): Promise<void> {
  await trx
    .updateTable('user_link')
    .set({ used_at: now })
    .where('id', '=', link.id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('link_invalid'));
}

/** Ends all open links of an account: each is a way in that was given before. */
export async function endLinks(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('user_link').where('user_id', '=', userId).where('used_at', 'is', null).execute();
}
