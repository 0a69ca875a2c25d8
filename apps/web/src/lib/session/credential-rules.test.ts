import { describe, expect, it } from 'vitest';
import { confirmationFaults, emailFaults, passwordFaults } from './credential-rules.ts';

describe('credentials', () => {
  it('asks for an email address', () => {
    expect(emailFaults('  ')).toEqual(['email_required']);
    for (const wrong of ['a', 'a@b', '@b.c', 'a b@c.de', 'a@.de', 'a@b..de']) {
      expect(emailFaults(wrong)).toEqual(['email_invalid']);
    }
    expect(emailFaults(' ada@example.org ')).toBeUndefined();
  });

  it('names each rule that a password breaks', () => {
    expect(passwordFaults('')).toEqual(['password_required']);
    expect(passwordFaults('abc')).toEqual([
      'password_too_short',
      'password_needs_uppercase',
      'password_needs_number',
      'password_needs_special',
    ]);
    expect(passwordFaults('abcdeF1')).toEqual(['password_needs_special']);
    expect(passwordFaults('abcdF1!')).toBeUndefined();
  });

  it('compares the confirmation', () => {
    expect(confirmationFaults('x', '')).toEqual(['confirm_password_required']);
    expect(confirmationFaults('x', 'y')).toEqual(['passwords_differ']);
    expect(confirmationFaults('x', 'x')).toBeUndefined();
  });
});

it('takes an address of 254 letters, and none of 255', () => {
  const ofLength = (length: number) => `a@${'b'.repeat(length - 5)}.cc`;
  expect(ofLength(254)).toHaveLength(254);
  expect([254, 255].map((length) => emailFaults(ofLength(length)))).toEqual([undefined, ['email_invalid']]);
});
