import { expect, it } from 'vitest';
import { translator } from '../../i18n/texts.ts';
import { auditFacts as factsIn } from './audit-detail.ts';
import { auditFactTexts } from './audit-fact-texts.ts';
import german from './audit-facts.de.json' with { type: 'json' };
import { wordsOfKey } from './plain-words.ts';

const money = (dollars: number) => `$${dollars.toFixed(2)}`;
const auditFacts = (detail: Readonly<Record<string, unknown>>, write: (dollars: number) => string) =>
  factsIn(translator(auditFactTexts), detail, write);
const inGerman = (detail: Readonly<Record<string, unknown>>) =>
  factsIn(
    translator<typeof auditFactTexts.english>({ namespace: 'auditFacts', english: german }),
    detail,
    money,
  );

it('tells changes with what was before, amounts as money, lists by commas', () => {
  const detail = {
    status: { before: 'pending', after: 'active' },
    totalBudget: { before: null, after: 1000 },
    amountMicros: '55000000',
    limitMicros: { before: null, after: '1000000000' },
    payouts: [5, 6],
    first_name: '',
  };
  expect(auditFacts(detail, money)).toEqual([
    { name: 'status', before: 'pending', value: 'active' },
    { name: 'total budget', before: '–', value: '1000' },
    { name: 'amount', value: '$55.00' },
    { name: 'limit', before: '–', value: '$1000.00' },
    { name: 'payouts', value: '5, 6' },
    { name: 'first name', value: '–' },
  ]);
});

it('shows whatever else was kept as it is', () => {
  expect(auditFacts({ place: { city: 'Kiel' } }, money)).toEqual([{ name: 'place', value: 'city: Kiel' }]);
  expect(auditFacts({}, money)).toEqual([]);
});

it('writes words where a program keeps keys, and leaves what people typed', () => {
  const detail = {
    method: 'bank_transfer',
    objective: { before: 'BRAND_AWARENESS', after: 'TRAFFIC' },
    allowed: true,
    limits: { perDay: 3, device_kind: 'mobile' },
    domain: 'news_letter.example.com',
    reason: 'Does not fit_us',
  };
  expect(auditFacts(detail, money).map(({ before, value }) => before ?? value)).toEqual([
    'bank transfer',
    'brand awareness',
    'yes',
    'per day: 3; device kind: mobile',
    'news_letter.example.com',
    'Does not fit_us',
  ]);
  expect(wordsOfKey('refund_return')).toBe('Refund return');
  expect(wordsOfKey('signedIn')).toBe('Signed in');
});

it('sets names apart that are written to the left, so that each of several keeps its place', () => {
  expect(auditFacts({ tags: ['חנות (2026)', 'vip'] }, String)).toEqual([
    { name: 'tags', value: '\u2068חנות (2026)\u2069, vip' },
  ]);
});

it('says it in the reader’s language, but for what somebody wrote', () => {
  const detail = {
    status: { before: 'pending', after: 'active' },
    floor_cpm_micros: { before: '500000', after: null },
    roles: { before: [], after: ['operator', 'publisher'] },
    trusted: false,
    name: 'active',
    inTenYears: { status: 'paused' },
  };
  expect(inGerman(detail)).toEqual([
    { name: 'Status', before: 'wartet', value: 'aktiv' },
    { name: 'Mindestpreis', before: '$0.50', value: '–' },
    { name: 'Rollen', before: '–', value: 'Betreiber, Publisher' },
    { name: 'vertraut', value: 'nein' },
    { name: 'Name', value: 'active' },
    { name: 'in ten years', value: 'Status: pausiert' },
  ]);
});
