import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { withWay } from '../../mail/mail-text.ts';
import { inTransaction } from '../in-transaction.ts';
import { doneBy, writeAudit } from './write-audit.ts';

/**
 * What one mail says, for the operator: without the tokens of its links, which are its receiver's alone. That it was
 * read is written down. @throws AppError `not_found`.
 */
export async function readMail(
  deps: HasDb & HasClock & Pick<HasUrls, 'publicUrl'>,
  actor: Actor,
  input: { readonly id: string },
): Promise<{ body: string }> {
  return await inTransaction(deps.db, async (trx) => {
    const mail = await trx
      .selectFrom('mail_outbox')
      .select(['to_email', 'subject', 'body_text', 'sent_at', 'way'])
      .where('id', '=', BigInt(input.id))
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'mail.read',
      subjectKind: 'mail',
      subjectId: null,
      detail: { mail: input.id, to: mail.to_email, subject: mail.subject },
      at: deps.clock(),
    });
    // Links that end a subscription go as well once the receiver has them.
    const { sent_at: sentAt, way } = mail;
    const body = withWay(deps.publicUrl, { body: mail.body_text, way });
    return { body: sentAt === null ? body : body.replace(/([?&]token=)[\w-]+/g, '$1…') };
  });
}
