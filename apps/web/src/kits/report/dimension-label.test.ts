import { expect, it } from 'vitest';
import { dimensionLabel } from './dimension-label.ts';

it('calls figures of requests that nobody filled by what they are', () => {
  expect(dimensionLabel('size', '0x0', '0x0')).toBe('No ad shown');
  expect(dimensionLabel('advertiser', '0', '0')).toBe('No ad shown');
  expect(dimensionLabel('hourOfDay', '0', '0')).toBe('00:00');
});

it('writes sizes, days and places as people do, and what is not known as unknown', () => {
  expect(dimensionLabel('size', '300x250', '300x250')).toBe('300×250');
  expect(dimensionLabel('date', '2026-03-01', undefined)).toBe('Mar 1, 2026');
  expect(dimensionLabel('country', 'DE', undefined)).toBe('Germany');
  expect(dimensionLabel('website', '7', 'harbour.example')).toBe('harbour.example');
  expect(dimensionLabel('device', '', undefined)).toBe('Unknown');
  expect(dimensionLabel('device', 'unknown', 'unknown')).toBe('Unknown');
  expect(['1', '7', '8'].map((day) => dimensionLabel('weekday', day, day))).toEqual([
    'Monday',
    'Sunday',
    '8',
  ]);
});
