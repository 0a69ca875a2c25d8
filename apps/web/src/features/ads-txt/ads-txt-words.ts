import type { AdsTxtCheck, AdsTxtFound, AdsTxtWebsite } from '@placard/contract/ads-txt';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import type { Translate } from '../../i18n/texts.ts';
import type { api } from '../../lib/api/api.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import type { adsTxtTexts } from './texts.ts';

type T = Translate<typeof adsTxtTexts.english>;
export type Merged = Awaited<ReturnType<typeof api.adsTxt.merged>>;

/** One sentence about what a check came upon. */
export function outcomeText(t: T, found: AdsTxtFound): string {
  switch (found.outcome) {
    case 'line_found':
      return t('outcome.line_found', { line: found.line ?? 0 });
    case 'line_missing':
      return t('outcome.line_missing', { count: found.recordCount });
    case 'http_status':
      return t('outcome.http_status', { code: String(found.httpStatus ?? '') });
    default:
      return t(`outcome.${found.outcome}`);
  }
}

/** What a website without a check is told, by whether it is checked by itself. */
export function neverText(t: T, { status }: Pick<AdsTxtWebsite, 'status'>): string {
  return status === 'rejected' ? t('neverRejected') : t('neverText');
}

/** Why an older answer stands beside a check that said nothing; `null` where it is that check's own. */
export function keptText(
  t: T,
  { result, resultAt, lastCheck }: Pick<AdsTxtWebsite, 'result' | 'resultAt' | 'lastCheck'>,
  nowMs: number,
): string | null {
  if (lastCheck?.result !== 'unknown' || result === 'unknown' || resultAt === null) return null;
  return t('keeps', { when: formatRelative(resultAt, nowMs) });
}

/** After Check now: what worked was the asking, not always the answer. */
export function checkedText(
  t: T,
  { domain, lastCheck }: { readonly domain: string; readonly lastCheck: Pick<AdsTxtCheck, 'result'> | null },
): string {
  const name = shownDomain(domain);
  return lastCheck?.result === 'unknown' ? t('checkedInVain', { name }) : t('checked', { name });
}

/** What to do with the text that is shown. */
export function adviceOf(t: T, { added, fileUrl, file }: Omit<Merged, 'text' | 'seenAt'>): string {
  const address = shownAddress(fileUrl);
  switch (file) {
    case 'too_long':
      return added.length === 0 ? t('merged.tooLongComplete') : t('merged.tooLong');
    case 'absent':
      return t('merged.newFile', { address });
    case 'unseen':
      return t('merged.unseen', { address });
    case 'seen':
      return added.length === 0 ? t('merged.complete') : t('merged.add', { address });
  }
}

/** An address for eyes: its host as people write it. */
export function shownAddress(url: string): string {
  return url.replace(/(?<=^https?:\/\/)[^/]+/, shownDomain);
}
