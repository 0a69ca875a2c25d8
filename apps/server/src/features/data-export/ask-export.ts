import type { DataExport } from '@placard/contract/data-exports';
import type { DataExportTable } from '@placard/db/schema/accounts';
import { type ExportScope, exportScopeOf, nextExportAt } from '@placard/domain/account/data-export';
import { DAY_MS } from '@placard/domain/time-zone';
import { type Selectable, sql } from 'kysely';
import { AppError, type AppErrorOptions } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockActiveAccount } from '../lock-account.ts';

export function exportView(row: Selectable<DataExportTable>): DataExport {
  return {
    id: row.id,
    scope: row.scope,
    status: row.status,
    askedAt: row.asked_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
  };
}

/** Theirs as long as they may have all that it holds. */
export function ownExport(db: HasDb['db'], actor: Actor, now: Date) {
  return db
    .selectFrom('data_export')
    .selectAll()
    .where('user_id', '=', actor.userId)
    .where('account_id', '=', actor.accountId)
    .where('operator_id', 'is', null)
    .where('scope', 'in', ['person', exportScopeOf(actor.member)])
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
}

/** The archive that somebody asked for in this account; null once it is gone. */
export async function readExport(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
): Promise<{ export: DataExport | null }> {
  const row = await ownExport(db, actor, clock()).executeTakeFirst();
  return { export: row === undefined ? null : exportView(row) };
}

/**
 * Asks for an archive, which the worker makes. The one of before is gone with it.
 * @throws AppError as `confirmPassword`; `export_waiting` while one is being made; `export_limit` after as many as a day has.
 */
export async function askExport(
  deps: ConfirmPasswordDeps,
  actor: Actor,
  input: { readonly currentPassword: string },
): Promise<{ export: DataExport }> {
  await confirmPassword(deps, actor, input.currentPassword, 'Failed to ask for your data. Please try again.');
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockAsker(trx, actor);
    await lockActiveAccount(trx, actor.accountId);
    const before = await trx
      .selectFrom('data_export')
      .select(['id', 'status'])
      .where('user_id', '=', actor.userId)
      .where('account_id', '=', actor.accountId)
      .where('operator_id', 'is', null)
      .executeTakeFirst();
    if (before?.status === 'waiting') throw new AppError('export_waiting');
    const scope = exportScopeOf(actor.member);
    await refuseTooMany(trx, actor, scope, at);
    if (before !== undefined) await trx.deleteFrom('data_export').where('id', '=', before.id).execute();
    const row = await trx
      .insertInto('data_export')
      .values({ account_id: actor.accountId, user_id: actor.userId, scope, asked_at: at })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(trx, {
      ...doneBy(actor, auditKindOf(actor)),
      actorAccountId: actor.accountId,
      action: 'data_export.request',
      subjectKind: 'data_export',
      subjectId: row.id,
      detail: { scope },
      at,
    });
    return { export: exportView(row) };
  });
}

/** What a person asks for in several accounts at once is counted together. */
export async function lockAsker(trx: HasDb['db'], { userId }: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`data_export ${userId}`}, 0))`.execute(trx);
}

/** By the log, since of the archives themselves there is never more than the last one. */
async function refuseTooMany(
  trx: HasDb['db'],
  { accountId, userId }: Actor,
  scope: ExportScope,
  now: Date,
): Promise<void> {
  const asked = await trx
    .selectFrom('audit_log')
    .select('at')
    .where('subject_kind', '=', 'data_export')
    .where('action', '=', 'data_export.request')
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .where(sql<string>`detail->>'scope'`, '=', scope)
    .where(
      scope === 'account' ? 'actor_account_id' : 'actor_user_id',
      '=',
      scope === 'account' ? accountId : userId,
    )
    .execute();
  refuseUntil(
    nextExportAt(
      asked.map(({ at }) => at),
      now,
    ),
    now,
  );
}

/** @throws AppError `export_limit`. */
export function refuseUntil(next: Date | null, now: Date, exactly: AppErrorOptions = {}): void {
  if (next === null) return;
  const retryAfterSeconds = Math.ceil((next.getTime() - now.getTime()) / 1_000);
  throw new AppError('export_limit', { ...exactly, retryAfterSeconds });
}
