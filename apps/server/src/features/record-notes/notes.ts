import type { newNote, RecordNote } from '@placard/contract/record-notes';
import type { Db, Tx } from '@placard/db/database';
import type { AuditDetail } from '@placard/domain/audit';
import { NOTES_MAX, type NotedKind, TAGS_OFFERED } from '@placard/domain/record-note';
import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { displayName } from '../account/user-view.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { theRow } from '../the-row.ts';

type Subject = { readonly kind: NotedKind; readonly subjectId: number };
type Tagged = { readonly tags: string[]; readonly version: number };

const TABLES = {
  user: 'app_user',
  account: 'account',
  campaign: 'campaign',
  website: 'website',
} as const satisfies Record<NotedKind, string>;

/** What operators noted about a record, newest first, and its tags. @throws AppError `not_found` */
export async function readNotes(
  { db }: HasDb,
  _actor: Actor,
  subject: Subject,
): Promise<{ items: RecordNote[] } & Tagged> {
  await requireSubject(db, subject);
  const [rows, tagged] = await Promise.all([
    selectNotes(db)
      .where('n.kind', '=', subject.kind)
      .where('n.subject_id', '=', subject.subjectId)
      .orderBy('n.id', 'desc')
      .limit(NOTES_MAX)
      .execute(),
    readTags(db, subject),
  ]);
  return { items: rows.map(noteView), ...tagged };
}

/** Notes something about a record. @throws AppError `not_found`, `conflict_status` beyond the most */
export async function addNote(
  deps: HasDb & HasClock,
  actor: Actor,
  { text, ...subject }: z.output<typeof newNote>,
): Promise<RecordNote> {
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockSubject(trx, subject);
    const { n } = await trx
      .selectFrom('record_note')
      .select((eb) => eb.fn.countAll<bigint>().as('n'))
      .where('kind', '=', subject.kind)
      .where('subject_id', '=', subject.subjectId)
      .executeTakeFirstOrThrow();
    refuseFull(n, NOTES_MAX, 'notes_full');
    const { id } = await trx
      .insertInto('record_note')
      .values({
        kind: subject.kind,
        subject_id: subject.subjectId,
        text,
        author_id: actor.userId,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(trx, actor, { action: 'note_add', ...subject, detail: { note: id }, at });
    return noteView(await selectNotes(trx).where('n.id', '=', id).executeTakeFirstOrThrow());
  });
}

/** @throws AppError `not_found` */
export async function removeNote(
  deps: HasDb & HasClock,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<Record<string, never>> {
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const gone = await trx
      .deleteFrom('record_note')
      .where('id', '=', id)
      .returning(['kind', 'subject_id', 'author_id'])
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    const { kind, subject_id: subjectId, author_id: author } = gone;
    await audit(trx, actor, { action: 'note_remove', kind, subjectId, detail: { note: id, author }, at });
  });
  return {};
}

/** Gives a record these tags in place of those it has. @throws AppError `not_found`, `conflict_version` */
export async function setTags(
  deps: HasDb & HasClock,
  actor: Actor,
  input: Subject & { readonly tags: readonly string[]; readonly version: number },
): Promise<Tagged> {
  const at = deps.clock();
  const { kind, subjectId } = input;
  const tags = [...new Set(input.tags)].sort();
  return await inTransaction(deps.db, async (trx) => {
    await lockSubject(trx, input);
    const before = await readTags(trx, input);
    if (before.version !== input.version) throw new AppError('conflict_version');
    const changes = changesOf({ tags: before.tags }, { tags });
    if (Object.keys(changes).length === 0) return before;
    await trx.deleteFrom('record_tag').where('kind', '=', kind).where('subject_id', '=', subjectId).execute();
    if (tags.length > 0) {
      await trx
        .insertInto('record_tag')
        .values(tags.map((tag) => ({ kind, subject_id: subjectId, tag })))
        .execute();
    }
    await audit(trx, actor, { action: 'set_tags', kind, subjectId, detail: changes, at });
    return { tags, version: before.version + 1 };
  });
}

/**
 * Tags of a kind of records with how many have each, the most used first; of users also those of accounts, for both narrow
 * their list.
 */
export async function listTags(
  { db }: HasDb,
  _actor: Actor,
  { kind }: { readonly kind: NotedKind },
): Promise<{ items: { tag: string; count: number }[] }> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from record_tag where kind = any(${kind === 'user' ? ['user', 'account'] : [kind]}::text[])
     group by tag order by count(*) desc, tag limit ${TAGS_OFFERED}`.execute(db);
  return { items: rows };
}

function selectNotes(db: Db) {
  return db
    .selectFrom('record_note as n')
    .innerJoin('app_user as u', 'u.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.created_at', 'u.first_name', 'u.last_name', 'u.email']);
}

function noteView(
  row: Awaited<ReturnType<ReturnType<typeof selectNotes>['executeTakeFirstOrThrow']>>,
): RecordNote {
  return { id: row.id, text: row.text, author: displayName(row), createdAt: row.created_at.toISOString() };
}

/**
 * The log says how often they were changed: nothing leaves it. In one statement: between two of them somebody could change
 * both.
 */
async function readTags(db: Db, { kind, subjectId }: Subject): Promise<Tagged> {
  const found = await sql<Tagged>`
    select array(select tag from record_tag where kind = ${kind} and subject_id = ${subjectId} order by tag collate "C") as tags,
           (select count(*)::int from audit_log
             where subject_kind = ${kind} and subject_id = ${subjectId} and action = ${`${kind}.set_tags`}) as version`.execute(
    db,
  );
  return theRow(found);
}

async function requireSubject(db: Db, { kind, subjectId }: Subject): Promise<void> {
  await db
    .selectFrom(TABLES[kind])
    .select('id')
    .where('id', '=', subjectId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Whoever else notes or tags it waits: none goes beyond the most. */
async function lockSubject(trx: Tx, { kind, subjectId }: Subject): Promise<void> {
  await requireSubject(trx, { kind, subjectId });
  await sql`select pg_advisory_xact_lock(hashtextextended(${`record_note ${kind} ${subjectId}`}, 0))`.execute(
    trx,
  );
}

type Entry = Subject & {
  readonly action: string;
  readonly detail: AuditDetail;
  readonly at: Date;
};

/** What a note says stands in the note alone: the log cannot be taken back, a note can. */
async function audit(trx: Tx, actor: Actor, { kind, subjectId, action, detail, at }: Entry): Promise<void> {
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: `${kind}.${action}`,
    subjectKind: kind,
    subjectId,
    detail,
    at,
  });
}
