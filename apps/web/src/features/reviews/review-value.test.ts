import { expect, it } from 'vitest';
import { translator } from '../../i18n/texts.ts';
import germanAdCategories from '../../kits/blocks/ad-categories.de.json' with { type: 'json' };
import { adCategoryTexts } from '../../kits/blocks/ad-category-texts.ts';
import { websiteWords } from '../../kits/website/texts.ts';
import germanCategories from '../../kits/website/website-words.de.json' with { type: 'json' };
import { reviewName, type ValueTexts, reviewValue as valueIn } from './review-value.ts';
import german from './reviews.de.json' with { type: 'json' };
import { reviewTexts } from './texts.ts';

const ENGLISH: ValueTexts = {
  t: translator(reviewTexts),
  categories: translator(websiteWords),
  adCategories: translator(adCategoryTexts),
};
const GERMAN: ValueTexts = {
  t: translator<typeof reviewTexts.english>({ namespace: 'reviews', english: german }),
  categories: translator<typeof websiteWords.english>({
    namespace: 'websiteWords',
    english: germanCategories,
  }),
  adCategories: translator<typeof adCategoryTexts.english>({
    namespace: 'adCategories',
    english: germanAdCategories,
  }),
};
const reviewValue = (key: string, value: string, currency: string) => valueIn(ENGLISH, key, value, currency);
const inGerman = (key: string, value: string) => valueIn(GERMAN, key, value, 'USD');

it('shows money with its currency and days as days', () => {
  expect(reviewValue('totalBudget', '1000.00', 'USD')).toBe('$1,000.00');
  expect(reviewValue('dailyBudget', '', 'USD')).toBe('');
  expect(reviewValue('endDate', '2027-01-05', 'USD')).toBe('Jan 5, 2027');
  expect(reviewValue('endDate', '', 'USD')).toBe('');
});

it('shows the amounts of an ad set, whatever its name looks like', () => {
  const text = '20.00 lamps · budget 1000.00 · 20.00 a day · DE · all day, every day · bid 5.50 a click';
  expect(reviewValue('adSet.4', text, 'USD')).toBe(
    '20.00 lamps · budget $1,000.00 · $20.00 a day · DE · all day, every day · bid $5.50 a click',
  );
});

it('leaves what the advertiser wrote as it is', () => {
  expect(reviewValue('name', '1000.00', 'USD')).toBe('1000.00');
  expect(reviewValue('description', '2027-01-05', 'USD')).toBe('2027-01-05');
});

it('names a website as people write it, and shows what it is stored as beside', () => {
  const name = 'xn--pple-43d.example';
  expect(reviewName({ kind: 'website', name })).toBe('аpple.example');
  expect(reviewName({ kind: 'campaign', name })).toBe(name);
  expect(reviewValue('domain', name, 'USD')).toBe('аpple.example (xn--pple-43d.example)');
  expect(reviewValue('domain', 'plain.example', 'USD')).toBe('plain.example');
});

const AD_SETS = [
  'Readers · budget 700.00 · 20.00 a day · everywhere · desktop, mobile, tablet · any language · all day, every day · bid 5.50 per 1,000 viewable impressions',
  'Readers · For those who read · budget 700.00 · DE, AT · desktop · de, en · 08:00–17:30, Mon, Wed, Sun · bid 0.25 a click · 3 times a day per viewer',
];

it('reads in English to the letter as the server writes it, but for the money', () => {
  for (const text of AD_SETS) {
    const withMoney = text.replace(/(\d+\.\d\d)(?= ·| a| per)/g, '$$$1');
    expect(reviewValue('adSet.4', text, 'USD')).toBe(withMoney);
  }
  for (const [key, value] of [
    ['type', 'Third-party code'],
    ['type', 'Image'],
    ['traffic', '10,000–50,000'],
    ['traffic', '12,345'],
    ['categories', 'Attractions, Food & Drink'],
  ] as const) {
    expect(reviewValue(key, value, 'USD')).toBe(value);
  }
});

it('words what the server writes in the reader’s language', () => {
  expect(AD_SETS.map((text) => inGerman('adSet.4', text))).toEqual([
    'Readers · Budget $700.00 · $20.00 am Tag · überall · Desktop, Handy, Tablet · jede Sprache · ganztägig, jeden Tag · Gebot $5.50 je 1.000 sichtbare Einblendungen',
    'Readers · For those who read · Budget $700.00 · DE, AT · Desktop · de, en · 08:00–17:30, Mon, Wed, Sun · Gebot $0.25 je Klick · 3-mal am Tag je Betrachter',
  ]);
  expect(inGerman('type', 'Image')).toBe('Bild');
  expect(inGerman('category', 'Durable Goods')).toBe(germanAdCategories.category['durable_goods']);
  expect(inGerman('category', 'Gone by')).toBe('Gone by');
  expect(inGerman('category', '')).toBe('');
  expect(inGerman('categories', 'Attractions, Gone by')).toBe('Ausflugsziele, Gone by');
});

it('takes nothing that an advertiser wrote for words of ours', () => {
  const name = 'a · budget 1.00 · everywhere · desktop · any language · all day, every day';
  const text = `${name} · any language · budget 2.00 · everywhere · tablet · any language · all day, every day`;
  expect(inGerman('adSet.4', text)).toBe(
    `${name} · any language · Budget $2.00 · überall · Tablet · jede Sprache · ganztägig, jeden Tag`,
  );
});

it('leaves an ad set that was approved in other words as it was kept', () => {
  expect(inGerman('adSet.4', 'Old · budget 3.00 · on weekends')).toBe('Old · budget $3.00 · on weekends');
});
