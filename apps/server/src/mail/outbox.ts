import type { Db } from '@placard/db/database';
import type { Secrets } from '@placard/db/secrets/secrets';
import type { Language } from '@placard/domain/language';
import { withoutTokens } from './link-addresses.ts';
import type { MailedKind } from './notice-token.ts';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** The same for who reads HTML. */
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** Where mails of this kind are ended; mail programs show it as a button. */
  readonly unsubscribeUrl?: string;
  /** Of which notice it is, and whose: the way to end these is made when it is sent. */
  readonly notice?: { readonly kind: MailedKind; readonly userId: number };
  /** A path of the dashboard, written below the text when it is sent. */
  readonly way?: string | null;
  readonly language: Language;
  readonly at: Date;
};

export type MailAttachment = { readonly name: string; readonly mediaType: string; readonly content: Buffer };

/**
 * Puts a mail into the outbox, in the transaction that is its reason. It is sent later if there is a mail server. What
 * somebody has called `…/join?token=abc` looks like a link that no mail may hold in the clear: were it refused, nothing
 * could be decided any more of what is called so.
 */
export async function queueMail(trx: Db, mail: Mail): Promise<void> {
  await insertMail(trx, { ...mail, ...readableCopy(mail) }, null);
}

/**
 * Puts a mail with a one-time link into the outbox: its text is sealed until it is sent, and what can be read is a
 * copy without the link's token.
 */
export async function queueSecretMail(trx: Db, secrets: Secrets, mail: Mail): Promise<void> {
  const { body, html } = mail;
  const text: SealedText = { body, html: html ?? null };
  await insertMail(
    trx,
    { ...mail, ...readableCopy(mail) },
    secrets.seal(JSON.stringify(text), mailContext(mail.to)),
  );
}

function readableCopy({ body, html }: Pick<Mail, 'body' | 'html'>): Pick<Mail, 'body' | 'html'> {
  return { body: withoutTokens(body), ...(html === undefined ? {} : { html: withoutTokens(html) }) };
}

type SealedText = { readonly body: string; readonly html: string | null };

/** A sealed text that is moved to another receiver's mail does not open there. */
export function mailContext(to: string): string {
  return `mail:${to}`;
}

/** What a sealed mail says. @throws Error when it was sealed with another key, or for somebody else. */
export function openMail(
  secrets: Secrets,
  mail: { readonly to: string; readonly sealed: Buffer },
): SealedText {
  return JSON.parse(secrets.open(mail.sealed, mailContext(mail.to))) as SealedText;
}

async function insertMail(trx: Db, mail: Mail, sealed: Buffer | null): Promise<void> {
  const { id } = await trx
    .insertInto('mail_outbox')
    .values({
      to_email: mail.to,
      subject: mail.subject,
      body_text: mail.body,
      body_html: mail.html ?? null,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      notice_kind: mail.notice?.kind ?? null,
      notice_user_id: mail.notice?.userId ?? null,
      way: mail.way ?? null,
      language: mail.language,
      sealed,
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
