import type { WebhookDelivery, WebhookDeliveryDetail } from '@placard/contract/webhooks';
import type { Db, Tx } from '@placard/db/database';
import type { WebhookDeliveryTable } from '@placard/db/schema/webhooks';
import { type DeliveryStatus, MAX_ATTEMPTS, TEST_EVENT } from '@placard/domain/webhook/event-types';
import { type Selectable, sql } from 'kysely';
import { AppError, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';
import { cursorOf } from '../list-query.ts';
import { auditEndpoint, lockEndpoint, type Whose } from './endpoints.ts';
import { messageBody, messageId } from './signing.ts';

type One = { readonly id: number; readonly deliveryId: string };
type Row = Selectable<WebhookDeliveryTable> & {
  readonly eventType: string;
  readonly eventAt: Date;
  readonly eventData: Record<string, unknown>;
  readonly lastStatus: number | null;
  readonly lastFault: string | null;
};

/** What was sent to an endpoint, newest first; `before` is the `next` of the part above. */
export const listDeliveries =
  (whose: Whose) =>
  async (
    { db }: HasDb,
    actor: Actor,
    query: {
      readonly id: number;
      readonly before?: string | undefined;
      readonly limit: number;
      readonly status?: DeliveryStatus | undefined;
    },
  ): Promise<{ items: WebhookDelivery[]; next: string | null }> => {
    await refuseForeign(db, whose(actor), query.id);
    const { status, limit } = query;
    const before = cursorOf(query.before);
    const rows = await readRows(
      db,
      sql`d.endpoint_id = ${query.id} and (${before}::bigint is null or d.id < ${before}::bigint)
          and (${status ?? null}::text is null or d.status = ${status ?? null})`,
      limit + 1,
    );
    const items = rows.slice(0, limit).map(viewOf);
    return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  };

async function refuseForeign(db: Db, ownerId: number | null, endpointId: number): Promise<void> {
  await db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('id', '=', endpointId)
    .where(sql<boolean>`account_id is not distinct from ${ownerId}::integer`)
    .executeTakeFirstOrThrow(() => new AppError('webhook_not_found'));
}

async function readRows(db: Db, condition: ReturnType<typeof sql<boolean>>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.*, e.type as "eventType", e.at as "eventAt", e.data as "eventData",
           a.answer_status as "lastStatus", a.fault as "lastFault"
      from webhook_delivery d
      join webhook_event e on e.id = d.event_id
      left join webhook_attempt a on a.delivery_id = d.id and a.number = d.attempt_count
     where ${condition} order by d.id desc limit ${limit}`.execute(db);
  return rows;
}

function viewOf(row: Row): WebhookDelivery {
  const waits = row.status === 'waiting';
  return {
    id: String(row.id),
    messageId: messageId(row.event_id),
    eventType: row.eventType,
    status: row.status,
    attempts: row.attempt_count,
    createdAt: row.created_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    nextAttemptAt: waits ? (row.not_before ?? row.created_at).toISOString() : null,
    lastStatus: row.lastStatus,
    lastFault: row.lastFault,
  };
}

/** What was sent, and what each try came to. @throws AppError `webhook_not_found`, `delivery_not_found`. */
export const readDelivery =
  (whose: Whose) =>
  async ({ db }: HasDb, actor: Actor, { id, deliveryId }: One): Promise<WebhookDeliveryDetail> => {
    await refuseForeign(db, whose(actor), id);
    const [row] = await readRows(db, sql`d.endpoint_id = ${id} and d.id = ${BigInt(deliveryId)}`, 1);
    if (row === undefined) throw new AppError('delivery_not_found');
    const attempts = await db
      .selectFrom('webhook_attempt')
      .selectAll()
      .where('delivery_id', '=', row.id)
      .orderBy('number', 'desc')
      .execute();
    return {
      ...viewOf(row),
      body: messageBody({ type: row.eventType, at: row.eventAt, data: row.eventData }),
      history: attempts.map((attempt) => ({
        number: attempt.number,
        at: attempt.at.toISOString(),
        url: attempt.url,
        status: attempt.answer_status,
        answer: attempt.answer_body,
        fault: attempt.fault,
        tookMs: attempt.took_ms,
      })),
    };
  };

/** @throws AppError `webhook_not_found`, `conflict_status` while it is switched off. */
async function lockEnabled(trx: Tx, ownerId: number | null, id: number) {
  const endpoint = await lockEndpoint(trx, ownerId, id);
  if (endpoint.disabled_at !== null) {
    throw new AppError('conflict_status', {
      reason: 'webhook_off',
    });
  }
  return endpoint;
}

/** Tries it anew from the beginning, also what arrived before: its id stays. @throws AppError `delivery_not_found`, `conflict_status`. */
export const resendDelivery =
  (whose: Whose) =>
  async (deps: HasDb & HasClock, actor: Actor, { id, deliveryId }: One): Promise<Record<string, never>> =>
    await inTransaction(deps.db, async (trx) => {
      const endpoint = await lockEnabled(trx, whose(actor), id);
      const row = await trx
        .selectFrom('webhook_delivery')
        .select(['id', 'attempt_count', 'event_id'])
        .where('endpoint_id', '=', id)
        .where('id', '=', BigInt(deliveryId))
        .forUpdate()
        .executeTakeFirstOrThrow(() => new AppError('delivery_not_found'));
      refuseFull(row.attempt_count, MAX_ATTEMPTS, 'delivery_tried_enough');
      await trx
        .updateTable('webhook_delivery')
        .set({ status: 'waiting', tries: 0, first_failed_at: null, not_before: null })
        .where('id', '=', row.id)
        .execute();
      const entry = { ownerId: endpoint.account_id, id, action: 'resend', at: deps.clock() };
      await auditEndpoint(trx, actor, entry, { messageId: messageId(row.event_id) });
      return {};
    });

/** Sends a test to this endpoint alone, whatever it wants to be told. @throws AppError `conflict_status` while it is off. */
export const sendTestEvent =
  (whose: Whose) =>
  async (
    deps: HasDb & HasClock,
    actor: Actor,
    { id }: { readonly id: number },
  ): Promise<{ deliveryId: string }> =>
    await inTransaction(deps.db, async (trx) => {
      const endpoint = await lockEnabled(trx, whose(actor), id);
      const at = deps.clock();
      const event = await trx
        .insertInto('webhook_event')
        .values({
          account_id: endpoint.account_id,
          type: TEST_EVENT,
          data: JSON.stringify({ accountId: endpoint.account_id, endpointId: id }),
          at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const delivery = await trx
        .insertInto('webhook_delivery')
        .values({ endpoint_id: id, event_id: event.id, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await auditEndpoint(trx, actor, { ownerId: endpoint.account_id, id, action: 'test', at }, {});
      return { deliveryId: String(delivery.id) };
    });
