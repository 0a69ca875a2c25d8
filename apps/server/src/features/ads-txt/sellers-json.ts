import { sellerIdOf } from '@placard/domain/ads-txt/verdict';
import { sql } from 'kysely';
import type { HasDb } from '../../deps.ts';
import { inBreaths } from '../../fairness/breather.ts';
import { rootDomainOf } from './root-domain.ts';

/** What a seller takes, of a breather's steps: his domain is looked up among all public suffixes. */
const STEPS_A_SELLER = 5;

type Seller = {
  readonly seller_id: string;
  readonly seller_type: 'PUBLISHER';
} & ({ readonly is_confidential: 1 } | { readonly name: string; readonly domain: string });

export type SellersJson = { readonly version: '1.0'; readonly sellers: readonly Seller[] };

/**
 * Who sells through this network, as sellers.json 1.0 tells buyers: accounts with a website that may show ads. A
 * company is named with the domain of its first website; a person without one stays confidential, since the file is
 * for everybody to read.
 */
export async function readSellersJson(deps: HasDb): Promise<SellersJson> {
  const { rows } = await sql<{ id: number; company: string | null; domain: string }>`
    select u.id, nullif(trim(u.company), '') as company,
           (array_agg(s.domain order by s.id))[1] as domain
      from account u
      join account_role r on r.account_id = u.id and r.role = 'publisher'
      join website s on s.publisher_id = u.id and s.status = 'active'
     where u.status = 'active'
     group by u.id
     order by u.id`.execute(deps.db);
  const sellers = await inBreaths(rows, STEPS_A_SELLER, ({ id, company, domain }): Seller => {
    const seller = { seller_id: sellerIdOf(id), seller_type: 'PUBLISHER' as const };
    return company === null
      ? { ...seller, is_confidential: 1 }
      : { ...seller, name: company, domain: rootDomainOf(domain) };
  });
  return { version: '1.0', sellers };
}
