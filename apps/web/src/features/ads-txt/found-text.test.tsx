import type { AdsTxtFound } from '@placard/contract/ads-txt';
import { expect, it } from 'vitest';
import { shown } from '../../ui/testing/shown.tsx';
import { FoundText } from './found-text.tsx';

const missing: AdsTxtFound = {
  ...{ outcome: 'line_missing', url: 'https://example.com/ads.txt', httpStatus: 200, line: null },
  ...{ nearMisses: [], recordCount: 3, invalidLines: [], bySubdomain: false },
};
const said = (given: Partial<AdsTxtFound> | null) =>
  shown(<FoundText check={{ found: given === null ? null : { ...missing, ...given } }} />).words;

it('lines that say nothing are counted where the line is missing, and there alone', () => {
  const invalidLines = [{ line: 2, text: 'nonsense' }];
  expect(said({})).not.toContain('ignored');
  expect(said({ invalidLines })).toContain('1 line could not be understood and is ignored');
  expect(said({ invalidLines, outcome: 'line_found', line: 1 })).not.toContain('ignored');
});

it('a check without details says so', () => {
  expect(said(null)).not.toBe('');
  expect(said(null)).not.toBe(said({}));
});
