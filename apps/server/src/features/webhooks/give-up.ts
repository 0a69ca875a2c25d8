import type { Db } from '@placard/db/database';
import { EVENTS_KEPT_DAYS, MAX_WAITING } from '@placard/domain/webhook/event-types';
import { sql } from 'kysely';
import { type Batches, deleteInBatches } from '../../delete-in-batches.ts';

/** Nothing more goes to an endpoint that was switched off; what waited can still be sent again by hand. */
export async function giveUpWaiting(db: Db, endpointId: number): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ status: 'failed', not_before: null, claimed_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'waiting')
    .execute();
}

const DAY_MS = 86_400_000;

/**
 * Gives up the oldest of what waits for one endpoint beyond 10,000, and forgets what happened 30 days ago.
 * @param most of one endpoint's, that may wait
 */
export async function tidyWebhooks(
  db: Db,
  now: Date,
  most = MAX_WAITING,
  batches: Batches = {},
): Promise<void> {
  await sql`
    update webhook_delivery d set status = 'failed', not_before = null, claimed_until = null
      from (select e.id, (select w.id from webhook_delivery w
                           where w.endpoint_id = e.id and w.status = 'waiting'
                           order by w.id desc offset ${most} limit 1) as last
              from webhook_endpoint e) too_old
     where d.endpoint_id = too_old.id and d.status = 'waiting' and d.id <= too_old.last`.execute(db);
  await deleteInBatches(
    db,
    'webhook_event',
    sql`t.at < ${new Date(now.getTime() - EVENTS_KEPT_DAYS * DAY_MS)}`,
    batches,
  );
}
