import type { Tx } from '@placard/db/database';
import { MAX_ATTEMPTS } from '@placard/domain/webhook/event-types';
import { outcomeOf, pauseAfter } from '@placard/domain/webhook/retry';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import type { PostAnswer, SafePost } from '../../safe-fetch/safe-post.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Claimed } from './claim-due.ts';
import { signsWithPrevious } from './endpoints.ts';
import { messageBody, messageId, secretContext, signedHeaders } from './signing.ts';
import { stopEndpoint } from './stop-endpoint.ts';

export type WebhookDeps = HasDb &
  HasClock &
  HasSecrets &
  Pick<HasUrls, 'publicUrl'> & {
    readonly post: SafePost;
    readonly random: () => number;
    readonly slowCallMs?: number;
  };

/** A call that takes longer makes its endpoint a slow one for so long: two seconds are ten times what a receiver needs that only notes. */
export const SLOW_CALL_MS = 2_000;
const SLOW_FOR_MS = 15 * 60_000;
/** Why nothing was sent: a try like any other, so that it comes less and less often and its owner sees why. */
const SECRET_UNREADABLE = 'secret_unreadable';

/** Sends one that was taken on, and writes what came of it. At least once: a crash in between sends it again. */
export async function sendClaimed(deps: WebhookDeps, claimed: Claimed): Promise<void> {
  const message = await readMessage(deps, claimed.id);
  if (message === undefined) return;
  const { url, id, body, secrets } = message;
  const startedMs = performance.now();
  const answer: Answer =
    secrets === null
      ? { ok: false, fault: SECRET_UNREADABLE }
      : await deps.post({ url, headers: signedHeaders({ id, body }, secrets, deps.clock()), body });
  const tookMs = Math.round(performance.now() - startedMs);
  await inTransaction(deps.db, async (trx) => {
    await recordAttempt(deps, trx, claimed, { url, answer, tookMs });
  });
}

async function readMessage(deps: WebhookDeps, deliveryId: bigint) {
  const row = await deps.db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .innerJoin('webhook_event as v', 'v.id', 'd.event_id')
    .select([
      'e.url',
      'e.account_id',
      'e.secret_sealed',
      'e.previous_secret_sealed',
      'e.previous_secret_until',
    ])
    .select(['v.id', 'v.type', 'v.at', 'v.data'])
    .where('d.id', '=', deliveryId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const sealed = signsWithPrevious(row, deps.clock()) ? row.previous_secret_sealed : null;
  const context = secretContext(row.account_id);
  const [secret, previous] = [row.secret_sealed, sealed].map((one) => opened(deps, one, context));
  return {
    url: row.url,
    id: messageId(row.id),
    body: messageBody(row),
    // Null: nothing goes out that its receiver could not tell from somebody else's.
    secrets: secret ? [secret, ...(previous ? [previous] : [])] : null,
  };
}

/** Null also for what was sealed with a key that this installation has no more. */
function opened({ secrets }: HasSecrets, sealed: Buffer | null, context: string): string | null {
  if (sealed === null) return null;
  try {
    return secrets.open(sealed, context);
  } catch {
    return null;
  }
}

type Answer = PostAnswer | { readonly ok: false; readonly fault: typeof SECRET_UNREADABLE };
type Attempt = { readonly url: string; readonly answer: Answer; readonly tookMs: number };

async function recordAttempt(deps: WebhookDeps, trx: Tx, claimed: Claimed, attempt: Attempt): Promise<void> {
  const now = deps.clock();
  // The endpoint first, as whoever changes it does.
  const endpoint = await trx
    .selectFrom('webhook_endpoint')
    .select(['id', 'account_id', 'url', 'failing_since', 'disabled_at'])
    .where('id', '=', claimed.endpointId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const delivery = await trx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', claimed.id)
    .forUpdate()
    .executeTakeFirst();
  if (endpoint === undefined || delivery === undefined) return;
  const attempts = delivery.attempt_count + 1;
  await writeAttempt(trx, delivery.id, attempts, attempt, now);
  const outcome = outcomeOf(attempt.answer.ok ? attempt.answer.status : null);
  // What an address answers that was changed meanwhile says nothing of the new one, to which it still goes.
  const here = attempt.url === endpoint.url;
  const failingSince = outcome === 'delivered' ? null : (endpoint.failing_since ?? now);
  if (here) await noteCall(deps, trx, endpoint.id, { failingSince, tookMs: attempt.tookMs });
  const change = trx.updateTable('webhook_delivery').where('id', '=', delivery.id);
  const tries = delivery.tries + (here ? 1 : 0);
  const tried = { attempt_count: attempts, tries, claimed_until: null };
  if (failingSince === null) {
    await change
      .set({ ...tried, status: 'delivered', not_before: null, delivered_at: delivery.delivered_at ?? now })
      .execute();
    return;
  }
  const waits = delivery.status === 'waiting';
  const firstFailedAt = delivery.first_failed_at ?? now;
  const pause = here ? pauseAfter(tries, deps.random()) : 0;
  const gone = here && outcome === 'gone';
  const again = waits && !gone && pause !== null && attempts < MAX_ATTEMPTS;
  await change
    .set({
      ...tried,
      status: again ? 'waiting' : 'failed',
      first_failed_at: here ? firstFailedAt : delivery.first_failed_at,
      not_before: again ? new Date(now.getTime() + pause) : null,
    })
    .execute();
  // One that was tried for two and a half days in vain ends it, where nothing else arrived in all that time either.
  const failing = pause === null && failingSince <= firstFailedAt;
  if (waits && endpoint.disabled_at === null && (gone || failing)) {
    await stopEndpoint(deps, trx, endpoint, gone ? 'gone' : 'failing', now);
  }
}

async function writeAttempt(
  trx: Tx,
  deliveryId: bigint,
  number: number,
  { url, answer, tookMs }: Attempt,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('webhook_attempt')
    .values({
      delivery_id: deliveryId,
      number,
      at: now,
      url,
      answer_status: answer.ok ? answer.status : null,
      answer_body: answer.ok ? readable(answer.head) : '',
      fault: answer.ok ? null : answer.fault,
      took_ms: tookMs,
    })
    .execute();
}

/** Decides among which endpoints, and when, it is called next. */
async function noteCall(
  { clock, slowCallMs = SLOW_CALL_MS }: WebhookDeps,
  trx: Tx,
  endpointId: number,
  { failingSince, tookMs }: { readonly failingSince: Date | null; readonly tookMs: number },
): Promise<void> {
  const now = clock();
  await trx
    .updateTable('webhook_endpoint')
    .set({
      last_called_at: now,
      failing_since: failingSince,
      ...(tookMs < slowCallMs ? {} : { slow_until: new Date(now.getTime() + SLOW_FOR_MS) }),
    })
    .where('id', '=', endpointId)
    .execute();
}

/** As text, whatever it is: what the database cannot keep is left out. Of a kilobyte there are no more letters than bytes. */
function readable(head: Buffer): string {
  return head.toString('utf8').replaceAll('\0', '');
}
