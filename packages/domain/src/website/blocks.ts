import { AD_CATEGORY_CODES, NO_CATEGORY } from '../campaign/ad-categories.ts';
import { type DomainIssue, domainIssue, typedDomain } from './rules.ts';

/** What a publisher may keep off a website or a widget. */
export const BLOCK_KINDS = ['advertiser_domain', 'category', 'creative'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Entries of one website or one widget. */
export const BLOCKS_MAX = 1_000;

export type BlockIssue = DomainIssue | 'block_value_unknown';

/**
 * The form in which a blocked value is kept: a domain in ASCII and lower case without `www.` (its subdomains are blocked
 * with it), a category's code, a creative's number.
 */
export function readBlockValue(
  kind: BlockKind,
  typed: string,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly code: BlockIssue } {
  if (kind === 'advertiser_domain') {
    const domain = typedDomain(typed);
    if (domain === null) return { ok: false, code: domainIssue(typed) ?? 'domain_invalid' };
    const bare = domain.replace(/^www\./, '');
    return { ok: true, value: bare.includes('.') ? bare : domain };
  }
  const known =
    kind === 'category'
      ? typed === NO_CATEGORY || (AD_CATEGORY_CODES as readonly string[]).includes(typed)
      : /^[1-9]\d{0,9}$/.test(typed) && Number(typed) <= 2_147_483_647;
  return known ? { ok: true, value: typed } : { ok: false, code: 'block_value_unknown' };
}

/** The advertiser whom a click leads to, as lists of blocks name it: a dot at the end of a host makes it no other. */
export function advertiserHostOf(click: URL | null): string | null {
  const host = click?.hostname.replace(/\.$/, '') ?? '';
  return host === '' ? null : host;
}
