import type { Database } from '@placard/db/schema';
import { BLOCKS_MAX, type BlockKind, readBlockValue } from '@placard/domain/website/blocks';
import { type Kysely, sql } from 'kysely';
import { invalidInput, issueAt } from '../../http/app-error.ts';
import { auditOf } from '../audit/write-audit.ts';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { type Place, websitesOf } from './blocking-place.ts';

/**
 * Blocks values on the place. What is blocked there already stays; delivery follows within a second.
 * @returns how many entries are new, over all websites concerned.
 * @throws AppError `website_not_found`, `widget_not_found`, `invalid_input` (paths `values.N`).
 */
export async function addBlocks(
  deps: HasDb & HasClock,
  actor: Actor,
  input: Place & { readonly kind: BlockKind; readonly values: readonly string[] },
): Promise<{ added: number }> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const websites = await websitesOf(db, actor, input);
    const values = readValues(input.kind, input.values);
    if (input.kind === 'creative') await refuseUnknownCreatives(db, values);
    let added = 0;
    for (const website of websites) {
      const subject = subjectOf(website.id, input.widgetId);
      const fresh = await insert(db, subject, { kind: input.kind, values, now });
      added += fresh.length;
      if (fresh.length > 0) await audit(db, actor, subject, now, { kind: input.kind, blocked: fresh });
    }
    return { added };
  });
}

/** Lifts a block on the place; one that is not there is no fault. @throws AppError as addBlocks. */
export async function removeBlock(
  deps: HasDb & HasClock,
  actor: Actor,
  input: Place & { readonly kind: BlockKind; readonly value: string },
): Promise<{ removed: number }> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    let removed = 0;
    for (const website of await websitesOf(db, actor, input)) {
      const subject = subjectOf(website.id, input.widgetId);
      const { numAffectedRows } = await sql`
        delete from ${sql.table(`${subject.kind}_block`)}
         where ${sql.ref(`${subject.kind}_id`)} = ${subject.id} and kind = ${input.kind} and value = ${input.value}
      `.execute(db);
      const count = Number(numAffectedRows ?? 0n);
      removed += count;
      if (count > 0) await audit(db, actor, subject, now, { kind: input.kind, lifted: [input.value] });
    }
    return { removed };
  });
}

type Subject = { readonly kind: 'website' | 'widget'; readonly id: number };

function subjectOf(websiteId: number, widgetId: number | undefined): Subject {
  return widgetId === undefined ? { kind: 'website', id: websiteId } : { kind: 'widget', id: widgetId };
}

function readValues(kind: BlockKind, typed: readonly string[]): string[] {
  const values = new Set<string>();
  const issues = typed.flatMap((text, index) => {
    const result = readBlockValue(kind, text);
    if (!result.ok) return [issueAt(`values.${index}`, result.code)];
    values.add(result.value);
    return [];
  });
  if (issues.length > 0) throw invalidInput(...issues);
  return [...values];
}

/** Only what was shown to visitors can be named: a number must tell nothing about ads that wait for their review. */
async function refuseUnknownCreatives(db: Kysely<Database>, values: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from creative
     where id = any(${values.map(Number)}::int[])
       and (approved_at is not null or exists (select 1 from ad_report r where r.creative_id = creative.id))
  `.execute(db);
  const known = new Set(rows.map(({ id }) => String(id)));
  const issues = values.flatMap((value, index) =>
    known.has(value) ? [] : [issueAt(`values.${index}`, 'block_value_unknown')],
  );
  if (issues.length > 0) throw invalidInput(...issues);
}

async function insert(
  db: Kysely<Database>,
  subject: Subject,
  entries: { readonly kind: BlockKind; readonly values: readonly string[]; readonly now: Date },
): Promise<string[]> {
  const table = sql.table(`${subject.kind}_block`);
  const owner = sql.ref(`${subject.kind}_id`);
  // The subject is locked first: two tabs at the limit come one after the other.
  await sql`select 1 from ${sql.table(subject.kind)} where id = ${subject.id} for no key update`.execute(db);
  const { rows } = await sql<{ value: string }>`
    insert into ${table} (${owner}, kind, value, created_at)
    select ${subject.id}, ${entries.kind}, value, ${entries.now} from unnest(${entries.values}::text[]) as value
    on conflict do nothing returning value
  `.execute(db);
  const count = await sql<{ count: number }>`
    select count(*)::int as count from ${table} where ${owner} = ${subject.id}
  `.execute(db);
  if ((count.rows[0]?.count ?? 0) > BLOCKS_MAX) throw invalidInput(issueAt('values', 'blocks_too_many'));
  return rows.map(({ value }) => value);
}

async function audit(
  db: Kysely<Database>,
  actor: Actor,
  { kind, id }: Subject,
  at: Date,
  detail: Record<string, unknown>,
): Promise<void> {
  await auditOf('publisher', kind)(db, actor, `${kind}.block`, id, at, detail);
}
