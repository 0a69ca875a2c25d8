import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEMBER_ROLES } from '../roles.ts';
import { isApiKey, KEY_LIFETIMES, KEY_SCOPES, keyExpiry, keyMay, scopesOf } from './api-key.ts';
import { memberMay } from './member.ts';

const role = fc.constantFrom(...MEMBER_ROLES);
const scopes = fc.subarray([...KEY_SCOPES]);

describe('a key', () => {
  it('never does what its maker may not do, nor what it was not made for', () => {
    fc.assert(
      fc.property(scopes, role, fc.constantFrom(...KEY_SCOPES), (given, member, needed) => {
        const may = keyMay(given, member, needed);
        const makerMay = needed === 'read' || memberMay(member, needed);
        expect(may).toBe(given.includes(needed) && makerMay);
      }),
    );
  });

  it('does no less with one scope more', () => {
    fc.assert(
      fc.property(scopes, scopes, role, fc.constantFrom(...KEY_SCOPES), (some, more, member, needed) => {
        if (keyMay(some, member, needed)) expect(keyMay([...some, ...more], member, needed)).toBe(true);
      }),
    );
  });

  it('is given the scopes of a role', () => {
    expect(MEMBER_ROLES.map((member) => [member, scopesOf(member)])).toEqual([
      ['owner', ['read', 'work', 'money']],
      ['manager', ['read', 'work']],
      ['finance', ['read', 'money']],
      ['viewer', ['read']],
    ]);
  });
});

it('runs out after its days, or never', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  expect(KEY_LIFETIMES.map((lifetime) => keyExpiry(lifetime, now)?.toISOString() ?? null)).toEqual([
    '2026-04-09T12:00:00.000Z',
    '2026-06-08T12:00:00.000Z',
    '2027-03-10T12:00:00.000Z',
    null,
  ]);
});

describe('its shape', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'ABCxyz019-_'),
    minLength: 43,
    maxLength: 43,
  });

  it('is its prefix and 43 letters', () => {
    fc.assert(fc.property(letters, (text) => isApiKey(`pk_${text}`)));
    expect(isApiKey(`pk_${'a'.repeat(42)}`)).toBe(false);
    expect(isApiKey(`pk_${'a'.repeat(44)}`)).toBe(false);
    expect(isApiKey(`pk_${'a'.repeat(42)}=`)).toBe(false);
    expect(isApiKey(`PK_${'a'.repeat(43)}`)).toBe(false);
  });

  it("is no session's token, also of one that begins alike", () => {
    fc.assert(fc.property(letters, (text) => !isApiKey(`pk_${text}`.slice(0, 43))));
  });
});
