import type { RelatedWebsite } from '@placard/contract/reviews';
import type { Database } from '@placard/db/schema';
import { type Kysely, sql } from 'kysely';
import { ownerJson } from '../accounts/account-name.ts';

/** So many are named on the card; whoever has that many neighbours has to be looked at in any case. */
const MOST = 20;

/**
 * Websites of other publishers that lie above or below this one's domain: who registers `news.harbour.example` says to
 * have a part of another publisher's `harbour.example`, and who registers the parent says to have all of it. Each would
 * be served on the other's pages. Deleted websites have given their domain up.
 */
export async function readRelatedWebsites(
  db: Kysely<Database>,
  website: { readonly id: number; readonly domain: string; readonly publisher_id: number },
): Promise<RelatedWebsite[]> {
  const parents = parentsOf(website.domain);
  // Read from the end, a subdomain begins with its parent: a search that an index serves.
  const below = `${reversed(`.${website.domain}`)}%`;
  const { rows } = await sql<RelatedWebsite>`
    select s.id, s.domain, s.status,
           case when s.domain = any(${parents}::text[]) then 'parent' else 'subdomain' end as relation,
           ${ownerJson()} as publisher
      from website s join account_card u on u.id = s.publisher_id
     where s.publisher_id <> ${website.publisher_id} and s.status <> 'archived'
       and (s.domain = any(${parents}::text[]) or reverse(s.domain) like ${below})
     order by relation, s.domain limit ${MOST}
  `.execute(db);
  return rows;
}

/** `b.c.example` and `c.example` of `a.b.c.example`; a single label is no website. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
