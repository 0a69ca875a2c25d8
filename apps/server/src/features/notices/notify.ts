import type { NoticeData } from '@placard/contract/notices';
import type { Tx } from '@placard/db/database';
import { fixedFor, membersTold, type NoticeKind } from '@placard/domain/notice/kinds';
import { sql } from 'kysely';
import type { MailText } from '../../mail/mail-text.ts';
import { wordsFor, writeMail } from '../../mail/write-mail.ts';

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

type Receiver = {
  readonly userId: number;
  readonly email: string;
  readonly inApp: boolean;
  readonly mailed: boolean;
  readonly digest: boolean;
};

/**
 * Tells an account's members something, in the transaction that is its reason: at the bell and by mail, as each has chosen
 * for the kind. Whoever wants neither is told too, as far as the key is concerned.
 * @returns false when all of them were told that already
 */
export async function notify<Kind extends NoticeKind>(trx: Tx, notice: NewNotice<Kind>): Promise<boolean> {
  const { kind, at, mail } = notice;
  const receivers = await receiversOf(trx, notice);
  if (receivers.length === 0) return false;
  const told = await trx
    .insertInto('notification')
    .values(
      receivers.map(({ userId, inApp }) => ({
        user_id: userId,
        account_id: 'accountId' in notice ? notice.accountId : null,
        kind,
        detail: JSON.stringify(notice.data),
        dedup_key: notice.key ?? null,
        created_at: at,
        in_app: inApp,
        read_at: inApp ? null : at,
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
  if (mail !== undefined) {
    const wanting = receivers.filter(({ userId, mailed }) => mailed && toldIds.has(userId));
    for (const receiver of wanting) await mailTo(trx, notice, receiver, mail);
  }
  return told.length > 0;
}

/** At once, or into what waits for the digest, in the words of today. */
async function mailTo<Kind extends NoticeKind>(
  trx: Tx,
  notice: NewNotice<Kind>,
  { userId, email, digest }: Receiver,
  mail: MailText,
): Promise<void> {
  const { kind, at } = notice;
  if (!digest) return await writeMail(trx, { to: email, text: mail, at, notice: { kind, userId } });
  const { subject, body, way = null } = await wordsFor(trx, mail, email);
  await trx
    .insertInto('digest_item')
    .values({
      ...{ user_id: userId, account_id: 'accountId' in notice ? notice.accountId : null, kind },
      ...{ subject, body_text: body, way, created_at: at },
    })
    .execute();
}

/** In the order of their ids: two that tell the same people do not wait for each other. */
async function receiversOf(trx: Tx, notice: Told & { readonly kind: NoticeKind }): Promise<Receiver[]> {
  const { kind } = notice;
  const fixed = fixedFor(kind) === null ? sql`false` : sql`true`;
  const whom =
    'accountId' in notice
      ? sql`select m.user_id from account_member m
             where m.account_id = ${notice.accountId} and m.role = any(${membersTold(kind)}::text[])
               -- Nobody is there any more to be told, as where a payer's bank gives money back months later.
               and not exists (select from account_closing c where c.account_id = m.account_id and c.erased_at is not null)`
      : sql`select ${notice.userId}::integer`;
  // Whoever is shut out learns no more of what is others': what is their own, its money above all, they are still told.
  const mayRead =
    'accountId' in notice
      ? sql`(u.status <> 'suspended' or exists (
          select from account_member o where o.account_id = ${notice.accountId} and o.user_id = u.id and o.role = 'owner'))`
      : sql`u.status <> 'suspended'`;
  const { rows } = await sql<Receiver>`
    select u.id as "userId", u.email, ${fixed} or coalesce(p.in_app, true) as "inApp",
           ${mayRead} and (${fixed} or coalesce(p.mail, true)) as mailed, not ${fixed} and coalesce(p.digest, false) as digest
      from app_user u left join notice_preference p on p.user_id = u.id and p.kind = ${kind}
     where u.id in (${whom}) order by u.id`.execute(trx);
  return rows;
}
