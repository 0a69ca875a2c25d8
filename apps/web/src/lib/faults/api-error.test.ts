import { REFUSALS } from '@placard/contract/refusal-messages';
import { SAID_VALUES } from '@placard/contract/status-refusals';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import '../../i18n/en/issues.ts';
import { setLanguage } from '../../i18n/texts.ts';
import { ApiError, apiErrorFrom, INVALID_ANSWER, refusalOf } from './api-error.ts';

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
  ['a rule', 'text_longer_than', { value: '2000' }, /höchstens 2000 Zeichen/],
  [
    'what only the server knows',
    'min_payout_too_low',
    { values: { amount: 'USD 1050.5' } },
    /unter der des Netzwerks liegen: 1\.050,50\s\$$/,
  ],
])('says what %s names', (_, code, named, words) => {
  const issues = [{ path: 'field', code, message: 'What the server says.', ...named }];
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
  expect(said({ reason: 'totp_off' })).toBe('Die Zwei-Faktor-Anmeldung ist ausgeschaltet.');
  // A name is no amount, whatever it looks like.
  expect(said({ reason: 'assigned_ad_set_archived', value: 'TOP 100' })).toContain('„TOP 100“');
});

const inGerman = (error: object) =>
  apiErrorFrom(409, { error: { code: 'conflict_status', message: 'In English.', ...error } }).message;

it('says how a record stands, and what therefore cannot be', () => {
  const values = { campaignStatus: 'archived' };
  expect(inGerman({ reason: 'campaign_cannot_be_paused', values })).toBe(
    'Die Kampagne ist jetzt archiviert und kann deshalb nicht pausiert werden.',
  );
  // A status of tomorrow, or a sentence that names something else, is left in the server's words.
  const sold = { campaignStatus: 'sold' };
  expect(inGerman({ reason: 'campaign_cannot_be_paused', values: sold })).toBe('In English.');
  expect(inGerman({ reason: 'campaign_cannot_be_paused', values: {} })).toBe('In English.');
  expect(inGerman({ reason: 'campaign_cannot_be_sold', values })).toBe('In English.');
});

const samples: Readonly<Record<string, readonly string[]>> = SAID_VALUES;

it.each(Object.entries(REFUSALS))('has words for %s, whatever it names', (reason, message) => {
  const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const [first = ''] = names;
  for (const sample of samples[first] ?? ['7']) {
    const values = Object.fromEntries(
      names.filter((name) => name !== 'issues').map((name) => [name, samples[name]?.[0] ?? '7']),
    );
    if (first in values) values[first] = sample;
    const issues = names.includes('issues') ? [{ path: 'ids', code: 'required', message: '' }] : [];
    const told = inGerman(first === 'value' ? { reason, value: sample } : { reason, values, issues });
    expect(told).toMatch(/^\S.*[^ ]$/);
    expect(told).not.toMatch(/In English|[{}]|undefined|_/);
  }
});

it.each([
  ['several things', 'export_carried_out', { paymentId: 'PO-7', batch: 'PAYOUTS-1' }, /^PO-7 .* PAYOUTS-1 /],
  [
    'a day',
    'export_repeated',
    { paymentId: 'PO-7', day: '2026-03-10', batch: 'PAYOUTS-1' },
    /schon am 10\. März 2026 in PAYOUTS-1/,
  ],
  [
    'a name that could be a day',
    'assigned_campaign_ended',
    { adSet: '2026-03-10', campaignStatus: 'completed' },
    /„2026-03-10“ ist jetzt abgeschlossen\./,
  ],
  [
    'a name that holds a comma',
    'assigned_campaign_ended',
    { adSet: 'archived, paused', campaignStatus: 'completed' },
    /„archived, paused“ ist jetzt abgeschlossen\./,
  ],
  [
    'what there may be several of',
    'month_not_closable',
    { blockers: 'earlier_open, not_invoiced, books_differ' },
    /, denn ein früherer Monat ist offen, seine Rechnungen sind noch nicht ausgestellt und die Bücher weichen/,
  ],
])('says %s', (_, reason, values, words) => {
  expect(inGerman({ reason, values })).toMatch(words);
});

it('says what the issues of an error say, where its words ask for it', () => {
  const issues = [
    { path: 'ids', code: 'sepa_without_iban', message: 'x', value: 'PO-7' },
    { path: 'ids', code: 'sepa_iban_outside', message: 'x', values: { paymentId: 'PO-8', country: 'US' } },
  ];
  expect(inGerman({ reason: 'sepa_unpayable', issues })).toBe(
    'PO-7 hat eine Kontonummer, aber keine IBAN. PO-8 hat eine IBAN außerhalb des SEPA-Raums (US). ' +
      'Lassen Sie diese Auszahlungen weg, oder exportieren Sie sie als CSV.',
  );
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

it('gives an action’s toast the words of a refusal, and the screen’s where server or network failed', () => {
  const refusal = (error: unknown) => refusalOf(error, 'Failed to save');
  const answered = (status: number, code: string, message = 'In its words.') =>
    refusal(new ApiError({ status, code, message }));
  expect([399, 400, 499, 500].map((status) => answered(status, 'of_tomorrow'))).toEqual([
    ...['Failed to save', 'In its words.', 'In its words.', 'Failed to save'],
  ]);
  expect(answered(200, INVALID_ANSWER)).toBe('In its words.');
  expect(refusal(new TypeError('unheard of'))).toBe('Failed to save');
  const issues = [{ path: 'field', code: 'of_tomorrow', message: 'At the field.' }];
  expect(refusal(apiErrorFrom(422, { error: { code: 'invalid_input', message: 'x', issues } }))).toBe(
    'At the field.',
  );
  expect(refusal(apiErrorFrom(409, { error: { code: 'of_tomorrow', message: 'x', issues } }))).toBe('x');
});
