import { expect, it } from 'vitest';
import { minuteOfTime, timeOfMinute } from './time-of-day.ts';

it('every minute of the day survives the round trip', () => {
  for (let minute = 0; minute < 1_440; minute += 1) expect(minuteOfTime(timeOfMinute(minute))).toBe(minute);
  expect(timeOfMinute(545)).toBe('09:05');
});

it('refuses what is no time', () => {
  for (const text of ['24:00', '9:05', '12:60', '', '12:00 ', 'noon']) {
    expect(() => minuteOfTime(text)).toThrow(RangeError);
  }
});
