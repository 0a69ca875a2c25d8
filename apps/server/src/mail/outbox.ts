import type { Db } from '@placard/db/database';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly at: Date;
};

/** Puts a mail into the outbox, in the transaction that is its reason. It is sent later if there is a mail server. */
export async function queueMail(trx: Db, mail: Mail): Promise<void> {
  await trx
    .insertInto('mail_outbox')
    .values({
      to_email: mail.to,
      subject: mail.subject,
      body_text: mail.body,
      created_at: mail.at,
      next_attempt_at: mail.at,
    })
    .execute();
}
