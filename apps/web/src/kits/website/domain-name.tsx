import { shownDomain } from '@placard/domain/website/unicode-domain';
import { Address } from '../../ui/address.tsx';

/** A website's domain as people write it; where that is not how it is stored, the ASCII form shows when pointed at. */
export function DomainName({ domain }: { domain: string }) {
  const shown = shownDomain(domain);
  const address = <Address text={shown} />;
  return shown === domain ? address : <span title={domain}>{address}</span>;
}
