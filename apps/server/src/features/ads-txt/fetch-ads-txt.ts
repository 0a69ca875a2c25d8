import type { ADS_TXT_OUTCOMES } from '@placard/contract/ads-txt';
import type { FetchFault } from '@placard/domain/fetch-fault';
import type { FetchAnswer, SafeFetch } from '../../safe-fetch/safe-fetch.ts';
import { adsTxtUrlOf, rootDomainOf } from './root-domain.ts';

type Failure = Exclude<
  (typeof ADS_TXT_OUTCOMES)[number],
  'line_found' | 'line_missing' | 'file_missing' | 'nothing_declared'
>;

export type AdsTxtAnswer = { readonly url: string; readonly httpStatus: number | null } & (
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly outcome: Failure }
);

const FAILURES: Record<FetchFault, Failure> = {
  url_refused: 'redirect',
  port_refused: 'redirect',
  address_refused: 'address_refused',
  redirect_refused: 'redirect',
  too_many_redirects: 'redirect',
  name_not_found: 'name_not_found',
  unreachable: 'unreachable',
  certificate: 'certificate',
  timed_out: 'timed_out',
  too_large: 'too_large',
  bad_encoding: 'bad_answer',
  bad_response: 'bad_answer',
};

/**
 * The ads.txt of a host: by HTTPS, and by HTTP where that gave no file. Where neither did, a server that answered by
 * HTTPS has the last word; one that is only there by HTTP speaks for itself.
 */
export async function fetchAdsTxt(fetch: SafeFetch, hostname: string): Promise<AdsTxtAnswer> {
  const secure = await fetchFrom(fetch, adsTxtUrlOf(hostname));
  if (secure.kind === 'file') return secure;
  const plain = await fetchFrom(fetch, adsTxtUrlOf(hostname).replace('https:', 'http:'));
  if (plain.kind === 'file') return plain;
  return isSilent(secure) && !isSilent(plain) ? plain : secure;
}

const SILENCE: readonly Failure[] = ['name_not_found', 'unreachable', 'certificate', 'timed_out'];

function isSilent(answer: AdsTxtAnswer): boolean {
  return answer.kind === 'failed' && SILENCE.includes(answer.outcome);
}

async function fetchFrom(fetch: SafeFetch, url: string): Promise<AdsTxtAnswer> {
  const root = rootDomainOf(new URL(url).hostname);
  const isInside = (address: URL) => rootDomainOf(address.hostname) === root;
  const answer = await fetch({
    url,
    accept: 'text/plain',
    // Freely within the root domain; one step to a third party, and from there none.
    mayFollow: (_to, asked) => asked.every(isInside),
  });
  return readAnswer(answer);
}

function readAnswer(answer: FetchAnswer): AdsTxtAnswer {
  const { url } = answer;
  if (!answer.ok) return { kind: 'failed', url, httpStatus: null, outcome: FAILURES[answer.fault] };
  const httpStatus = answer.status;
  if (httpStatus === 404) return { kind: 'absent', url, httpStatus };
  const failed = (outcome: Failure): AdsTxtAnswer => ({ kind: 'failed', url, httpStatus, outcome });
  if (httpStatus >= 300 && httpStatus < 400) return failed('redirect');
  if (httpStatus !== 200) return failed('http_status');
  const type = (answer.contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'text/html' || type === 'application/xhtml+xml') return failed('html');
  if (type !== 'text/plain') return failed('not_plain_text');
  const text = answer.body.toString('utf8');
  // An error page that calls itself text: begun by a tag, which no line of the file can be.
  if (/^\uFEFF?\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(text)) return failed('html');
  // NUL cannot be kept in PostgreSQL and is no text.
  if (text.includes('\0')) return failed('not_plain_text');
  return { kind: 'file', url, httpStatus, text };
}
