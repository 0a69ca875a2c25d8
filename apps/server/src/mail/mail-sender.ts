import type { Db } from '@placard/db/database';
import type { MailOutboxTable } from '@placard/db/schema/notices';
import type { Language } from '@placard/domain/language';
import { type Selectable, sql } from 'kysely';
import type { HasClock, HasDb, HasLog, HasSecrets, HasUrls } from '../deps.ts';
import { Repeating } from '../repeating.ts';
import { withoutTokens } from './link-addresses.ts';
import { withWay } from './mail-text.ts';
import { mayEnd, noticeToken } from './notice-token.ts';
import { type MailAttachment, openMail } from './outbox.ts';
import { htmlOfText } from './plain-html.ts';

export type OutgoingMail = {
  /** The same however often it is sent: a server or reader that has it already leaves out the second. */
  readonly messageId: string;
  /** The network's name, by which readers know it. */
  readonly fromName: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Null: one of before languages were kept. */
  readonly language: Language | null;
  readonly attachments?: readonly MailAttachment[];
  readonly unsubscribeUrl?: string;
};
/** Hands one mail to a mail server. Throws when it is not taken. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Later than this a mail is stale (its link has run out, its news is old): it stays in the outbox unsent. */
export const MAIL_MAX_AGE_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 30_000;
/** A mail server that was away all night gets what waited for it within so long. */
const LONGEST_PAUSE_MS = 2 * 3_600_000;
const POLL_MS = 2_000;

export type MailDeps = HasDb &
  HasClock &
  HasSecrets &
  Pick<HasUrls, 'publicUrl'> & { readonly send: SendMail };

/** Of PostgreSQL's advisory locks, with a mail's number beside it. */
const SENDING_LOCK = 0x706c_0003;
/** As many as may be on their way at once, and then some. */
const DUE_LOOKED_AT = 50;

/**
 * Sends the next mail that is due. A mail that is refused comes again after 30 s, then twice as long each time up to two hours,
 * for a day. Sent at least once: a crash between the server's yes and what is written of it sends it again,
 * under the same Message-ID. Held by a lock of the connection and by no transaction: ad servers take changes over up to the oldest one
 * that is under way, and would wait for a slow mail server.
 * @returns false when there was none.
 */
export async function sendNextMail(deps: MailDeps): Promise<boolean> {
  return await deps.db.connection().execute(async (connection) => {
    const now = deps.clock();
    for (;;) {
      const id = await holdNext(connection, now);
      if (id === null) return false;
      try {
        // Another process may have sent it just before it was held.
        const mail = await dueMails(connection, now).where('id', '=', id).executeTakeFirst();
        if (mail === undefined) continue;
        await send(deps, connection, mail, now);
        return true;
      } finally {
        await sql`select pg_advisory_unlock(${SENDING_LOCK}, ${lockOf(sql.val(id))})`.execute(connection);
      }
    }
  });
}

const lockOf = (id: ReturnType<typeof sql>) => sql`(${id}::bigint % 2147483647)::int`;

const dueMails = (db: Db, now: Date) =>
  db
    .selectFrom('mail_outbox')
    .select(['id', 'to_email', 'subject', 'body_text', 'body_html', 'unsubscribe_url', 'notice_kind'])
    .select(['notice_user_id', 'created_at', 'way', 'language', 'sealed', 'attempts'])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where('created_at', '>', new Date(now.getTime() - MAIL_MAX_AGE_MS));

type DueMail = NonNullable<Awaited<ReturnType<ReturnType<typeof dueMails>['executeTakeFirst']>>>;

/** @returns the oldest that nobody else sends just now */
async function holdNext(connection: Db, now: Date): Promise<bigint | null> {
  const due = dueMails(connection, now)
    .clearSelect()
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(DUE_LOOKED_AT);
  const { rows } = await sql<{ id: bigint }>`
    select id from ${due.as('due')}
     where pg_try_advisory_lock(${SENDING_LOCK}, ${lockOf(sql.ref('due.id'))}) limit 1`.execute(connection);
  return rows[0]?.id ?? null;
}

async function send(deps: MailDeps, connection: Db, mail: DueMail, now: Date): Promise<void> {
  const change = connection.updateTable('mail_outbox').where('id', '=', mail.id);
  try {
    const attachments = await attachmentsOf(connection, mail.id);
    const { to_email: to, sealed } = mail;
    const { body: words, html } =
      sealed === null
        ? { body: mail.body_text, html: mail.body_html }
        : openMail(deps.secrets, { to, sealed });
    const body = withWay(deps.publicUrl, { body: words, way: mail.way });
    const unsubscribeUrl = wayOut(deps, mail);
    await deps.send({
      messageId: messageIdOf(deps, mail),
      fromName: await networkName(connection),
      to,
      subject: mail.subject,
      text: body,
      html: html ?? htmlOfText(body, mail.language),
      language: mail.language,
      ...(attachments.length === 0 ? {} : { attachments }),
      ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }),
    });
    await change.set({ sent_at: now, sealed: null, last_error: null }).execute();
  } catch (error) {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** mail.attempts, LONGEST_PAUSE_MS);
    await change
      .set({
        attempts: sql`attempts + 1`,
        next_attempt_at: new Date(now.getTime() + pauseMs),
        last_error: readable(error),
      })
      .execute();
  }
}

/** Why, as operators read it: without the link that a server may repeat, and what the database cannot keep. */
function readable(error: unknown): string {
  const text = String(error instanceof Error ? error.message : error);
  return withoutTokens(text.replaceAll('\0', '')).slice(0, 500);
}

type Row = Pick<
  Selectable<MailOutboxTable>,
  'id' | 'created_at' | 'unsubscribe_url' | 'notice_kind' | 'notice_user_id'
>;

/** From the row alone; its time tells it from one of an installation that began anew under the same name. */
function messageIdOf({ publicUrl }: Pick<HasUrls, 'publicUrl'>, mail: Row): string {
  return `<${mail.id}.${mail.created_at.getTime()}@${new URL(publicUrl).hostname}>`;
}

/** Where mails like this one are ended; null: these cannot be. */
function wayOut(deps: Pick<HasUrls, 'publicUrl'> & HasSecrets, mail: Row): string | null {
  const { notice_kind: kind, notice_user_id: userId } = mail;
  if (mail.unsubscribe_url !== null) return mail.unsubscribe_url;
  if (kind === null || userId === null || !mayEnd(kind)) return null;
  return `${deps.publicUrl}/unsubscribe?token=${noticeToken(deps.secrets, { kind, userId })}`;
}

/** How the network is called. */
async function networkName(db: Db): Promise<string> {
  const row = await db.selectFrom('network_settings').select('network_name').executeTakeFirstOrThrow();
  return row.network_name;
}

async function attachmentsOf(db: Db, mailId: bigint): Promise<MailAttachment[]> {
  const rows = await db
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
    async (stopping) => {
      while (!stopping.aborted && (await sendNextMail(deps)));
    },
    POLL_MS,
    (cause) => deps.log.warn({ err: cause }, 'the outbox could not be read'),
  );
}
