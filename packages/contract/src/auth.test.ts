import { expect, it } from 'vitest';
import { changePasswordInput, profileInput } from './auth.ts';

it('a new password is another one', () => {
  const faults = (currentPassword: string, newPassword: string) =>
    changePasswordInput
      .safeParse({ currentPassword, newPassword })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(faults('Harbour-7-light', 'Harbour-7-light')).toEqual([['newPassword', 'password_unchanged']]);
  expect(faults('Harbour-7-light', 'Harbour-8-light')).toBeUndefined();
});

it('a new password that is left out is told alone', () => {
  const faults = (input: object) =>
    changePasswordInput.safeParse(input).error?.issues.map(({ message }) => message);
  for (const newPassword of [undefined, '']) {
    expect(faults({ currentPassword: 'Harbour-7-light', newPassword })?.[0]).toBe('new_password_required');
    expect(faults({ currentPassword: '', newPassword })).not.toContain('password_unchanged');
  }
});

it('a phone number is one, or none', () => {
  const profile = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    company: null,
    timeZone: 'UTC',
  };
  const takes = (phone: string | null) => profileInput.safeParse({ ...profile, phone }).success;
  expect([null, '', ' +49 30 1234567 ', '12345'].map(takes)).toEqual([true, true, true, true]);
  expect(['1234', 'call me', '+1234567890123456'].map(takes)).toEqual([false, false, false]);
});
