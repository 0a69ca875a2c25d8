import { type SqlBool, sql } from 'kysely';
import type { HasDb } from '../../deps.ts';
import { searchPattern } from '../list-query.ts';

/** Of each kind so many that are called as the search says are looked for in the log. */
const MOST_NAMED = 200;

const called = (column: string) => (pattern: string) => sql<SqlBool>`${sql.ref(column)} ilike ${pattern}`;
const isPerson = (pattern: string) =>
  sql<SqlBool>`email ilike ${pattern} or first_name || ' ' || last_name ilike ${pattern}`;

/** What is looked for by its name, by table. */
const NAMED = {
  app_user: isPerson,
  account_card: called('company'),
  campaign: called('name'),
  creative: called('name'),
  website: called('domain'),
  deposit: called('reference'),
} as const;
type Named = keyof typeof NAMED;
const TABLES = Object.keys(NAMED) as Named[];

/** What a search asks for: the newest that are called so, of each table, and whether there are more of any. */
export type Searched = {
  readonly pattern: string;
  readonly ids: Readonly<Record<Named, readonly number[]>>;
  readonly isCut: boolean;
};

/** @returns null where nothing is searched */
export async function readSearched({ db }: HasDb, search: string | undefined): Promise<Searched | null> {
  const pattern = searchPattern(search);
  if (pattern === null) return null;
  const columns = TABLES.map(
    (table) => sql`array(select id from ${sql.table(table)} where ${NAMED[table](pattern)}
                          order by id desc limit ${MOST_NAMED + 1}) as ${sql.ref(table)}`,
  );
  const { rows } = await sql<Record<Named, number[]>>`select ${sql.join(columns)}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('a statement without tables gave no row');
  const isCut = TABLES.some((table) => found[table].length > MOST_NAMED);
  for (const table of TABLES) found[table].splice(MOST_NAMED);
  return { pattern, ids: found, isCut };
}
