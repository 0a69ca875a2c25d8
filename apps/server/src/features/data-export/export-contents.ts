import type { Db } from '@placard/db/database';
import { EXPORT_IMAGES_MAX_BYTES } from '@placard/domain/account/data-export';
import { csvLines, csvText } from '@placard/domain/csv';
import { DEFAULT_LANGUAGE } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { HasDb, HasLog, HasSecrets } from '../../deps.ts';
import { mailTexts } from '../../texts/catalogues.ts';
import { readCurrency } from '../billing/read-balance.ts';
import type { ImageReader } from '../images/read-image.ts';
import { MISSING_FILE, MissingFiles } from '../missing-files.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { writeDocuments } from './exported-documents.ts';
import { ACCOUNT_FILES, accountJson, type ExportedFile, PERSON_FILES, personJson } from './exported-files.ts';

export type Exported = {
  readonly account_id: number;
  readonly user_id: number;
  readonly scope: 'account' | 'person';
  readonly readImage: ImageReader['read'];
  /** Most that its documents take. */
  readonly documentBytes: number;
};

const ROWS_AT_ONCE = 100;

/** Writes everything into the archive, a file at a time and of each a page at a time. */
export async function writeContents(
  deps: HasDb & HasLog & HasSecrets,
  archive: ArchiveWriter,
  what: Exported,
): Promise<void> {
  const { db } = deps;
  await archive.text('README.txt', [await readme(db, what)]);
  await archive.text('profile.json', [pretty(await personJson(db, what))]);
  for (const file of PERSON_FILES) await archive.text(file.name, csvOf(db, file, what));
  if (what.scope !== 'account') return;
  await archive.text('account.json', [pretty(await accountJson(db, what))]);
  for (const file of ACCOUNT_FILES) await archive.text(file.name, csvOf(db, file, what));
  await writeDocuments(deps, archive, what);
  await writeImages(deps, archive, what);
}

/** In the language of who reads it. */
async function readme(db: Db, { user_id: userId }: Exported): Promise<string> {
  const { language } = await db
    .selectFrom('app_user')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const currency = await readCurrency(db);
  return textsIn(mailTexts, language ?? DEFAULT_LANGUAGE)('dataExport.readme', { currency });
}

const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The lines of one file, page by page after the last one's key. */
async function* csvOf(db: Db, file: ExportedFile, what: Exported): AsyncIterable<string> {
  yield csvText([['id', ...file.columns]]);
  let after = 0n;
  for (;;) {
    const { rows } = await sql<{ key: bigint; line: Record<string, unknown> }>`
      select key, to_jsonb(page) - 'key' as line from (${file.rows(what)}) page
       where key > ${after} order by key limit ${ROWS_AT_ONCE}`.execute(db);
    // Row by row: of ad codes alone 500 are megabytes.
    for (const { key, line } of rows) {
      yield csvLines([[String(key), ...file.columns.map((column) => textOf(line[column]))]]);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = BigInt(last.key);
  }
}

function textOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

async function writeImages(deps: HasDb & HasLog, archive: ArchiveWriter, what: Exported): Promise<void> {
  const missing = new MissingFiles(deps, 'images');
  let [after, left] = [0, EXPORT_IMAGES_MAX_BYTES];
  for (;;) {
    const image = await nextImage(deps.db, sql`${what.account_id}`, after);
    if (image === undefined) break;
    after = image.id;
    if (image.size_bytes > left) continue;
    const bytes = await missing.made(image.file_key, async () => await what.readImage(image.file_key));
    // Taken away: the list of creatives still names it.
    if (bytes === null) continue;
    left -= bytes.length;
    await archive.packed(`images/${image.file_key}`, bytes);
  }
  const list = await missing.text(what.user_id);
  if (list !== null) await archive.text(`images/${MISSING_FILE}`, [list]);
}

async function nextImage(db: Db, accountId: RawBuilder<unknown>, after: number) {
  const { rows } = await sql<{ id: number; file_key: string; size_bytes: number }>`
    select id, file_key, size_bytes from image where owner_id = ${accountId} and id > ${after} and removed_at is null order by id limit 1`.execute(
    db,
  );
  return rows[0];
}
