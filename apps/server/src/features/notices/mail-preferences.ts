import type { NoticePreference } from '@placard/contract/notices';
import { fixedFor, type MailChoice, type NoticeKind, noticeKindsOf } from '@placard/domain/notice/kinds';
import { invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasDb } from '../../deps.ts';
import type { MailsOf } from '../../mail/notice-token.ts';
import { inTransaction } from '../in-transaction.ts';

export type Preferences = { items: NoticePreference[] };
type Chosen = { readonly kind: NoticeKind; readonly inApp: boolean; readonly mail: MailChoice };

/** Who has chosen nothing is told everything at once. */
const UNCHOSEN = { inApp: true, mail: 'at_once' } as const;

/** Of each kind that concerns the account: whether it stands at the bell, and when it is mailed. */
export async function readMailPreferences({ db }: HasDb, actor: Actor): Promise<Preferences> {
  const rows = await db
    .selectFrom('notice_preference')
    .select(['kind', 'in_app', 'mail', 'digest'])
    .where('user_id', '=', actor.userId)
    .execute();
  const chosen = new Map(
    rows.map((row) => [
      row.kind,
      { inApp: row.in_app, mail: row.mail ? (row.digest ? 'digest' : 'at_once') : 'never' } as const,
    ]),
  );
  return {
    items: noticeKindsOf(actor.roles).map((kind) => {
      const fixed = fixedFor(kind);
      return { kind, ...(fixed === null ? (chosen.get(kind) ?? UNCHOSEN) : UNCHOSEN), fixedFor: fixed };
    }),
  };
}

/**
 * Sets the kinds that are named and leaves the others; kinds of roles that the account lacks are ignored.
 * @throws AppError `invalid_input` where one that is fixed would be told less
 */
export async function updateMailPreferences(
  deps: HasDb,
  actor: Actor,
  input: { readonly items: readonly Chosen[] },
): Promise<Preferences> {
  const refused = input.items.flatMap(({ kind, inApp, mail }, index) => {
    if (fixedFor(kind) === null) return [];
    return [
      ...(inApp ? [] : [issueAt(`items.${index}.inApp`, 'notice_fixed')]),
      ...(mail === 'at_once' ? [] : [issueAt(`items.${index}.mail`, 'notice_fixed')]),
    ];
  });
  if (refused.length > 0) throw invalidInput(...refused);
  const wanted = new Map(input.items.map((one) => [one.kind, one]));
  const rows = noticeKindsOf(actor.roles).flatMap((kind) => {
    const one = wanted.get(kind);
    if (one === undefined || fixedFor(kind) !== null) return [];
    const { inApp, mail } = one;
    return [
      { user_id: actor.userId, kind, in_app: inApp, mail: mail !== 'never', digest: mail === 'digest' },
    ];
  });
  return await inTransaction(deps.db, async (trx) => {
    if (rows.length > 0) {
      await trx
        .insertInto('notice_preference')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'kind']).doUpdateSet((eb) => ({
            in_app: eb.ref('excluded.in_app'),
            mail: eb.ref('excluded.mail'),
            digest: eb.ref('excluded.digest'),
          })),
        )
        .execute();
    }
    return await readMailPreferences({ db: trx }, actor);
  });
}

/** Whether what an unsubscribe link ends still comes. */
export async function isMailed({ db }: HasDb, { userId, kind }: MailsOf): Promise<boolean> {
  if (kind === 'digest') {
    const waiting = await db
      .selectFrom('notice_preference')
      .select('kind')
      .where('user_id', '=', userId)
      .where('digest', '=', true)
      .limit(1)
      .executeTakeFirst();
    return waiting !== undefined;
  }
  const chosen = await db
    .selectFrom('notice_preference')
    .select('mail')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return chosen?.mail ?? true;
}

/** Ends mails of the kind, and leaves the bell; of the digest: of every kind that waits for it. */
export async function endMails({ db }: HasDb, { userId, kind }: MailsOf): Promise<void> {
  if (kind === 'digest') {
    await db
      .updateTable('notice_preference')
      .set({ mail: false, digest: false })
      .where('user_id', '=', userId)
      .where('digest', '=', true)
      .execute();
    return;
  }
  await db
    .insertInto('notice_preference')
    .values({ user_id: userId, kind, mail: false })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet({ mail: false, digest: false }),
    )
    .execute();
}
