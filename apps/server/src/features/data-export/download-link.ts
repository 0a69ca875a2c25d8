import type { Tx } from '@placard/db/database';
import type { DataExportTable } from '@placard/db/schema/accounts';
import { exportScopeOf, LINK_LIVES_MS } from '@placard/domain/account/data-export';
import { MEMBER_ROLES } from '@placard/domain/roles';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import { issueToken, tokenSha256 } from '../../auth/token.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { type AuditEntry, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { ownExport } from './ask-export.ts';

const OF_THE_ACCOUNT = MEMBER_ROLES.filter((role) => exportScopeOf(role) === 'account');

/** Below it an archive is fetched by what nobody can guess, and that holds once. */
export const DOWNLOADS_PATH = '/api/downloads';

/**
 * A way to the archive that a browser follows by itself, which writes what comes to the disk: neither session nor key
 * travel in its address. The one of before is void.
 * @throws AppError `not_found` for anybody else's, and once the archive is gone.
 */
export async function giveLink(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<Link> {
  const at = clock();
  return await inTransaction(db, async (trx) => {
    const row = await ownExport(trx, actor, at)
      .where('id', '=', id)
      .where('status', '=', 'ready')
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    const by = { ...doneBy(actor, auditKindOf(actor)), actorAccountId: actor.accountId };
    return await linkTo(trx, row, by, at);
  });
}

/** The same of one that an operator asked for in somebody's stead, for that operator. @throws AppError as `giveLink`. */
export async function giveLinkFor(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<Link> {
  const at = clock();
  return await inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('data_export')
      .selectAll()
      .where('id', '=', id)
      .where('operator_id', '=', actor.userId)
      .where('status', '=', 'ready')
      .where('expires_at', '>', at)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    return await linkTo(trx, row, doneBy(actor, 'operator'), at);
  });
}

type Link = { readonly downloadPath: string; readonly expiresAt: string };

async function linkTo(
  trx: Tx,
  { id, scope }: Pick<Selectable<DataExportTable>, 'id' | 'scope'>,
  by: Pick<AuditEntry, 'actorUserId' | 'actorKind' | 'actorAccountId'>,
  at: Date,
): Promise<Link> {
  const { token, sha256 } = issueToken();
  const expiresAt = new Date(at.getTime() + LINK_LIVES_MS);
  await trx
    .updateTable('data_export')
    .set({ link_sha256: sha256, link_expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
  await writeAudit(trx, {
    ...by,
    action: 'data_export.export',
    subjectKind: 'data_export',
    subjectId: id,
    detail: { scope },
    at,
  });
  return { downloadPath: `${DOWNLOADS_PATH}/${token}`, expiresAt: expiresAt.toISOString() };
}

export type Archive = {
  readonly name: string;
  readonly sizeBytes: number;
  /** Read from the database as far as somebody takes it. */
  readonly pieces: AsyncGenerator<Buffer>;
};

/**
 * Opens the archive of a link, which is void from then on, whatever becomes of the answer.
 * @throws AppError `not_found` for one that is not, that was used, that is too old, or whose owner no longer gets in.
 */
export async function openLink({ db, clock }: HasDb & HasClock, token: string): Promise<Archive> {
  const at = clock();
  const row = await inTransaction(db, async (trx) => {
    const taken = await trx
      .updateTable('data_export')
      .set({ link_sha256: null, link_expires_at: null })
      .where('link_sha256', '=', tokenSha256(token))
      .where('link_expires_at', '>', at)
      .where('expires_at', '>', at)
      .where(
        sql<boolean>`(operator_id is not null or exists (
          select 1 from account_member m join app_user u on u.id = m.user_id join account a on a.id = m.account_id
           where m.user_id = data_export.user_id and m.account_id = data_export.account_id
             and (data_export.scope = 'person' or m.role = any(${OF_THE_ACCOUNT}::text[]))
             and u.status <> 'suspended' and a.status <> 'suspended'))`,
      )
      .where(
        sql<boolean>`(operator_id is null or exists (
          select 1 from app_user u join user_role r on r.user_id = u.id
           where u.id = data_export.operator_id and u.status = 'active' and r.role = 'operator'))`,
      )
      .returningAll()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    await writeAudit(trx, {
      actorUserId: taken.operator_id ?? taken.user_id,
      // Who has the link needs to be nobody.
      actorKind: 'visitor',
      action: 'data_export.fetch',
      subjectKind: 'data_export',
      subjectId: taken.id,
      detail: { scope: taken.scope },
      at,
    });
    return taken;
  });
  const sizeBytes = Number(row.size_bytes);
  const name = `placard-data-${row.asked_at.toISOString().slice(0, 10)}.zip`;
  return { name, sizeBytes, pieces: piecesOf(db, row.id, sizeBytes) };
}

async function* piecesOf(db: HasDb['db'], exportId: number, sizeBytes: number): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let part = 0; sent < sizeBytes; part += 1) {
    const piece = await db
      .selectFrom('data_export_part')
      .select('content')
      .where('export_id', '=', exportId)
      .where('part', '=', part)
      // Another one was asked for meanwhile: the answer breaks off, instead of ending as if it were whole.
      .executeTakeFirstOrThrow(() => new Error(`The archive ${exportId} went while it was fetched.`));
    sent += piece.content.length;
    yield piece.content;
  }
}
