import type { NoticeData } from '@placard/contract/notices';
import type { Tx } from '@placard/db/database';
import { membersTold, type NoticeKind } from '@placard/domain/notice/kinds';
import { sql } from 'kysely';
import type { MailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';

/** Every member of an account whom the kind concerns, or somebody who runs the network. */
type Told = { readonly accountId: number } | { readonly userId: number };

export type NewNotice<Kind extends NoticeKind> = Told & {
  readonly kind: Kind;
  readonly data: NoticeData[Kind];
  /** Names the condition: with the same key everybody is told once, however often this is called. */
  readonly key?: string;
  /** Sent as well, to whoever has not said that they want no mails of this kind. */
  readonly mail?: MailText;
  readonly at: Date;
};

type Receiver = { readonly userId: number; readonly email: string; readonly mailed: boolean };

/**
 * Tells an account's members something, in the transaction that is its reason: at the bell, and by mail.
 * @returns false when all of them were told that already
 */
export async function notify<Kind extends NoticeKind>(trx: Tx, notice: NewNotice<Kind>): Promise<boolean> {
  const { kind, at, mail } = notice;
  const receivers = await receiversOf(trx, notice);
  if (receivers.length === 0) return false;
  const told = await trx
    .insertInto('notification')
    .values(
      receivers.map(({ userId }) => ({
        user_id: userId,
        account_id: 'accountId' in notice ? notice.accountId : null,
        kind,
        detail: JSON.stringify(notice.data),
        dedup_key: notice.key ?? null,
        created_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'account_id', 'kind', 'dedup_key'])
        .where('dedup_key', 'is not', null)
        .doNothing(),
    )
    .returning('user_id')
    .execute();
  const toldIds = new Set(told.map((row) => row.user_id));
  for (const { userId, email, mailed } of receivers) {
    if (mail !== undefined && mailed && toldIds.has(userId))
      await writeMail(trx, { to: email, text: mail, at, notice: { kind, userId } });
  }
  return told.length > 0;
}

/** In the order of their ids: two that tell the same people do not wait for each other. */
async function receiversOf(trx: Tx, notice: Told & { readonly kind: NoticeKind }): Promise<Receiver[]> {
  const { kind } = notice;
  const whom =
    'accountId' in notice
      ? sql`select m.user_id from account_member m
             where m.account_id = ${notice.accountId} and m.role = any(${membersTold(kind)}::text[])`
      : sql`select ${notice.userId}::integer`;
  const { rows } = await sql<Receiver>`
    select u.id as "userId", u.email, coalesce(p.mail, true) as mailed
      from app_user u left join notice_preference p on p.user_id = u.id and p.kind = ${kind}
     where u.id in (${whom}) order by u.id`.execute(trx);
  return rows;
}
