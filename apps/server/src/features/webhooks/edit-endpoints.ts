import type { WebhookEndpoint } from '@placard/contract/webhooks';
import type { Tx } from '@placard/db/database';
import { MAX_ENDPOINTS, type WebhookEventType } from '@placard/domain/webhook/event-types';
import { sql } from 'kysely';
import { AppError, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { changesOf } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockActiveAccount } from '../lock-account.ts';
import { auditEndpoint, type EndpointRow, lockEndpoint, readEndpoint, type Whose } from './endpoints.ts';
import { giveUpWaiting } from './give-up.ts';
import { newSecret, secretContext } from './signing.ts';

type Deps = HasDb & HasClock & HasSecrets;
export type NewEndpoint = {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly WebhookEventType[];
};
export type WithSecret = { readonly secret: string; readonly endpoint: WebhookEndpoint };

/** So long the secret before goes on signing: receivers are told of the new one one after the other. */
const BOTH_SIGN_MS = 24 * 3_600_000;
/** Operators who add one to the network at once wait for each other. */
const NETWORK_LOCK = 7_362_001;

/** @returns the secret, which is shown this once. @throws AppError `conflict_status` beyond ten. */
export const createEndpoint =
  (whose: Whose) =>
  async (deps: Deps, actor: Actor, input: NewEndpoint): Promise<WithSecret> => {
    const ownerId = whose(actor);
    const now = deps.clock();
    const secret = newSecret();
    return await inTransaction(deps.db, async (trx) => {
      await refuseTooMany(trx, ownerId);
      const row = await trx
        .insertInto('webhook_endpoint')
        .values({
          account_id: ownerId,
          url: input.url,
          description: input.description,
          event_types: [...input.eventTypes],
          secret_sealed: deps.secrets.seal(secret, secretContext(ownerId)),
          created_by: actor.userId,
          created_at: now,
        })
        .returning(['id', 'account_id'])
        .executeTakeFirstOrThrow();
      const detail = { url: input.url, eventTypes: input.eventTypes };
      await auditEndpoint(trx, actor, { ownerId, id: row.id, action: 'create', at: now }, detail);
      return { secret, endpoint: await readEndpoint(trx, row, now) };
    });
  };

async function refuseTooMany(trx: Tx, ownerId: number | null): Promise<void> {
  if (ownerId === null) await sql`select pg_advisory_xact_lock(${NETWORK_LOCK})`.execute(trx);
  else await lockActiveAccount(trx, ownerId);
  const { count } = await trx
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where(sql<boolean>`account_id is not distinct from ${ownerId}::integer`)
    .executeTakeFirstOrThrow();
  refuseFull(count, MAX_ENDPOINTS, 'webhooks_full');
}

export type EndpointChange = NewEndpoint & {
  readonly id: number;
  readonly enabled: boolean;
  readonly version: number;
};

/** @throws AppError `webhook_not_found`, `conflict_version`. */
export const updateEndpoint =
  (whose: Whose) =>
  async (deps: Deps, actor: Actor, input: EndpointChange): Promise<WebhookEndpoint> => {
    const now = deps.clock();
    return await inTransaction(deps.db, async (trx) => {
      const before = await lockEndpoint(trx, whose(actor), input.id);
      if (before.version !== input.version) throw new AppError('conflict_version');
      const { url, description, eventTypes, enabled } = input;
      await trx
        .updateTable('webhook_endpoint')
        .set({
          url,
          description,
          event_types: [...eventTypes],
          version: before.version + 1,
          ...switched(before, enabled, now),
          ...(url === before.url ? {} : { failing_since: null, last_called_at: null, slow_until: null }),
        })
        .where('id', '=', before.id)
        .execute();
      if (url !== before.url) await beginAnew(trx, before.id);
      if (!enabled) await giveUpWaiting(trx, before.id);
      const detail = changesOf(
        {
          url: before.url,
          description: before.description,
          eventTypes: before.event_types,
          enabled: before.disabled_at === null,
        },
        { url, description, eventTypes: [...eventTypes], enabled },
      );
      const entry = { ownerId: before.account_id, id: before.id, action: 'edit', at: now };
      await auditEndpoint(trx, actor, entry, detail);
      return await readEndpoint(trx, before, now);
    });
  };

function switched(before: EndpointRow, enabled: boolean, now: Date) {
  if (enabled === (before.disabled_at === null)) return {};
  return enabled
    ? { disabled_at: null, disabled_because: null, failing_since: null }
    : { disabled_at: now, disabled_because: 'hand' as const };
}

/** What waits goes to the new address at once, and is tried there as often as anything. */
async function beginAnew(trx: Tx, endpointId: number): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ tries: 0, first_failed_at: null, not_before: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'waiting')
    .where('tries', '>', 0)
    .execute();
}

/**
 * With all that was sent there, which may be a hundred thousand rows. It is switched off before that, in a transaction of
 * its own: whatever happens meanwhile would want to tell it, wait for the end of it and fail with it.
 * @throws AppError `webhook_not_found`.
 */
export const removeEndpoint =
  (whose: Whose) =>
  async (deps: Deps, actor: Actor, { id }: { readonly id: number }): Promise<Record<string, never>> => {
    const at = deps.clock();
    await inTransaction(deps.db, async (trx) => {
      const before = await lockEndpoint(trx, whose(actor), id);
      if (before.disabled_at !== null) return;
      await trx
        .updateTable('webhook_endpoint')
        .set(switched(before, false, at))
        .where('id', '=', id)
        .execute();
    });
    return await inTransaction(deps.db, async (trx) => {
      const row = await lockEndpoint(trx, whose(actor), id);
      await trx.deleteFrom('webhook_delivery').where('endpoint_id', '=', id).execute();
      await trx.deleteFrom('webhook_endpoint').where('id', '=', id).execute();
      const entry = { ownerId: row.account_id, id, action: 'remove', at };
      await auditEndpoint(trx, actor, entry, { url: row.url });
      return {};
    });
  };

/** For a day the secret before signs as well; the one before that no longer does. @throws AppError `webhook_not_found`. */
export const rotateSecret =
  (whose: Whose) =>
  async (deps: Deps, actor: Actor, { id }: { readonly id: number }): Promise<WithSecret> => {
    const now = deps.clock();
    const secret = newSecret();
    return await inTransaction(deps.db, async (trx) => {
      const row = await lockEndpoint(trx, whose(actor), id);
      await trx
        .updateTable('webhook_endpoint')
        .set({
          secret_sealed: deps.secrets.seal(secret, secretContext(row.account_id)),
          previous_secret_sealed: row.secret_sealed,
          previous_secret_until: new Date(now.getTime() + BOTH_SIGN_MS),
          version: row.version + 1,
        })
        .where('id', '=', id)
        .execute();
      const entry = { ownerId: row.account_id, id, action: 'rotate_secret', at: now };
      await auditEndpoint(trx, actor, entry, { url: row.url });
      return { secret, endpoint: await readEndpoint(trx, row, now) };
    });
  };
