import { expect, it } from 'vitest';
import { passwordChangeFaults } from './password-rules.ts';

it('asks for what is missing, in turn', () => {
  const faults = (currentPassword: string, newPassword: string, confirmPassword: string) =>
    passwordChangeFaults({ currentPassword, newPassword, confirmPassword });
  expect(faults('', '', '')).toEqual({ currentPassword: 'current_password_required' });
  expect(faults('x', '', '')).toEqual({ newPassword: 'new_password_required' });
  expect(faults('x', 'Abcde1!', '')).toEqual({ confirmPassword: 'confirm_password_required' });
  expect(faults('x', 'Abcde1!', 'other')).toEqual({ confirmPassword: 'passwords_differ' });
  expect(faults('Abcde1!', 'Abcde1!', 'other')).toEqual({
    newPassword: 'password_unchanged',
    confirmPassword: 'passwords_differ',
  });
  expect(faults('x', 'Ab1!', 'Ab1!')).toEqual({ newPassword: 'password_too_short' });
  expect(faults('x', `Aa1!${'x'.repeat(125)}`, `Aa1!${'x'.repeat(125)}`)).toEqual({
    newPassword: 'password_too_long',
  });
  expect(faults('x', 'Abcde1!', 'Abcde1!')).toEqual({});
});
