import type { Db } from '@placard/db/database';
import type { Database } from '@placard/db/schema';
import { SIGN_IN_PLACE_DAYS } from '@placard/domain/account/sign-in-place';
import { GONE_IMAGES_SOUGHT_DAYS } from '@placard/domain/creative/stored-images';
import { MAILS_KEPT_DAYS, NOTICES_KEPT_DAYS, TRAFFIC_KEPT_DAYS } from '@placard/domain/kept-days';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Batches, deleteInBatches, deleteOldest, inBatches } from '../delete-in-batches.ts';
import type { HasClock, HasDb, HasLog } from '../deps.ts';
import { MAIL_MAX_AGE_MS } from '../mail/mail-sender.ts';
import { Repeating } from '../repeating.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;
/** Answers to a repeated call are kept this long; nobody's retry comes later. */
const IDEMPOTENCY_DAYS = 30;
/** Used and run-out links are kept for a while, to be found when somebody asks why one did not work. */
const LINK_DAYS = 30;
/** So long a key that ran out is still listed, for whoever wonders why a program is refused. */
const EXPIRED_KEY_DAYS = 30;
/** A gateway repeats an event for days, not for months; what it led to stands in ledger and audit log. */
const GATEWAY_EVENT_DAYS = 90;
/** Files of mails that went out, or were given up; the mails themselves are kept longer. */
const ATTACHMENT_DAYS = 30;

/** The newest of everybody stays: whoever comes back after a year from elsewhere is still told. */
const NEWER_PLACE = sql`exists (
  select from sign_in_place newer where newer.user_id = t.user_id and newer.last_at > t.last_at)`;

/** Deletes sessions that have run out, and old keys, links, mails, notices, stored answers and what is known of images that went. */
export async function sweepExpired({ db, clock }: HasDb & HasClock, batches: Batches = {}): Promise<void> {
  const now = clock();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const gone: readonly (readonly [keyof Database & string, RawBuilder<SqlBool>])[] = [
    ['session', sql`t.expires_at <= ${now}`],
    ['sign_in_place', sql`t.last_at < ${daysAgo(SIGN_IN_PLACE_DAYS)} and ${NEWER_PLACE}`],
    ['api_key', sql`t.expires_at < ${daysAgo(EXPIRED_KEY_DAYS)}`],
    ['user_link', sql`t.expires_at < ${daysAgo(LINK_DAYS)}`],
    ['passkey_answer', sql`t.expires_at <= ${now}`],
    ['sign_in_answer', sql`t.expires_at <= ${now}`],
    ['sign_up_request', sql`t.expires_at <= ${now}`],
    ['account_invitation', sql`t.expires_at < ${daysAgo(LINK_DAYS)}`],
    [
      'mail_attachment',
      sql`exists (select from mail_outbox m where m.id = t.mail_id and m.created_at < ${daysAgo(ATTACHMENT_DAYS)})`,
    ],
    ['image', sql`t.removed_at < ${daysAgo(GONE_IMAGES_SOUGHT_DAYS)}`],
    ['idempotency_key', sql`t.created_at < ${daysAgo(IDEMPOTENCY_DAYS)}`],
    [
      'website_traffic_day',
      sql`t.day < (${daysAgo(TRAFFIC_KEPT_DAYS)}::timestamptz at time zone 'UTC')::date`,
    ],
    ['gateway_event', sql`t.received_at < ${daysAgo(GATEWAY_EVENT_DAYS)} and t.processed_at is not null`],
  ];
  for (const [table, which] of gone) await deleteInBatches(db, table, which, batches);
  await deleteOldest(db, 'mail_outbox', sql`t.created_at < ${daysAgo(MAILS_KEPT_DAYS)}`, batches);
  await deleteOldest(db, 'notification', sql`t.created_at < ${daysAgo(NOTICES_KEPT_DAYS)}`, batches);
  await inBatches(batches, async (most) => await forgetLinks(db, now, most));
}

/** Of mails too late to be sent: nobody needs the links in them any more. */
async function forgetLinks(db: Db, now: Date, most: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set({ sealed: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mail_outbox')
        .select('id')
        // None that was sent is sealed still: only unsent ones have an index.
        .where('sent_at', 'is', null)
        .where('sealed', 'is not', null)
        .where('created_at', '<=', new Date(now.getTime() - MAIL_MAX_AGE_MS))
        .limit(most),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export function createSweepLoop(deps: HasDb & HasClock & HasLog): Repeating {
  return new Repeating(
    async (stopping) => await sweepExpired(deps, { stopping }),
    EVERY_MS,
    (cause) => deps.log.warn({ err: cause }, 'what has expired could not be deleted'),
  );
}
