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

it.each([
  ['a rule', 'text_longer_than', '2000', /höchstens 2000 Zeichen/],
  [
    'what only the server knows',
    'min_payout_too_low',
    'USD 1050.5',
    /unter der des Netzwerks liegen: 1\.050,50\s\$$/,
  ],
])('says what %s names', (_, code, value, words) => {
  const issues = [{ path: 'field', code, message: 'What the server says.', value }];
  const told = apiErrorFrom(422, { error: { code: 'invalid_input', message: '', issues } });
  expect(told.issues[0]?.message).toMatch(words);
  // Without the value, or with one that the words don't name, the server's sentence is better than half of it.
  expect(toldInGerman('text_longer_than')).toBe('What the server says.');
});

it('says the reason of an error rather than what its code says of all of them', () => {
  const said = (error: object) =>
    apiErrorFrom(409, { error: { code: 'conflict_status', message: 'x', ...error } }).message;
  expect(said({})).toBe('Das ist im jetzigen Status nicht möglich.');
  expect(said({ reason: 'api_keys_full', value: '20' })).toBe(
    'Sie haben schon 20 API-Schlüssel. Widerrufen Sie zuerst einen.',
  );
  expect(said({ reason: 'totp_off' })).toBe('Die Anmeldung mit zweitem Faktor ist ausgeschaltet.');
});

it('says it anew in the language that is read by then', async () => {
  const issues = [{ path: 'field', code: 'domain_taken', message: 'Taken already.' }];
  const { issues: told } = apiErrorFrom(422, { error: { code: 'invalid_input', message: '', issues } });
  expect(told[0]?.message).toMatch(/^Diese Domain/);
  await setLanguage('en');
  expect(told[0]?.message).toBe('Taken already.');
  await setLanguage('de');
});

it('keeps the server’s sentence where there are no words for the code', () => {
  expect(toldInGerman('of_tomorrow')).toBe('What the server says.');
});
