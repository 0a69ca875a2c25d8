import type { Db } from '@placard/db/database';
import type { HasDb, HasSecrets } from '../../deps.ts';
import { inDocumentTurn } from '../../fairness/documents.ts';
import { documentOf } from '../billing/invoices.ts';
import { closedMonths, readStatement, statementFileName } from '../payments/statements.ts';
import type { ArchiveWriter } from './archive-writer.ts';

type Whose = { readonly account_id: number; readonly documentBytes: number };

/**
 * The account's documents as they are downloaded, from the newest on, until their share of the archive is full. Each is
 * made in a turn of its own, as if its account had asked for it, and is gone from memory when the next one is read.
 * @throws TooManyWaiting; ThreadFault
 */
export async function writeDocuments(
  deps: HasDb & HasSecrets,
  archive: ArchiveWriter,
  { account_id: accountId, documentBytes }: Whose,
): Promise<void> {
  let left = documentBytes;
  for await (const { name, bytes } of documentsOf(deps, accountId)) {
    left -= bytes.length;
    if (left < 0) return;
    await archive.packed(`documents/${name}`, bytes);
  }
}

type Drawn = { readonly name: string; readonly bytes: Uint8Array };

async function* documentsOf(deps: HasDb & HasSecrets, accountId: number): AsyncIterable<Drawn> {
  const { time_zone: timeZone } = await deps.db
    .selectFrom('account')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  for (const month of await closedMonths(deps, { accountId })) {
    yield await inDocumentTurn({ accountId }, async (make) => {
      const statement = await readStatement(deps, { accountId }, { month });
      return { name: statementFileName(month), bytes: await make('statement', statement) };
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
      const document = documentOf(row, timeZone);
      return { name: document.fileName, bytes: await make('invoice', document) };
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
