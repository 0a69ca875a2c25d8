import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import '../../i18n/en/issues.ts';
import { setLanguage } from '../../i18n/texts.ts';
import { apiErrorFrom } from './api-error.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage('de');
});

afterAll(async () => {
  await setLanguage('en');
  vi.unstubAllGlobals();
});

/** What a German reader is told at the field. */
function toldInGerman(code: string): string | undefined {
  const issues = [{ path: 'field', code, message: 'What the server says.' }];
  return apiErrorFrom(422, { error: { code: 'invalid_input', message: '', issues } }).issues[0]?.message;
}

it.each([
  ['a rule', 'reason_required', /Grund/],
  ['a fault of its own that names a field', 'domain_taken', /^Diese Domain ist bereits registriert/],
  ['an image that is refused', 'image_animated', /^Animierte Bilder/],
  ['a report that is too long by the hour', 'report_hours_too_long', /höchstens 92 Tage/],
  ['a report that no screen asks for', 'report_refused', /Bericht/],
])('says %s in the reader’s language', (_, code, words) => {
  expect(toldInGerman(code)).toMatch(words);
});

it('keeps the server’s sentence where there are no words for the code', () => {
  expect(toldInGerman('of_tomorrow')).toBe('What the server says.');
});
