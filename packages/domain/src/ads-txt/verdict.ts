import type { AdsTxtFile, AdsTxtRecord } from './parse.ts';

export const ADS_TXT_RESULTS = ['ok', 'missing_line', 'unknown'] as const;
export type AdsTxtResult = (typeof ADS_TXT_RESULTS)[number];

/** The line that names us: our domain as an advertising system, and the publisher's account with us. */
export type OurAdsTxtLine = { readonly domain: string; readonly sellerId: string };

/** What asking for a file ended in. `absent` is 404: the website declares nothing. */
export type AdsTxtAnswer =
  | { readonly kind: 'file'; readonly file: AdsTxtFile }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed' };

export const ADS_TXT_NEAR_MISSES = ['other_account', 'account_case', 'reseller'] as const;

/** A record of our domain that is not the line that is needed, and why not. */
export type AdsTxtNearMiss = {
  readonly line: number;
  readonly why: (typeof ADS_TXT_NEAR_MISSES)[number];
};

export type AdsTxtVerdict = {
  readonly result: AdsTxtResult;
  /** The line that was found, counted from 1. */
  readonly line: number | null;
  readonly nearMisses: readonly AdsTxtNearMiss[];
};

/** The account id of a publisher in ads.txt and sellers.json; the same for ever. */
export function sellerIdOf(publisherId: number): string {
  return `pub-${publisherId}`;
}

export function adsTxtLineOf({ domain, sellerId }: OurAdsTxtLine): string {
  return `${domain}, ${sellerId}, DIRECT`;
}

/** Whether the website declared us and no longer does. What could not be read in between says nothing. */
export function isLost(before: AdsTxtResult, now: AdsTxtResult): boolean {
  return before === 'ok' && now === 'missing_line';
}

/** Whether the website declares us. An answer that cannot be used says nothing about it. */
export function judgeAdsTxt(answer: AdsTxtAnswer, ours: OurAdsTxtLine): AdsTxtVerdict {
  if (answer.kind === 'failed') return { result: 'unknown', line: null, nearMisses: [] };
  if (answer.kind === 'absent') return { result: 'missing_line', line: null, nearMisses: [] };
  const domain = ours.domain.toLowerCase();
  const sameDomain = answer.file.records.filter((record) => record.domain === domain);
  const found = sameDomain.find(
    (record) => record.accountId === ours.sellerId && record.relationship === 'DIRECT',
  );
  if (found !== undefined) return { result: 'ok', line: found.line, nearMisses: [] };
  const nearMisses = sameDomain.map((record) => ({ line: record.line, why: whyNot(record, ours) }));
  return { result: 'missing_line', line: null, nearMisses };
}

function whyNot(record: AdsTxtRecord, ours: OurAdsTxtLine): AdsTxtNearMiss['why'] {
  if (record.accountId === ours.sellerId) return 'reseller';
  return record.accountId.toLowerCase() === ours.sellerId.toLowerCase() ? 'account_case' : 'other_account';
}
