import type { Tx } from '@placard/db/database';
import { sql } from 'kysely';
import type { HasClock, HasDb, HasLog, HasSecrets } from '../deps.ts';
import { Repeating } from '../repeating.ts';
import { type MailAttachment, openMail } from './outbox.ts';

export type OutgoingMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  readonly unsubscribeUrl?: string;
};
/** Hands one mail to a mail server. Throws when it is not taken. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Later than this a mail is stale (its link has run out, its news is old): it stays in the outbox unsent. */
export const MAIL_MAX_AGE_MS = 24 * 3_600_000;
const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 30_000;
const POLL_MS = 2_000;

export type MailDeps = HasDb & HasClock & HasSecrets & { readonly send: SendMail };

/**
 * Sends the next mail that is due. A mail that is refused comes again after 30 s, then twice as long each time, at
 * most ten times and for a day. Sent at least once: a crash between the server's yes and the commit sends it again.
 * @returns false when there was none.
 */
export async function sendNextMail(deps: MailDeps): Promise<boolean> {
  return await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const mail = await trx
      .selectFrom('mail_outbox')
      .select([
        'id',
        'to_email',
        'subject',
        'body_text',
        'body_html',
        'unsubscribe_url',
        'sealed',
        'attempts',
      ])
      .where('sent_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .where('attempts', '<', MAX_ATTEMPTS)
      .where('created_at', '>', new Date(now.getTime() - MAIL_MAX_AGE_MS))
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (mail === undefined) return false;
    const change = trx.updateTable('mail_outbox').where('id', '=', mail.id);
    try {
      const attachments = await attachmentsOf(trx, mail.id);
      const { to_email: to, sealed } = mail;
      const { body, html } =
        sealed === null
          ? { body: mail.body_text, html: mail.body_html }
          : openMail(deps.secrets, { to, sealed });
      await deps.send({
        to,
        subject: mail.subject,
        text: body,
        ...(html === null ? {} : { html }),
        ...(attachments.length === 0 ? {} : { attachments }),
        ...(mail.unsubscribe_url === null ? {} : { unsubscribeUrl: mail.unsubscribe_url }),
      });
      await change.set({ sent_at: now, sealed: null, last_error: null }).execute();
    } catch (error) {
      const pauseMs = FIRST_PAUSE_MS * 2 ** mail.attempts;
      await change
        .set({
          attempts: sql`attempts + 1`,
          next_attempt_at: new Date(now.getTime() + pauseMs),
          last_error: String(error instanceof Error ? error.message : error).slice(0, 500),
        })
        .execute();
    }
    return true;
  });
}

async function attachmentsOf(trx: Tx, mailId: bigint): Promise<MailAttachment[]> {
  const rows = await trx
    .selectFrom('mail_attachment')
    .select(['name', 'media_type', 'content'])
    .where('mail_id', '=', mailId)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ name: row.name, mediaType: row.media_type, content: row.content }));
}

/** Sends what comes into the outbox until it is stopped; lives through the database being away. */
export function createMailLoop(deps: MailDeps & HasLog): Repeating {
  return new Repeating(
    async () => {
      while (await sendNextMail(deps));
    },
    POLL_MS,
    (cause) => deps.log.warn({ err: cause }, 'the outbox could not be read'),
  );
}
