import type { WebhookEndpoint } from '@placard/contract/webhooks';
import type { Db, Tx } from '@placard/db/database';
import type { WebhookEndpointTable } from '@placard/db/schema/webhooks';
import type { AuditDetail } from '@placard/domain/audit';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { writeAudit } from '../audit/write-audit.ts';

/** Whose endpoints: an account's, or with null the network's. */
export type Whose = (actor: Actor) => number | null;
export const accountsOwn: Whose = ({ accountId }) => accountId;
export const networksOwn: Whose = () => null;

export type EndpointRow = Selectable<WebhookEndpointTable>;

/** All of them, the newest first: there are ten at most. */
export const listEndpoints =
  (whose: Whose) =>
  async (deps: HasDb & HasClock, actor: Actor): Promise<{ items: WebhookEndpoint[] }> => ({
    items: await readEndpoints(deps.db, whose(actor), deps.clock(), null),
  });

/** @param endpointId only this one */
async function readEndpoints(
  db: Db,
  ownerId: number | null,
  now: Date,
  endpointId: number | null,
): Promise<WebhookEndpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoint as e')
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from webhook_delivery d where d.endpoint_id = e.id and d.status = 'waiting')`.as(
        'waiting',
      ),
    )
    .where(sql<boolean>`e.account_id is not distinct from ${ownerId}::integer`)
    .$if(endpointId !== null, (query) => query.where('e.id', '=', endpointId))
    .orderBy('e.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    enabled: row.disabled_at === null,
    disabledBecause: row.disabled_because,
    failingSince: row.failing_since?.toISOString() ?? null,
    previousSecretUntil: signsWithPrevious(row, now)
      ? (row.previous_secret_until?.toISOString() ?? null)
      : null,
    waiting: row.waiting,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }));
}

export async function readEndpoint(
  db: Db,
  endpoint: Pick<EndpointRow, 'id' | 'account_id'>,
  now: Date,
): Promise<WebhookEndpoint> {
  const [found] = await readEndpoints(db, endpoint.account_id, now, endpoint.id);
  if (found === undefined) throw new AppError('webhook_not_found');
  return found;
}

export function signsWithPrevious(row: Pick<EndpointRow, 'previous_secret_until'>, now: Date): boolean {
  return row.previous_secret_until !== null && row.previous_secret_until > now;
}

/** Locked until the transaction ends; another account's is not found. @throws AppError `webhook_not_found`. */
export async function lockEndpoint(trx: Tx, ownerId: number | null, id: number): Promise<EndpointRow> {
  return await trx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`account_id is not distinct from ${ownerId}::integer`)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('webhook_not_found'));
}

/** Where one is told is where data goes: each change of it stands in the audit log, its secret never. */
export async function auditEndpoint(
  trx: Db,
  actor: Actor,
  entry: { readonly ownerId: number | null; readonly id: number; readonly action: string; readonly at: Date },
  detail: AuditDetail,
): Promise<void> {
  await writeAudit(trx, {
    actorUserId: actor.userId,
    actorKind: entry.ownerId === null ? 'operator' : auditKindOf(actor),
    action: `webhook.${entry.action}`,
    subjectKind: 'webhook',
    subjectId: entry.id,
    detail,
    at: entry.at,
  });
}
