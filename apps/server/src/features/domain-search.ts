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
  const sought = hostSought(search ?? '');
  const pattern = searchPattern(sought);
  if (pattern === null) return [];
  if (/^[\0-\x7f]*$/.test(sought)) return [sql<SqlBool>`s.domain ilike ${pattern}`];
  const { rows } = await sql<{ id: number; domain: string }>`
    select s.id, s.domain from website s where s.domain like '%xn--%' and ${scope}
     order by s.id desc limit ${MOST_LOOKED_THROUGH}
  `.execute(db);
  const wanted = comparable(sought);
  const ids = rows
    .filter(({ domain }) => comparable(shownDomain(domain)).includes(wanted))
    .map(({ id }) => id);
  return [sql<SqlBool>`s.id = any(${ids}::int[])`];
}

/** Of an address that was pasted: domains are kept without `www.`, and without what stands before and after them. */
function hostSought(search: string): string {
  const host = search
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '');
  const bare = host.replace(/^www\./i, '');
  return bare === '' ? search : bare;
}

/** As a browser reads a name: small letters, and one way to write ü. */
function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
