import type { IssueCode } from '@placard/contract/issue-messages';
import { domainIssue, normalizeDomain, typedDomain } from '@placard/domain/website/rules';
import { getPublicSuffix } from 'tldts';

export type DomainResult =
  | { readonly ok: true; readonly domain: string }
  | { readonly ok: false; readonly code: IssueCode };

/**
 * The name under which a website is kept: ASCII, lower case, without `www.`, which is the same website to everyone.
 * Public suffixes are refused, private registries' too: github.io belongs to all its tenants, me.github.io to one.
 */
export function websiteDomain(typed: string): DomainResult {
  const normal = typedDomain(typed);
  if (normal === null) return { ok: false, code: domainIssue(typed) ?? 'domain_invalid' };
  if (isPublicSuffix(normal)) return { ok: false, code: 'domain_public_suffix' };
  const bare = normal.replace(/^www\./, '');
  if (bare === normal) return { ok: true, domain: normal };
  // www.github.io is somebody's site of that name
  if (isPublicSuffix(bare) || normalizeDomain(bare) === null) return { ok: true, domain: normal };
  return { ok: true, domain: bare };
}

function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, { allowPrivateDomains: true }) === domain;
}
