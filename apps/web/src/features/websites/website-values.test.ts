import { websiteInput } from '@placard/contract/websites';
import { WEBSITE_CATEGORY_CODES } from '@placard/domain/website/categories';
import { describe, expect, it } from 'vitest';
import {
  NEW_WEBSITE,
  offeredCategories,
  trafficFaults,
  trafficInput,
  type WebsiteValues,
  websiteField,
  websiteValuesOf,
} from './website-values.ts';

const custom = (customTraffic: number | ''): WebsiteValues => ({
  ...NEW_WEBSITE,
  trafficRange: 'custom',
  customTraffic,
});

describe('traffic', () => {
  it('is a preset or a number, never both', () => {
    expect(trafficInput({ ...NEW_WEBSITE, trafficRange: 'under_1000', customTraffic: 7 })).toEqual({
      range: 'under_1000',
    });
    expect(trafficInput(custom(7))).toEqual({ custom: 7 });
    expect(trafficInput(custom(''))).toBeNull();
  });

  it('names the field at fault', () => {
    expect(trafficFaults(NEW_WEBSITE)).toEqual({ trafficRange: 'traffic_required' });
    expect(trafficFaults(custom(''))).toEqual({ customTraffic: 'traffic_required' });
    for (const wrong of [0, 1.5, 100_000_001])
      expect(trafficFaults(custom(wrong))).toEqual({ customTraffic: 'traffic_out_of_range' });
    for (const right of [1, 100_000_000]) expect(trafficFaults(custom(right))).toEqual({});
  });

  it('is what the contract takes', () => {
    const values: WebsiteValues = { ...custom(100_000_000), domain: 'example.com', categories: ['pets'] };
    expect(websiteInput.safeParse({ ...values, traffic: trafficInput(values) }).success).toBe(true);
  });
});

it('reads a website back into its form', () => {
  const website: Parameters<typeof websiteValuesOf>[0] = {
    domain: 'example.com',
    categories: ['pets', 'law'],
    trafficRange: null,
    monthlyTraffic: 4_711,
    separateCategories: true,
  };
  expect(websiteValuesOf(website)).toMatchObject({
    trafficRange: 'custom',
    customTraffic: 4_711,
    separateCategories: true,
  });
  expect(websiteValuesOf({ ...website, trafficRange: '1000_5000' })).toMatchObject({
    trafficRange: '1000_5000',
    customTraffic: '',
  });
});

it('finds the field of a server’s issue', () => {
  expect(['domain', 'categories.5', 'traffic', 'traffic.range', 'traffic.custom'].map(websiteField)).toEqual([
    'domain',
    'categories',
    'trafficRange',
    'trafficRange',
    'customTraffic',
  ]);
});

it('a category of an older list can be kept where it is, and not chosen elsewhere', () => {
  expect(offeredCategories([])).toEqual(WEBSITE_CATEGORY_CODES);
  expect(offeredCategories(['pets', 'news_and_politics'])).toEqual([
    ...WEBSITE_CATEGORY_CODES,
    'news_and_politics',
  ]);
});
