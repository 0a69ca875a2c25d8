import { shownDomain } from '@placard/domain/website/unicode-domain';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { HasDb } from '../deps.ts';
import { searchPattern } from './list-query.ts';

/** So many websites with other letters are looked through, newest first. */
const MOST_LOOKED_THROUGH = 5_000;

/**
 * Conditions on website `s`, any of which finds it by its domain. A domain is kept in ASCII: what is typed in ASCII is
 * looked for there, in the database. A part of `xn--mnchen-3ya` says nothing about a part of `münchen`, so text in other
 * letters is looked for in what those domains stand for.
 * @param scope whose websites: a condition on `s`
 */
export async function domainMatches(
  { db }: HasDb,
  search: string | undefined,
  scope: RawBuilder<SqlBool>,
): Promise<RawBuilder<SqlBool>[]> {
  const pattern = searchPattern(search);
  if (pattern === null || search === undefined) return [];
  if (/^[\0-\x7f]*$/.test(search)) return [sql<SqlBool>`s.domain ilike ${pattern}`];
  const { rows } = await sql<{ id: number; domain: string }>`
    select s.id, s.domain from website s where s.domain like '%xn--%' and ${scope}
     order by s.id desc limit ${MOST_LOOKED_THROUGH}
  `.execute(db);
  const wanted = comparable(search);
  const ids = rows
    .filter(({ domain }) => comparable(shownDomain(domain)).includes(wanted))
    .map(({ id }) => id);
  return [sql<SqlBool>`s.id = any(${ids}::int[])`];
}

/** As a browser reads a name: small letters, and one way to write ü. */
function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
