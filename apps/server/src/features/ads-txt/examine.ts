import type { AdsTxtFound } from '@placard/contract/ads-txt';
import {
  ADS_TXT_MAX_LINES,
  ADS_TXT_STEP_LINES,
  type AdsTxtFile,
  adsTxtLines,
  adsTxtSteps,
} from '@placard/domain/ads-txt/parse';
import { type AdsTxtResult, judgeAdsTxt, type OurAdsTxtLine } from '@placard/domain/ads-txt/verdict';
import { cutText } from '@placard/domain/cut-text';
import { breather } from '../../fairness/breather.ts';
import type { SafeFetch } from '../../safe-fetch/safe-fetch.ts';
import { type AdsTxtAnswer, fetchAdsTxt } from './fetch-ads-txt.ts';
import { rootDomainOf } from './root-domain.ts';

export type Examination = {
  readonly result: AdsTxtResult;
  readonly found: AdsTxtFound;
  /** The file that decided, or null where there was none. */
  readonly text: string | null;
};

const MAX_NAMED_LINES = 20;

/**
 * Whether a website declares us. Its root domain's file decides, unless that names the website as SUBDOMAIN: then the
 * website's own does.
 */
export async function examineWebsite(
  fetch: SafeFetch,
  domain: string,
  ours: OurAdsTxtLine,
): Promise<Examination> {
  const root = rootDomainOf(domain);
  const answer = await fetchAdsTxt(fetch, root);
  if (answer.kind !== 'file') return describe(answer, null, ours, false);
  const file = await read(answer.text);
  if (domain === root || !file.subdomains.includes(domain)) return describe(answer, file, ours, false);
  const own = await fetchAdsTxt(fetch, domain);
  return describe(own, own.kind === 'file' ? await read(own.text) : null, ours, true);
}

/** Somebody else wrote it: the longest file there may be takes a tenth of a second, with breaths in between. */
async function read(text: string): Promise<AdsTxtFile> {
  const breathe = breather();
  const steps = adsTxtSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await breathe(ADS_TXT_STEP_LINES);
  }
}

function describe(
  answer: AdsTxtAnswer,
  file: AdsTxtFile | null,
  ours: OurAdsTxtLine,
  bySubdomain: boolean,
): Examination {
  const verdict = judgeAdsTxt(
    answer.kind === 'file' && file !== null
      ? { kind: 'file', file }
      : { kind: answer.kind === 'absent' ? 'absent' : 'failed' },
    ours,
  );
  const lines = answer.kind === 'file' ? adsTxtLines(answer.text, ADS_TXT_MAX_LINES) : [];
  const lineText = (line: number) => cutText((lines[line - 1] ?? '').trim(), 200);
  return {
    result: verdict.result,
    text: answer.kind === 'file' ? answer.text : null,
    found: {
      outcome: outcomeOf(answer, file, verdict.result),
      url: answer.url,
      httpStatus: answer.httpStatus,
      line: verdict.line,
      nearMisses: verdict.nearMisses
        .slice(0, MAX_NAMED_LINES)
        .map(({ line, why }) => ({ line, why, text: lineText(line) })),
      recordCount: file?.records.length ?? 0,
      invalidLines: (file?.invalid ?? []).slice(0, MAX_NAMED_LINES).map(({ line, text }) => ({ line, text })),
      bySubdomain,
    },
  };
}

function outcomeOf(
  answer: AdsTxtAnswer,
  file: AdsTxtFile | null,
  result: AdsTxtResult,
): AdsTxtFound['outcome'] {
  if (answer.kind === 'failed') return answer.outcome;
  if (answer.kind === 'absent') return 'file_missing';
  if (result === 'ok') return 'line_found';
  return file?.records.length === 0 ? 'nothing_declared' : 'line_missing';
}
