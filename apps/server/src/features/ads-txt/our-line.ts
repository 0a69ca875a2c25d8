import { type OurAdsTxtLine, sellerIdOf } from '@placard/domain/ads-txt/verdict';
import { normalizeDomain } from '@placard/domain/website/rules';
import type { HasUrls } from '../../deps.ts';

/** Of the two addresses only the dashboard's, under which sellers.json is served too. */
export type HasNetworkName = Pick<HasUrls, 'publicUrl'>;

/** The line that a publisher adds. The network goes by the name under which it serves its sellers.json. */
export function ourLineFor(deps: HasNetworkName, publisherId: number): OurAdsTxtLine {
  return { domain: new URL(deps.publicUrl).hostname, sellerId: sellerIdOf(publisherId) };
}

/** Whether others can look this network up by its name; `localhost` and addresses in digits they cannot. */
export function networkIsPublic(deps: HasNetworkName): boolean {
  return normalizeDomain(new URL(deps.publicUrl).hostname) !== null;
}
