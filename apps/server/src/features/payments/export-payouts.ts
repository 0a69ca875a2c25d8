import type { Tx } from '@placard/db/database';
import type { Secrets } from '@placard/db/secrets/secrets';
import { executionDay } from '@placard/domain/payout/bank-day';
import { localDayAt } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { type Asker, inDocumentTurn, type MakeDocument } from '../../fairness/documents.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { theRow } from '../the-row.ts';
import { selectPayouts } from './operator-payouts.ts';
import { type Batch, type ExportedRow, payoutLines } from './payout-csv.ts';
import { netMicros, paymentIdOf } from './payout-record.ts';
import { readDebtor } from './payout-settings.ts';
import { sepaOrderOf } from './sepa-batch.ts';

export type ExportFormat = 'csv' | 'sepa';
export type ExportInput = { readonly ids: readonly number[]; readonly format: ExportFormat };
export type ExportFile = { readonly name: string; readonly type: string; readonly text: string };

const FILES: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  csv: { extension: 'csv', type: 'text/csv' },
  sepa: { extension: 'xml', type: 'application/xml' },
};

/**
 * Payouts in processing as a file for the bank, with whole bank details: the only place that shows them, and audited.
 * A payout is in one batch at most. Asked again for the same payouts in the same format, the same file is given.
 * It begins when a document may be made: rows are locked for no longer than this one takes.
 * @throws AppError `not_found` when one does not exist; `conflict_status` when one is not in processing, was exported
 * in another batch, or cannot be paid this way.
 */
export async function exportPayouts(
  deps: HasDb & HasClock & HasSecrets,
  actor: Actor,
  input: ExportInput,
  asker: Asker = actor,
): Promise<ExportFile> {
  return await inDocumentTurn(
    asker,
    async (make) =>
      await inTransaction(deps.db, async (trx) => await exportInside(trx, { ...deps, make }, actor, input)),
  );
}

async function exportInside(
  trx: Tx,
  deps: HasClock & HasSecrets & HasThread,
  actor: Actor,
  input: ExportInput,
): Promise<ExportFile> {
  const ids = [...new Set(input.ids)];
  // Locked in the order of their ids: two exports that overlap go one after the other.
  const { rows } = await sql<Locked>`
    select id, status, export_id from payout where id = any(${ids}::int[]) order by id for update`.execute(
    trx,
  );
  if (rows.length < ids.length) throw new AppError('not_found');
  const other = rows.find((row) => row.status !== 'processing');
  if (other !== undefined) {
    throw new AppError('conflict_status', {
      reason: 'export_of_unprocessed',
      values: { paymentId: paymentIdOf(other.id), payoutStatus: other.status },
    });
  }
  const known = await exportedBefore(trx, rows, input.format);
  const saved = known ?? (await saveExport(trx, deps, { actor, ids, format: input.format }));
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: known === null ? 'payout.export' : 'payout.export_again',
    subjectKind: 'payout',
    subjectId: null,
    detail: { payouts: rows.map((row) => row.id), format: input.format, messageId: saved.messageId },
    at: deps.clock(),
  });
  const { extension, type } = FILES[input.format];
  return {
    name: `payouts-${saved.messageId}.${extension}`,
    type,
    text: opened(saved, deps.secrets),
  };
}

/** @throws AppError `conflict_status` where the file was sealed with a key that the installation has no more. */
function opened({ messageId, sealed }: Saved, secrets: Secrets): string {
  try {
    return secrets.open(sealed, exportContext(messageId));
  } catch {
    throw new AppError('conflict_status', { reason: 'export_file_unreadable', value: messageId });
  }
}

type Locked = Pick<ExportedRow, 'id' | 'status' | 'export_id'>;

type HasThread = { readonly make: MakeDocument };

type Saved = { readonly messageId: string; readonly sealed: Buffer };

/** Binds a sealed file to its batch. */
export function exportContext(messageId: string): string {
  return `payout export ${messageId}`;
}

/** The batch that holds exactly these payouts in this format; null where none of them was exported. */
async function exportedBefore(trx: Tx, rows: readonly Locked[], format: ExportFormat): Promise<Saved | null> {
  const first = rows.find((row) => row.export_id !== null);
  if (first === undefined || first.export_id === null) return null;
  const batch = await trx
    .selectFrom('payout_export')
    .selectAll()
    .where('id', '=', first.export_id)
    .executeTakeFirstOrThrow();
  const isWhole = batch.payout_count === rows.length && rows.every((row) => row.export_id === batch.id);
  if (isWhole && batch.format === format) return { messageId: batch.message_id, sealed: batch.file_sealed };
  const day = batch.exported_at.toISOString().slice(0, 10);
  throw new AppError('conflict_status', {
    reason: 'export_repeated',
    values: { paymentId: paymentIdOf(first.id), day, batch: batch.message_id },
  });
}

async function saveExport(
  trx: Tx,
  deps: HasClock & HasSecrets & HasThread,
  input: { readonly actor: Actor; readonly ids: readonly number[]; readonly format: ExportFormat },
): Promise<Saved> {
  const { actor, ids, format } = input;
  const rows = await selectPayouts(trx).where('payout.id', 'in', ids).orderBy('payout.id').execute();
  const now = deps.clock();
  const network = await trx
    .selectFrom('network_settings')
    .select(['network_name', 'currency', 'time_zone'])
    .executeTakeFirstOrThrow();
  const id = await nextExportId(trx);
  const day = localDayAt(network.time_zone, now.getTime());
  const batch: Batch = {
    messageId: `PAYOUTS-${day.replaceAll('-', '')}-${id}`,
    network: network.network_name,
    currency: network.currency,
    exportedAt: now,
    day,
  };
  const text = await render(trx, { rows, batch, format, ...deps });
  const sealed = deps.secrets.seal(text, exportContext(batch.messageId));
  await trx
    .insertInto('payout_export')
    .values({
      id,
      format,
      message_id: batch.messageId,
      payout_count: rows.length,
      amount_micros: rows.reduce((sum, row) => sum + netMicros(row), 0n),
      file_sealed: sealed,
      exported_by: actor.userId,
      exported_at: now,
      execution_day: format === 'sepa' ? executionDay(now.getTime()) : null,
    })
    .execute();
  await trx
    .updateTable('payout')
    .set({ export_id: id })
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .where('status', '=', 'processing')
    .execute();
  return { messageId: batch.messageId, sealed };
}

/** The number is part of the file, which is sealed before its row is written. */
async function nextExportId(trx: Tx): Promise<number> {
  const found = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('payout_export', 'id')) as id`.execute(trx);
  return Number(theRow(found).id);
}

async function render(
  trx: Tx,
  input: {
    readonly rows: readonly ExportedRow[];
    readonly batch: Batch;
    readonly format: ExportFormat;
    readonly secrets: Secrets;
    readonly make: MakeDocument;
  },
): Promise<string> {
  const { rows, batch, format, secrets, make } = input;
  const bytes =
    format === 'csv'
      ? await make('csv', await payoutLines(rows, batch, secrets))
      : await make('sepa', await sepaOrderOf(rows, batch, await readDebtor(trx, secrets), secrets));
  return Buffer.from(bytes).toString('utf8');
}
