import { type SqlBool, sql } from 'kysely';
import type { HasDb } from '../../deps.ts';
import { labelSearched } from '../billing/operator-documents.ts';
import { domainMatches } from '../domain-search.ts';
import { searchPattern } from '../list-query.ts';
import { payoutCalled } from '../payments/payout-record.ts';

/** Of each kind so many that are called as the search says are looked for in the log. */
const MOST_NAMED = 200;

const called = (pattern: string) => sql<SqlBool>`name ilike ${pattern}`;
const isPerson = (pattern: string) =>
  sql<SqlBool>`email ilike ${pattern} or first_name || ' ' || last_name ilike ${pattern}`;

/** A card as the log calls it. */
export const CARD_NAME = sql<string>`(brand || ' ' || last4)`;

/** What is looked for by its name, by table; websites besides, by their domain. */
const NAMED = {
  app_user: isPerson,
  account_card: (pattern: string) => sql<SqlBool>`company ilike ${pattern} or ${isPerson(pattern)}`,
  campaign: called,
  ad_set: called,
  creative: called,
  widget: called,
  deposit: (pattern: string) => sql<SqlBool>`reference ilike ${pattern}`,
  money_correction: (pattern: string) => sql<SqlBool>`reason ilike ${pattern}`,
  payment_profile: called,
  payment_method: (pattern: string) => sql<SqlBool>`${CARD_NAME} ilike ${pattern}`,
  api_key: called,
  webhook_endpoint: (pattern: string) => sql<SqlBool>`url ilike ${pattern}`,
  traffic_rule: (pattern: string) => sql<SqlBool>`label ilike ${pattern}`,
} as const;
type Named = keyof typeof NAMED | 'website';
const TABLES: readonly Named[] = [...(Object.keys(NAMED) as (keyof typeof NAMED)[]), 'website'];

/** What a search asks for: the newest that are called so, of each table, and whether there are more of any. */
export type Searched = {
  readonly pattern: string;
  readonly ids: Readonly<Record<Named, readonly number[]>>;
  /** Payouts are called by their number, documents by their label. */
  readonly payoutId: number | null;
  readonly document: ReturnType<typeof labelSearched>;
  readonly isCut: boolean;
};

/** @returns null where nothing is searched */
export async function readSearched({ db }: HasDb, search: string | undefined): Promise<Searched | null> {
  const pattern = searchPattern(search);
  if (pattern === null) return null;
  const domains = await domainMatches({ db }, search, sql<SqlBool>`true`);
  const columns = TABLES.map((table) => {
    const matches = table === 'website' ? sql.join(domains, sql` or `) : NAMED[table](pattern);
    return sql`array(select s.id from ${sql.table(table)} s where ${matches}
                      order by s.id desc limit ${MOST_NAMED + 1}) as ${sql.ref(table)}`;
  });
  const { rows } = await sql<Record<Named, number[]>>`select ${sql.join(columns)}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('a statement without tables gave no row');
  const isCut = TABLES.some((table) => found[table].length > MOST_NAMED);
  for (const table of TABLES) found[table].splice(MOST_NAMED);
  return {
    pattern,
    ids: found,
    payoutId: payoutCalled(search ?? ''),
    document: labelSearched(search),
    isCut,
  };
}
