import type { Db } from '@placard/db/database';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** The same for who reads HTML. */
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** Where mails of this kind are ended; mail programs show it as a button. */
  readonly unsubscribeUrl?: string;
  readonly at: Date;
};

export type MailAttachment = { readonly name: string; readonly mediaType: string; readonly content: Buffer };

/** Puts a mail into the outbox, in the transaction that is its reason. It is sent later if there is a mail server. */
export async function queueMail(trx: Db, mail: Mail): Promise<void> {
  const { id } = await trx
    .insertInto('mail_outbox')
    .values({
      to_email: mail.to,
      subject: mail.subject,
      body_text: mail.body,
      body_html: mail.html ?? null,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      created_at: mail.at,
      next_attempt_at: mail.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attachments = mail.attachments ?? [];
  if (attachments.length === 0) return;
  await trx
    .insertInto('mail_attachment')
    .values(
      attachments.map((file) => ({
        mail_id: id,
        name: file.name,
        media_type: file.mediaType,
        content: file.content,
      })),
    )
    .execute();
}
