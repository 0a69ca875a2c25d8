import { ADS_TXT_OUTCOMES, type AdsTxtFound } from '@placard/contract/ads-txt';
import { ADS_TXT_RESULTS } from '@placard/domain/ads-txt/verdict';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { describe, expect, it } from 'vitest';
import { translator } from '../../i18n/texts.ts';
import { adviceOf, checkedText, keptText, neverText, outcomeText, shownAddress } from './ads-txt-words.ts';
import { adsTxtTexts } from './texts.ts';

const t = translator(adsTxtTexts);

const found = (change: Partial<AdsTxtFound>): AdsTxtFound => ({
  outcome: 'line_found',
  url: '',
  httpStatus: null,
  line: null,
  nearMisses: [],
  recordCount: 0,
  invalidLines: [],
  bySubdomain: false,
  ...change,
});

describe('what a check found', () => {
  it('is one sentence for every outcome, each another one', () => {
    const sentences = ADS_TXT_OUTCOMES.map((outcome) =>
      outcomeText(t, found({ outcome, line: 3, recordCount: 2, httpStatus: 503 })),
    );
    expect(new Set(sentences).size).toBe(ADS_TXT_OUTCOMES.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*[a-z0-9)]\.$/);
  });

  it('names the line, the number of sellers and the status', () => {
    expect(outcomeText(t, found({ line: 12 }))).toBe('Your line stands in line 12.');
    expect(outcomeText(t, found({ outcome: 'line_missing', recordCount: 1 }))).toBe(
      'The file names 1 seller, but your line is not among them.',
    );
    expect(outcomeText(t, found({ outcome: 'line_missing', recordCount: 40 }))).toBe(
      'The file names 40 sellers, but your line is not among them.',
    );
    expect(outcomeText(t, found({ outcome: 'http_status', httpStatus: 503 }))).toBe(
      'The website answered with status 503.',
    );
  });
});

describe('without a check', () => {
  it('one is promised to every website that is checked by itself, and to no other', () => {
    const promised = WEBSITE_STATUSES.filter((status) =>
      neverText(t, { status }).includes('within the hour'),
    );
    expect(promised).toEqual(WEBSITE_STATUSES.filter((status) => status !== 'rejected'));
  });
});

describe('an answer that is older than the last check', () => {
  const nowMs = Date.parse('2026-05-13T12:00:00Z');
  const resultAt = '2026-05-10T12:00:00Z';
  const last = (result: (typeof ADS_TXT_RESULTS)[number]) => ({
    id: 1,
    checkedAt: '2026-05-13T11:00:00Z',
    result,
    found: null,
  });

  it('is told beside a check that said nothing, and only there', () => {
    for (const result of ADS_TXT_RESULTS) {
      expect(keptText(t, { result, resultAt, lastCheck: null }, nowMs)).toBeNull();
      expect(keptText(t, { result, resultAt, lastCheck: last('ok') }, nowMs)).toBeNull();
      expect(keptText(t, { result, resultAt, lastCheck: last('missing_line') }, nowMs)).toBeNull();
      expect(keptText(t, { result, resultAt, lastCheck: last('unknown') }, nowMs)).toBe(
        result === 'unknown'
          ? null
          : 'The latest usable answer, 3 days ago, stays until the website answers again.',
      );
      expect(keptText(t, { result, resultAt: null, lastCheck: last('unknown') }, nowMs)).toBeNull();
    }
  });

  it('a check that said nothing is not told as if it had', () => {
    const domain = 'xn--mnchen-3ya.example';
    expect(checkedText(t, { domain, lastCheck: last('ok') })).toBe('münchen.example has been checked.');
    expect(checkedText(t, { domain, lastCheck: last('missing_line') })).toBe(
      'münchen.example has been checked.',
    );
    expect(checkedText(t, { domain, lastCheck: last('unknown') })).toBe(
      'münchen.example has been checked. It gave no usable answer.',
    );
  });
});

describe('advice on the file', () => {
  const fileUrl = 'https://xn--mnchen-3ya.example/ads.txt';
  const address = 'https://münchen.example/ads.txt';
  const advice = (file: Parameters<typeof adviceOf>[1]['file'], added: number[]) =>
    adviceOf(t, { file, added, fileUrl });

  it('claims of the file only what has been seen', () => {
    expect(advice('seen', [4])).toBe(
      `Add the marked line, or copy the whole file and save it as ${address}.`,
    );
    expect(advice('seen', [])).toBe('Nothing is missing: your line is in the file.');
    expect(advice('absent', [1])).toBe(`No file was found at ${address}. Create one with this content.`);
    expect(advice('unseen', [1])).toBe(
      `Whether there is a file at ${address} is not known yet. Add this line to it; without one, create one with this content.`,
    );
    expect(advice('too_long', [1])).toBe(
      'Your file is too long to be shown here. Add this line anywhere in it.',
    );
    expect(advice('too_long', [])).toBe(
      'Nothing is missing: your line is in the file, which is too long to be shown here.',
    );
  });

  it('shows addresses as people write them, and touches nothing behind the host', () => {
    expect(shownAddress(fileUrl)).toBe(address);
    expect(shownAddress('https://plain.example/xn--mnchen-3ya/ads.txt')).toBe(
      'https://plain.example/xn--mnchen-3ya/ads.txt',
    );
  });
});
