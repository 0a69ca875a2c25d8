import type { ApiKey } from '@placard/contract/api-keys';
import type { Db } from '@placard/db/database';
import { memberMay } from '@placard/domain/account/member';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { personName } from '../account/person-name.ts';

/** Those that ran out are swept after 30 days: of one member there are no more than 20 of them besides 20 that live. */
export async function listKeys(deps: HasDb & HasClock, actor: Actor): Promise<{ items: ApiKey[] }> {
  return { items: await readKeys(deps.db, actor, deps.clock(), null) };
}

/**
 * One's own keys for the account, the newest first; whoever says who belongs to the account sees all of its keys.
 * @param keyId only this one
 */
export async function readKeys(db: Db, actor: Actor, now: Date, keyId: number | null): Promise<ApiKey[]> {
  let query = db
    .selectFrom('api_key as k')
    .innerJoin('app_user as u', 'u.id', 'k.user_id')
    .select(['k.id', 'k.user_id', 'k.name', 'k.hint', 'k.scopes', 'k.created_at', 'k.expires_at'])
    .select(['k.last_used_at', 'k.last_used_ip'])
    .select(personName('u').as('maker'))
    .where('k.account_id', '=', actor.accountId)
    .orderBy('k.id', 'desc');
  if (!memberMay(actor.member, 'members')) query = query.where('k.user_id', '=', actor.userId);
  if (keyId !== null) query = query.where('k.id', '=', keyId);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    maker: row.maker,
    mine: row.user_id === actor.userId,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    expired: row.expires_at !== null && row.expires_at <= now,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedIp: row.last_used_ip,
  }));
}
