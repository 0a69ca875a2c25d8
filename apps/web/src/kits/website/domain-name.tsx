import { shownDomain } from '@placard/domain/website/unicode-domain';

/** A website's domain as people write it; where that is not how it is stored, the ASCII form shows when pointed at. */
export function DomainName({ domain }: { domain: string }) {
  const shown = shownDomain(domain);
  return shown === domain ? domain : <span title={domain}>{shown}</span>;
}
