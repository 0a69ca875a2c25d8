import type { Database } from '@placard/db/schema';
import type { AuditDetail } from '@placard/domain/audit';
import { BLOCKS_MAX, type BlockKind, readBlockValue } from '@placard/domain/website/blocks';
import { type Kysely, sql } from 'kysely';
import { invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { doneBy, writeAudits } from '../audit/write-audit.ts';
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
    const typed = readValues(input.kind, input.values);
    if (input.kind === 'creative') await refuseUnknownCreatives(db, typed);
    const values = [...new Set(typed)];
    const { kind, ids } = subjectsOf(websites, input);
    const fresh: Awaited<ReturnType<typeof insert>> = [];
    for (let at = 0; at < ids.length; at += SUBJECTS_A_STATEMENT) {
      const subjects = { kind, ids: ids.slice(at, at + SUBJECTS_A_STATEMENT) };
      fresh.push(...(await insert(db, subjects, { kind: input.kind, values, now })));
    }
    await audit(
      db,
      actor,
      { kind: kindOf(input), at: now },
      fresh.map(({ id, values }) => ({
        id,
        detail: { kind: input.kind, blocked: values },
      })),
    );
    return { added: fresh.reduce((sum, { values }) => sum + values.length, 0) };
  });
}

/** Lifts a block on the place; one that is not there is no fault. @throws AppError as addBlocks. */
export async function removeBlock(
  deps: HasDb & HasClock,
  actor: Actor,
  input: Place & { readonly kind: BlockKind; readonly value: string },
): Promise<{ removed: number }> {
  const now = deps.clock();
  // As it was typed when it was blocked; what is no such value is blocked nowhere.
  const read = readBlockValue(input.kind, input.value);
  const value = read.ok ? read.value : input.value;
  return await inTransaction(deps.db, async (db) => {
    const { kind, ids } = subjectsOf(await websitesOf(db, actor, input), input);
    const { rows } = await sql<{ id: number }>`
      delete from ${sql.table(`${kind}_block`)}
       where ${sql.ref(`${kind}_id`)} = any(${ids}::int[]) and kind = ${input.kind} and value = ${value}
      returning ${sql.ref(`${kind}_id`)} as id
    `.execute(db);
    const detail = { kind: input.kind, lifted: [value] };
    await audit(
      db,
      actor,
      { kind, at: now },
      rows.map(({ id }) => ({ id, detail })),
    );
    return { removed: rows.length };
  });
}

/** Each with up to a hundred values: a statement of 20,000 rows takes a second. */
const SUBJECTS_A_STATEMENT = 200;

/** Whose list it is: the widget's, or of each of the websites its own. */
type Subjects = { readonly kind: 'website' | 'widget'; readonly ids: readonly number[] };

function kindOf(place: Place): Subjects['kind'] {
  return place.widgetId === undefined ? 'website' : 'widget';
}

function subjectsOf(websites: readonly { readonly id: number }[], place: Place): Subjects {
  const ids = place.widgetId === undefined ? websites.map(({ id }) => id) : [place.widgetId];
  return { kind: kindOf(place), ids };
}

/** As they are kept, each at its place. */
function readValues(kind: BlockKind, typed: readonly string[]): string[] {
  const values: string[] = [];
  const issues = typed.flatMap((text, index) => {
    const result = readBlockValue(kind, text);
    if (!result.ok) return [issueAt(`values.${index}`, result.code)];
    values.push(result.value);
    return [];
  });
  if (issues.length > 0) throw invalidInput(...issues);
  return values;
}

/** Only what was shown to visitors can be named: a number must tell nothing about ads that wait for their review. */
async function refuseUnknownCreatives(db: Kysely<Database>, values: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from creative
     where id = any(${values.map(Number)}::int[])
       and (approved_at is not null or exists (select from ad_report r where r.creative_id = creative.id))
  `.execute(db);
  const known = new Set(rows.map(({ id }) => String(id)));
  const issues = values.flatMap((value, index) =>
    known.has(value) ? [] : [issueAt(`values.${index}`, 'block_value_unknown')],
  );
  if (issues.length > 0) throw invalidInput(...issues);
}

/** Of all subjects in a few statements, however many they are. @returns what is new, by subject. */
async function insert(
  db: Kysely<Database>,
  subjects: Subjects,
  entries: { readonly kind: BlockKind; readonly values: readonly string[]; readonly now: Date },
): Promise<{ readonly id: number; readonly values: readonly string[] }[]> {
  const { kind, ids } = subjects;
  const table = sql.table(`${kind}_block`);
  const owner = sql.ref(`${kind}_id`);
  // The subjects are locked first, in one order: two tabs at the limit come one after the other.
  await sql`select id from ${sql.table(kind)} where id = any(${ids}::int[]) order by id for no key update`.execute(
    db,
  );
  const { rows } = await sql<{ id: number; values: string[] }>`
    with fresh as (
      insert into ${table} (${owner}, kind, value, created_at)
      select id, ${entries.kind}, value, ${entries.now}
        from unnest(${ids}::int[]) as id, unnest(${entries.values}::text[]) as value
      on conflict do nothing returning ${owner} as id, value)
    select id, array_agg(value order by value) as values from fresh group by id order by id
  `.execute(db);
  const full = await sql`
    select from ${table} where ${owner} = any(${ids}::int[]) group by ${owner} having count(*) > ${BLOCKS_MAX}
  `.execute(db);
  if (full.rows.length > 0) throw invalidInput(issueAt('values', 'blocks_too_many'));
  return rows;
}

async function audit(
  db: Kysely<Database>,
  actor: Actor,
  { kind, at }: { readonly kind: Subjects['kind']; readonly at: Date },
  changes: readonly { readonly id: number; readonly detail: AuditDetail }[],
): Promise<void> {
  await writeAudits(
    db,
    changes.map(({ id, detail }) => ({
      ...doneBy(actor, 'publisher'),
      action: `${kind}.block`,
      subjectKind: kind,
      subjectId: id,
      detail,
      at,
    })),
  );
}
