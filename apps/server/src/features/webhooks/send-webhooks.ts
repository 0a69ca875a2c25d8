import type { Tx } from '@placard/db/database';
import type { WebhookStop } from '@placard/domain/webhook/event-types';
import { outcomeOf, pauseAfter } from '@placard/domain/webhook/retry';
import { sql } from 'kysely';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import type { PostAnswer, SafePost } from '../../safe-fetch/safe-post.ts';
import { inTransaction } from '../in-transaction.ts';
import { signsWithPrevious } from './endpoints.ts';
import { messageBody, messageId, secretContext, signedHeaders } from './signing.ts';
import { stopEndpoint } from './stop-endpoint.ts';

export type WebhookDeps = HasDb &
  HasClock &
  HasSecrets &
  Pick<HasUrls, 'publicUrl'> & { readonly post: SafePost; readonly random: () => number };

/** What a sender has taken on: nobody else sends it for half a minute. */
export type Claimed = { readonly id: bigint; readonly endpointId: number };

/** Longer than any call may take: whoever still holds one then has died. */
const CLAIM_MS = 30_000;
/** At once, to one endpoint. */
export const AT_ONCE = 4;
/** Of workers that look at once, one takes. */
export const CLAIM_LOCK = 7_362_002;

/** Whether anything waits anywhere, be it due or not: one entry of an index, where a claim is a transaction under a lock. */
export async function anyWaits({ db }: HasDb): Promise<boolean> {
  const { rows } = await sql<{ readonly waits: boolean }>`
    select exists (select from webhook_delivery where status = 'waiting') as waits`.execute(db);
  return rows[0]?.waits === true;
}

/**
 * Takes on what is due, of each endpoint no more than four at a time, and one of an endpoint at which the last one did
 * not arrive. Whoever has least under way comes first, so that nobody's backlog holds up anybody else.
 * @param failing of the endpoints at which nothing arrives, or of all others
 */
export async function claimDue(
  { db, clock }: HasDb & HasClock,
  { failing, limit }: { readonly failing: boolean; readonly limit: number },
): Promise<Claimed[]> {
  if (limit <= 0) return [];
  const now = clock();
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(trx);
    const { rows } = await sql<Claimed>`
      update webhook_delivery set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
       where id in (
         select due.id
           from webhook_endpoint e
           left join account owner on owner.id = e.account_id
          cross join lateral (
            select count(*)::int as under_way from webhook_delivery d
             where d.endpoint_id = e.id and d.status = 'waiting' and d.claimed_until > ${now}) busy
          cross join lateral (
            select d.id, row_number() over (order by d.id) as place from webhook_delivery d
             where d.endpoint_id = e.id and d.status = 'waiting' and coalesce(d.not_before, '-infinity') <= ${now}
               and coalesce(d.claimed_until, '-infinity') <= ${now}
             order by d.id limit greatest(0, ${failing ? 1 : AT_ONCE} - busy.under_way)) due
          where e.disabled_at is null and (e.failing_since is not null) = ${failing}
            and (e.account_id is null or owner.status = 'active')
          order by busy.under_way + due.place, due.id limit ${limit})
      returning id, endpoint_id as "endpointId"`.execute(trx);
    return rows;
  });
}

/** Sends one that was taken on, and writes what came of it. At least once: a crash in between sends it again. */
export async function sendClaimed(deps: WebhookDeps, claimed: Claimed): Promise<void> {
  const message = await readMessage(deps, claimed.id);
  if (message === undefined) return;
  const { url, id, body, secrets } = message;
  const startedMs = performance.now();
  const headers = signedHeaders({ id, body }, secrets, deps.clock());
  const answer = await deps.post({ url, headers, body });
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
  const sealed = [
    row.secret_sealed,
    signsWithPrevious(row, deps.clock()) ? row.previous_secret_sealed : null,
  ];
  const context = secretContext(row.account_id);
  return {
    url: row.url,
    id: messageId(row.id),
    body: messageBody(row),
    secrets: sealed.flatMap((secret) => (secret === null ? [] : [deps.secrets.open(secret, context)])),
  };
}

type Attempt = { readonly url: string; readonly answer: PostAnswer; readonly tookMs: number };

async function recordAttempt(
  deps: WebhookDeps,
  trx: Tx,
  claimed: Claimed,
  { url, answer, tookMs }: Attempt,
): Promise<void> {
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
  await trx
    .insertInto('webhook_attempt')
    .values({
      delivery_id: delivery.id,
      number: delivery.attempt_count + 1,
      at: now,
      url,
      answer_status: answer.ok ? answer.status : null,
      answer_body: answer.ok ? readable(answer.head) : '',
      fault: answer.ok ? null : answer.fault,
      took_ms: tookMs,
    })
    .execute();
  const change = trx.updateTable('webhook_delivery').where('id', '=', delivery.id);
  const tried = { attempt_count: delivery.attempt_count + 1, tries: delivery.tries + 1, claimed_until: null };
  const outcome = outcomeOf(answer.ok ? answer.status : null);
  if (outcome === 'delivered') {
    await change
      .set({ ...tried, status: 'delivered', not_before: null, delivered_at: delivery.delivered_at ?? now })
      .execute();
    if (endpoint.failing_since !== null) await setFailing(trx, endpoint.id, null);
    return;
  }
  const failingSince = endpoint.failing_since ?? now;
  if (endpoint.failing_since === null) await setFailing(trx, endpoint.id, now);
  const firstFailedAt = delivery.first_failed_at ?? now;
  const pause =
    delivery.status === 'waiting' && outcome === 'failed' ? pauseAfter(tried.tries, deps.random()) : null;
  await change
    .set({
      ...tried,
      status: pause === null ? 'failed' : 'waiting',
      first_failed_at: firstFailedAt,
      not_before: pause === null ? null : new Date(now.getTime() + pause),
    })
    .execute();
  const because = stopFor(outcome, { givenUp: pause === null, failingSince, firstFailedAt });
  if (because !== null && endpoint.disabled_at === null && delivery.status === 'waiting') {
    await stopEndpoint(deps, trx, endpoint, because, now);
  }
}

async function setFailing(trx: Tx, endpointId: number, since: Date | null): Promise<void> {
  await trx
    .updateTable('webhook_endpoint')
    .set({ failing_since: since })
    .where('id', '=', endpointId)
    .execute();
}

/** One that was tried for two and a half days in vain ends it, where nothing else arrived in all that time either. */
function stopFor(
  outcome: 'gone' | 'failed',
  run: { readonly givenUp: boolean; readonly failingSince: Date; readonly firstFailedAt: Date },
): Exclude<WebhookStop, 'hand'> | null {
  if (outcome === 'gone') return 'gone';
  return run.givenUp && run.failingSince <= run.firstFailedAt ? 'failing' : null;
}

/** As text, whatever it is: what the database cannot keep is left out. */
function readable(head: Buffer): string {
  return head.toString('utf8').replaceAll('\0', '').slice(0, 1_024);
}
