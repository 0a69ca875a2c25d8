import type { Db } from '@placard/db/database';
import { documentFileName } from '@placard/domain/billing/document-kinds';
import type { HasDb, HasLog, HasSecrets } from '../../deps.ts';
import { inDocumentTurn } from '../../fairness/documents.ts';
import { documentOf } from '../billing/invoices.ts';
import { labelOf } from '../billing/issue-invoice.ts';
import { MISSING_FILE, MissingFiles } from '../missing-files.ts';
import { closedMonths, readStatement, statementFileName } from '../payments/statements.ts';
import type { ArchiveWriter } from './archive-writer.ts';

type Deps = HasDb & HasLog & HasSecrets;
type Whose = { readonly account_id: number; readonly user_id: number; readonly documentBytes: number };

/**
 * The account's documents as they are downloaded, from the newest on, until their share of the archive is full. Each is
 * made in a turn of its own, as if its account had asked for it, and is gone from memory when the next one is read. What
 * cannot be drawn is left out, and named in MISSING.txt.
 * @throws TooManyWaiting; what keeps 20 from being drawn
 */
export async function writeDocuments(
  deps: Deps,
  archive: ArchiveWriter,
  { account_id: accountId, user_id: userId, documentBytes }: Whose,
): Promise<void> {
  const missing = new MissingFiles(deps, 'documents');
  let left = documentBytes;
  for await (const { name, bytes } of documentsOf(deps, accountId, missing)) {
    left -= bytes?.length ?? 0;
    if (left < 0) break;
    if (bytes !== null) await archive.packed(`documents/${name}`, bytes);
  }
  const list = await missing.text(userId);
  if (list !== null) await archive.text(`documents/${MISSING_FILE}`, [list]);
}

type Drawn = { readonly name: string; readonly bytes: Uint8Array | null };

async function* documentsOf(deps: Deps, accountId: number, missing: MissingFiles): AsyncIterable<Drawn> {
  const { time_zone: timeZone } = await deps.db
    .selectFrom('account')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  for (const month of await closedMonths(deps, { accountId })) {
    yield await inDocumentTurn({ accountId }, async (make) => {
      const statement = await readStatement(deps, { accountId }, { month });
      const name = statementFileName(month);
      return { name, bytes: await missing.made(name, async () => await make('statement', statement)) };
    });
  }
  let before: number | null = null;
  for (;;) {
    const number = await nextNumber(deps.db, accountId, before);
    if (number === undefined) return;
    before = number;
    yield await inDocumentTurn({ accountId }, async (make) => {
      const row = await deps.db
        .selectFrom('invoice')
        .selectAll()
        .where('number', '=', number)
        .executeTakeFirstOrThrow();
      const name = documentFileName(row.kind, labelOf(row));
      const draw = async () => await make('invoice', documentOf(row, timeZone));
      return { name, bytes: await missing.made(name, draw) };
    });
  }
}

async function nextNumber(db: Db, accountId: number, before: number | null): Promise<number | undefined> {
  let query = db
    .selectFrom('invoice')
    .select('number')
    .where('advertiser_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(1);
  if (before !== null) query = query.where('number', '<', before);
  return (await query.executeTakeFirst())?.number;
}
