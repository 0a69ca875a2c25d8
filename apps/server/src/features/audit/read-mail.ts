import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';
import { writeAudit } from './write-audit.ts';

/**
 * What one mail says, for the operator: without the tokens of its links, which are its receiver's alone. That it was
 * read is written down. @throws AppError `not_found`.
 */
export async function readMail(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: string },
): Promise<{ body: string }> {
  return await inTransaction(deps.db, async (trx) => {
    const mail = await trx
      .selectFrom('mail_outbox')
      .select(['to_email', 'subject', 'body_text', 'sent_at'])
      .where('id', '=', BigInt(input.id))
      .executeTakeFirst();
    if (mail === undefined) throw new AppError('not_found');
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'operator',
      action: 'mail.read',
      subjectKind: 'mail',
      subjectId: null,
      detail: { mail: input.id, to: mail.to_email, subject: mail.subject },
      at: deps.clock(),
    });
    // Links that end a subscription go as well once the receiver has them.
    const { body_text: body, sent_at: sentAt } = mail;
    return { body: sentAt === null ? body : body.replace(/([?&]token=)[\w-]+/g, '$1…') };
  });
}
