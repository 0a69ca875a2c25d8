import { expect, it } from 'vitest';
import { dayRuns, weekdayName, weekdaysText } from './weekday-name.ts';

it('Monday is the first day and Sunday the seventh', () => {
  expect(weekdayName(1, 'long')).toBe('Monday');
  expect(weekdayName(7, 'short')).toBe('Sun');
});

it('joins days that follow each other, in whatever order they come', () => {
  expect(dayRuns([5, 1, 2, 3, 4, 7])).toEqual([
    [1, 5],
    [7, 7],
  ]);
  expect(dayRuns([])).toEqual([]);
  expect(weekdaysText([6, 7, 1])).toBe('Mon, Sat–Sun');
});
