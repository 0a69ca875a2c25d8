import type { NoticeData } from '@placard/contract/notices';
import type { Tx } from '@placard/db/database';
import type { NoticeKind } from '@placard/domain/notice/kinds';
import { sql } from 'kysely';
import type { MailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';

export type NewNotice<Kind extends NoticeKind> = {
  readonly userId: number;
  readonly kind: Kind;
  readonly data: NoticeData[Kind];
  /** Names the condition: with the same key an account is told once, however often this is called. */
  readonly key?: string;
  /** Sent as well, unless the account does not want mails of this kind. */
  readonly mail?: MailText;
  readonly at: Date;
};

/**
 * Tells an account something, in the transaction that is its reason: at the bell, and by mail.
 * @returns false when it was told that already
 */
export async function notify<Kind extends NoticeKind>(trx: Tx, notice: NewNotice<Kind>): Promise<boolean> {
  const { userId, kind, at } = notice;
  const told = await trx
    .insertInto('notification')
    .values({
      user_id: userId,
      kind,
      detail: JSON.stringify(notice.data),
      dedup_key: notice.key ?? null,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'dedup_key']).where('dedup_key', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (told === undefined) return false;
  if (notice.mail !== undefined) {
    const receiver = await mailReceiver(trx, userId, kind);
    if (receiver !== null) await writeMail(trx, { to: receiver, text: notice.mail, at });
  }
  return true;
}

/** The address of an account that wants mails of a kind; everybody does who has not said otherwise. */
async function mailReceiver(trx: Tx, userId: number, kind: NoticeKind): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select u.email from app_user u
      left join notice_preference p on p.user_id = u.id and p.kind = ${kind}
     where u.id = ${userId} and coalesce(p.mail, true)`.execute(trx);
  return rows[0]?.email ?? null;
}
