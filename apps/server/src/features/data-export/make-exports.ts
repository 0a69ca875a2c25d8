import type { Tx } from '@placard/db/database';
import {
  EXPORT_DOCUMENTS_MAX_BYTES,
  EXPORT_PART_BYTES,
  type ExportScope,
  exportExpires,
  exportScopeOf,
} from '@placard/domain/account/data-export';
import { sql } from 'kysely';
import type { HasClock, HasDataDir, HasDb, HasLog, HasSecrets, HasUrls } from '../../deps.ts';
import { TooManyWaiting } from '../../fairness/turns.ts';
import { type MailText, mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { type ImageReader, imageReader } from '../images/read-image.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { writeContents } from './export-contents.ts';

export type ExportDeps = HasDb &
  HasClock &
  HasDataDir &
  HasLog &
  HasSecrets &
  Pick<HasUrls, 'publicUrl'> & {
    /** Left out: those of the data folder. */
    readonly readsImages?: ImageReader;
  };

/**
 * Held by the session of whoever makes archives: a worker that leads no more goes on with the one it had begun, whose
 * pieces the next leader would take for those of a worker that died.
 */
const MAKING_LOCK = 7_362_048;

type Waiting = {
  readonly id: number;
  readonly account_id: number;
  readonly user_id: number;
  readonly operator_id: number | null;
  readonly scope: ExportScope;
};

/**
 * Makes the archives that somebody waits for, one after the other, and deletes those whose days are over. One that can't be made is marked so, and
 * asked for again by whoever wants it; one whose documents find no turn is begun anew with the next look.
 * @param stopping leaves what is not ready to whoever looks next: one takes minutes, and a stop does not wait so long
 * @param documentBytes most that the documents of one take. @returns how many were made
 */
export async function makeExports(
  deps: ExportDeps,
  stopping: AbortSignal | null = null,
  documentBytes = EXPORT_DOCUMENTS_MAX_BYTES,
): Promise<number> {
  await deps.db.deleteFrom('data_export').where('expires_at', '<=', deps.clock()).execute();
  // Most of the time nothing does, and the lock takes a connection for as long as there is work.
  if ((await nextWaiting(deps, 0)) === undefined) return 0;
  return await deps.db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_lock(${MAKING_LOCK}) as mine`.execute(connection);
    if (rows[0]?.mine !== true) return 0;
    try {
      return await makeWaiting(deps, { stopping, documentBytes });
    } finally {
      await sql`select pg_advisory_unlock(${MAKING_LOCK})`.execute(connection);
    }
  });
}

/** The one that was asked for first after another. */
async function nextWaiting({ db }: ExportDeps, afterId: number): Promise<Waiting | undefined> {
  return await db
    .selectFrom('data_export')
    .select(['id', 'account_id', 'user_id', 'operator_id', 'scope'])
    .where('status', '=', 'waiting')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Each once: those that find no turn now, however many there are, keep none of the later ones waiting. */
async function makeWaiting(deps: ExportDeps, how: How): Promise<number> {
  let made = 0;
  let each = await nextWaiting(deps, 0);
  for (; each !== undefined; each = await nextWaiting(deps, each.id)) {
    try {
      await makeOne(deps, each, how);
      made += 1;
    } catch (cause) {
      if (how.stopping?.aborted === true) return made;
      if (cause instanceof TooManyWaiting) continue;
      deps.log.error({ err: cause, export: each.id }, 'the archive of somebody’s data could not be made');
      await deps.db.deleteFrom('data_export_part').where('export_id', '=', each.id).execute();
      await deps.db.updateTable('data_export').set({ status: 'failed' }).where('id', '=', each.id).execute();
    }
  }
  return made;
}

type How = { readonly stopping: AbortSignal | null; readonly documentBytes: number };

async function makeOne(deps: ExportDeps, each: Waiting, how: How): Promise<void> {
  // What a worker that died left of it.
  await deps.db.deleteFrom('data_export_part').where('export_id', '=', each.id).execute();
  const scope = await scopeNow(deps, each);
  const sizeBytes = await storeArchive(deps, { ...each, scope }, how);
  const readyAt = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const { rows } = await sql<{ email: string }>`
      update data_export x set status = 'ready', scope = ${scope}, ready_at = ${readyAt}, expires_at = ${exportExpires(readyAt)},
             size_bytes = ${sizeBytes}
        from app_user u
       where x.id = ${each.id} and x.status = 'waiting' and u.id = coalesce(x.operator_id, x.user_id)
      returning u.email`.execute(trx);
    const [row] = rows;
    // Closed meanwhile, say: nobody waits for it.
    if (row === undefined) return;
    await writeAudit(trx, {
      ...doneBy(null, 'system'),
      action: 'data_export.complete',
      subjectKind: 'data_export',
      subjectId: each.id,
      detail: { status: { before: 'waiting', after: 'ready' }, sizeBytes },
      at: readyAt,
    });
    await writeMail(trx, { to: row.email, text: await readyText(trx, deps, each), at: readyAt });
  });
}

async function readyText(trx: Tx, { publicUrl }: ExportDeps, each: Waiting): Promise<MailText> {
  const network = await networkName(trx);
  if (each.operator_id === null) return mailText('dataExport', { network, url: `${publicUrl}/account#data` });
  const { email } = await trx
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', each.user_id)
    .executeTakeFirstOrThrow();
  return mailText('dataExportGiven', {
    ...{ network, email },
    url: `${publicUrl}/operator/accounts/${each.account_id}`,
  });
}

/** Whoever has handed the account over since, or left it, is no more than a person in it. */
async function scopeNow({ db }: ExportDeps, { account_id, user_id, scope }: Waiting): Promise<ExportScope> {
  const member = await db
    .selectFrom('account_member')
    .select('role')
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return member === undefined || exportScopeOf(member.role) === 'person' ? 'person' : scope;
}

/** Page by page, so that nothing is held for minutes: what is written meanwhile may stand in one file and not yet in another. */
async function storeArchive(
  deps: ExportDeps,
  each: Waiting,
  { stopping, documentBytes }: How,
): Promise<number> {
  let [part, size] = [0, 0];
  const store = async (content: Buffer) => {
    stopping?.throwIfAborted();
    await deps.db.insertInto('data_export_part').values({ export_id: each.id, part, content }).execute();
    part += 1;
    size += content.length;
  };
  const archive = new ArchiveWriter(EXPORT_PART_BYTES, store, deps.clock());
  const { read: readImage } = deps.readsImages ?? imageReader(deps.dataDir, null);
  await writeContents(deps, archive, { ...each, readImage, documentBytes });
  await archive.end();
  return size;
}
