import type { signingKeys } from '@placard/contract/settings';
import type { Db, Tx } from '@placard/db/database';
import { addSigningKey, type RunQuery, signsFromMs } from '@placard/db/secrets/signing-keys';
import { isRenewalDue, renewsFromMs, SIGNING_KEYS_MOST } from '@placard/domain/signing-key-renewal';
import { CompiledQuery } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';

type Made = { readonly id: number; readonly signsFrom: string };
type Deps = HasDb & HasClock & HasSecrets;

/** All keys, newest first: which one signs, from when, and when the next one does by itself. */
export async function listSigningKeys({
  db,
  clock,
}: HasDb & HasClock): Promise<z.output<typeof signingKeys>> {
  const nowMs = clock().getTime();
  const keys = await readKeys(db);
  const { signing_key_renewal: renewal } = await readRenewal(db);
  const signing = keys.find(({ fromMs }) => fromMs <= nowMs);
  const [newest] = keys;
  const nextMs = newest === undefined ? null : renewsFromMs(renewal, newest.fromMs);
  return {
    items: keys.map(({ id, fromMs }) => ({
      id,
      signsFrom: new Date(fromMs).toISOString(),
      state: fromMs > nowMs ? 'waits' : id === signing?.id ? 'signs' : 'checks',
    })),
    renewsFrom: nextMs === null ? null : new Date(Math.max(nextMs, signsFromMs(nowMs))).toISOString(),
    keysLeft: SIGNING_KEYS_MOST - keys.length,
  };
}

/**
 * Makes another key for decisions and links. Until it signs the one before does, whose tokens hold on.
 * @throws AppError `conflict_status` where one waits already, or 255 were made.
 */
export async function renewSigningKey(deps: Deps, actor: Actor): Promise<Made> {
  return await inTransaction(deps.db, async (trx) => {
    const made = await makeKey(trx, deps, actor.userId);
    if (made === null) {
      throw new AppError('conflict_status', {
        reason: 'signing_key_waits',
      });
    }
    return made;
  });
}

/** Makes it by itself where the network's settings say so and the day has come. @returns null where it has not */
export async function renewDueSigningKey(deps: Deps): Promise<Made | null> {
  return await inTransaction(deps.db, async (trx) => {
    const { signing_key_renewal: renewal } = await readRenewal(trx);
    const [newest] = await readKeys(trx);
    if (newest === undefined) return null;
    const nextFromMs = signsFromMs(deps.clock().getTime());
    return isRenewalDue(renewal, newest.fromMs, nextFromMs) ? await makeKey(trx, deps, null) : null;
  });
}

/** Newest first. The first one signs since it was made. */
async function readKeys(db: Db): Promise<readonly { readonly id: number; readonly fromMs: number }[]> {
  const rows = await db
    .selectFrom('signing_key')
    .select(['id', 'created_at', 'signs_from'])
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, created_at, signs_from }) => ({ id, fromMs: (signs_from ?? created_at).getTime() }));
}

async function readRenewal(db: Db) {
  return await db.selectFrom('network_settings').select('signing_key_renewal').executeTakeFirstOrThrow();
}

/** @param operatorId null: the system */
async function makeKey(trx: Tx, deps: Deps, operatorId: number | null): Promise<Made | null> {
  const at = deps.clock();
  const query: RunQuery = async (text, values) =>
    (await trx.executeQuery<unknown>(CompiledQuery.raw(text, [...values]))).rows;
  const made = await addSigningKey(query, deps.secrets, at.getTime());
  if (made === null) return null;
  const key = { id: made.id, signsFrom: new Date(made.signsFromMs).toISOString() };
  await writeAudit(trx, {
    actorUserId: operatorId,
    actorKind: operatorId === null ? 'system' : 'operator',
    action: 'settings.renew_signing_key',
    subjectKind: 'settings',
    subjectId: null,
    detail: key,
    at,
  });
  return key;
}
