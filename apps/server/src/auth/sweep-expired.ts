import type { Db } from '@placard/db/database';
import { SIGN_IN_PLACE_DAYS } from '@placard/domain/account/sign-in-place';
import { GONE_IMAGES_SOUGHT_DAYS } from '@placard/domain/creative/stored-images';
import { sql } from 'kysely';
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
/** Files of mails that went out, or were given up; the mails themselves are kept. */
const ATTACHMENT_DAYS = 30;

/** Deletes sessions that have run out, and old keys, links, files of mails, stored answers and what is known of images that went. */
export async function sweepExpired({ db, clock }: HasDb & HasClock): Promise<void> {
  const now = clock();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.deleteFrom('session').where('expires_at', '<=', now).execute();
  await forgetSignInPlaces(db, daysAgo(SIGN_IN_PLACE_DAYS));
  await db.deleteFrom('api_key').where('expires_at', '<', daysAgo(EXPIRED_KEY_DAYS)).execute();
  await db.deleteFrom('user_link').where('expires_at', '<', daysAgo(LINK_DAYS)).execute();
  await db.deleteFrom('passkey_answer').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sign_in_answer').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sign_up_request').where('expires_at', '<=', now).execute();
  await db.deleteFrom('account_invitation').where('expires_at', '<', daysAgo(LINK_DAYS)).execute();
  await db
    .deleteFrom('mail_attachment')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('mail_outbox')
          .select('id')
          .whereRef('mail_outbox.id', '=', 'mail_attachment.mail_id')
          .where('mail_outbox.created_at', '<', daysAgo(ATTACHMENT_DAYS)),
      ),
    )
    .execute();
  // Too late to be sent: nobody needs the links in it any more.
  await db
    .updateTable('mail_outbox')
    .set({ sealed: null })
    // None that was sent is sealed still: only unsent ones have an index.
    .where('sent_at', 'is', null)
    .where('sealed', 'is not', null)
    .where('created_at', '<=', new Date(now.getTime() - MAIL_MAX_AGE_MS))
    .execute();
  await db.deleteFrom('image').where('removed_at', '<', daysAgo(GONE_IMAGES_SOUGHT_DAYS)).execute();
  await db.deleteFrom('idempotency_key').where('created_at', '<', daysAgo(IDEMPOTENCY_DAYS)).execute();
  await db
    .deleteFrom('gateway_event')
    .where('received_at', '<', daysAgo(GATEWAY_EVENT_DAYS))
    .where('processed_at', 'is not', null)
    .execute();
}

/** The newest of everybody stays: whoever comes back after a year from elsewhere is still told. */
async function forgetSignInPlaces(db: Db, before: Date): Promise<void> {
  await sql`
    delete from sign_in_place p where p.last_at < ${before}
       and exists (select from sign_in_place newer where newer.user_id = p.user_id and newer.last_at > p.last_at)`.execute(
    db,
  );
}

export function createSweepLoop(deps: HasDb & HasClock & HasLog): Repeating {
  return new Repeating(
    async () => await sweepExpired(deps),
    EVERY_MS,
    (cause) => deps.log.warn({ err: cause }, 'what has expired could not be deleted'),
  );
}
