import { ALWAYS_MAILED, type NoticeKind, noticeKindsOf } from '@placard/domain/notice/kinds';
import type { Actor, HasDb } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';

const mayChoose = (kind: NoticeKind) => !ALWAYS_MAILED.includes(kind);

export type MailPreferences = { items: { kind: NoticeKind; mail: boolean }[] };

/** Of each kind that concerns the account: whether it is mailed. It is, unless that was switched off. */
export async function readMailPreferences({ db }: HasDb, actor: Actor): Promise<MailPreferences> {
  const chosen = await db
    .selectFrom('notice_preference')
    .select(['kind', 'mail'])
    .where('user_id', '=', actor.userId)
    .execute();
  const mails = new Map(chosen.map((one) => [one.kind, one.mail]));
  const kinds = noticeKindsOf(actor.roles).filter(mayChoose);
  return { items: kinds.map((kind) => ({ kind, mail: mails.get(kind) ?? true })) };
}

/** Sets the kinds that are named and leaves the others; kinds of roles that the account lacks are ignored. */
export async function updateMailPreferences(
  deps: HasDb,
  actor: Actor,
  input: MailPreferences,
): Promise<MailPreferences> {
  const own = noticeKindsOf(actor.roles).filter(mayChoose);
  const wanted = new Map(input.items.map((one) => [one.kind, one.mail]));
  const rows = own.flatMap((kind) => {
    const mail = wanted.get(kind);
    return mail === undefined ? [] : [{ user_id: actor.userId, kind, mail }];
  });
  return await inTransaction(deps.db, async (trx) => {
    if (rows.length > 0) {
      await trx
        .insertInto('notice_preference')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'kind']).doUpdateSet((eb) => ({ mail: eb.ref('excluded.mail') })),
        )
        .execute();
    }
    return await readMailPreferences({ db: trx }, actor);
  });
}
