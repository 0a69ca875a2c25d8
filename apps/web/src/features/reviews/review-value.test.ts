import { expect, it } from 'vitest';
import { reviewName, reviewValue } from './review-value.ts';

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
