import type { ReviewSaid } from '@placard/contract/review-values';
import { expect, it } from 'vitest';
import { translator } from '../../i18n/texts.ts';
import germanAdCategories from '../../kits/blocks/ad-categories.de.json' with { type: 'json' };
import { adCategoryTexts } from '../../kits/blocks/ad-category-texts.ts';
import { websiteWords } from '../../kits/website/texts.ts';
import germanCategories from '../../kits/website/website-words.de.json' with { type: 'json' };
import { reviewName, reviewValue, type ValueTexts } from './review-value.ts';
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
const USD = 'USD';
const asSaid = (said: ReviewSaid) => ({ key: '', value: 'plain', said });
const inEnglish = (said: ReviewSaid) => reviewValue(ENGLISH, asSaid(said), USD);
const inGerman = (said: ReviewSaid) => reviewValue(GERMAN, asSaid(said), USD);

it('shows money with its currency, days as days and numbers as numbers', () => {
  expect(inEnglish({ as: 'amount', amount: 1_000 })).toBe('$1,000.00');
  expect(inEnglish({ as: 'day', day: '2027-01-05' })).toBe('Jan 5, 2027');
  expect(inEnglish({ as: 'traffic', least: 10_000, most: 50_000 })).toBe('10,000–50,000');
  expect(inEnglish({ as: 'traffic', least: 12_345, most: null })).toBe('12,345');
});

it('leaves what the advertiser wrote as it is', () => {
  expect(reviewValue(ENGLISH, { key: 'name', value: '1000.00', said: null }, USD)).toBe('1000.00');
  expect(reviewValue(GERMAN, { key: 'description', value: '2027-01-05', said: null }, USD)).toBe(
    '2027-01-05',
  );
});

it('names a website as people write it, and shows what it is stored as beside', () => {
  const name = 'xn--pple-43d.example';
  const domain = (value: string) => reviewValue(ENGLISH, { key: 'domain', value, said: null }, USD);
  expect(reviewName({ kind: 'website', name })).toBe('аpple.example');
  expect(reviewName({ kind: 'campaign', name })).toBe(name);
  expect(domain(name)).toBe('аpple.example (xn--pple-43d.example)');
  expect(domain('plain.example')).toBe('plain.example');
});

const READERS = {
  as: 'adSet',
  ...{ name: 'Readers', description: '', totalBudget: 700, dailyBudget: 20, locations: [], languages: [] },
  devices: ['desktop', 'mobile', 'tablet'],
  ...{ startTime: '00:00', endTime: '00:00', daysOfWeek: [1, 2, 3, 4, 5, 6, 7] },
  ...{ bid: 5.5, frequencyCapPerDay: null, objective: 'BRAND_AWARENESS' },
} satisfies ReviewSaid;
const CHOSEN = {
  ...READERS,
  ...{
    name: 'everywhere · budget 2.00',
    description: 'For those',
    dailyBudget: null,
    locations: ['DE', 'AT'],
  },
  ...{ devices: ['desktop'], languages: ['de', 'en'], startTime: '08:00', endTime: '17:30' },
  ...{ daysOfWeek: [1, 3, 7], bid: 0.25, frequencyCapPerDay: 3, objective: 'TRAFFIC' },
} satisfies ReviewSaid;

it('shows an ad set in one line, in the reader’s language', () => {
  expect([READERS, CHOSEN].map(inEnglish)).toEqual([
    'Readers · budget $700.00 · $20.00 a day · everywhere · desktop, mobile, tablet · any language · all day, every day · bid $5.50 per 1,000 viewable impressions',
    'everywhere · budget 2.00 · For those · budget $700.00 · DE, AT · desktop · de, en · 08:00–17:30, Mon, Wed, Sun · bid $0.25 a click · 3 times a day per viewer',
  ]);
  expect([READERS, { ...CHOSEN, name: 'b' }].map(inGerman)).toEqual([
    'Readers · Budget $700.00 · $20.00 am Tag · überall · Desktop, Handy, Tablet · jede Sprache · ganztägig, jeden Tag · Gebot $5.50 je 1.000 sichtbare Einblendungen',
    'b · For those · Budget $700.00 · DE, AT · Desktop · de, en · 08:00–17:30, Mon, Wed, Sun · Gebot $0.25 je Klick · 3-mal am Tag je Betrachter',
  ]);
  expect(inEnglish({ ...READERS, bid: null })).toMatch(/every day$/);
});

it('words what was chosen in the reader’s language', () => {
  expect(inEnglish({ as: 'objective', objective: 'TRAFFIC' })).toBe(ENGLISH.t('objective.TRAFFIC'));
  expect(inGerman({ as: 'creativeType', type: 'image' })).toBe('Bild');
  expect(inEnglish({ as: 'creativeType', type: 'third_party' })).toBe('Third-party code');
  expect(inGerman({ as: 'adCategory', category: 'durable_goods' })).toBe(
    germanAdCategories.category.durable_goods,
  );
  expect(inGerman({ as: 'websiteCategories', categories: ['attractions', 'news_and_politics'] })).toBe(
    `Ausflugsziele, ${germanCategories.category.news_and_politics}`,
  );
});
