import { expect, it } from 'vitest';
import { changedProfile, type ProfileValues } from './profile-request.ts';

const BEFORE: ProfileValues = {
  ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '', company: 'Engines' },
  ...{ timeZone: 'Europe/London', language: '', currentPassword: '' },
};

it('a profile is saved by what was changed in its form: another tab’s phone and the owner’s company stay', () => {
  const names = { firstName: 'Ada', lastName: 'Byron' };
  expect(changedProfile(BEFORE, BEFORE)).toEqual(names);
  expect(changedProfile(BEFORE, { ...BEFORE, lastName: 'King' })).toEqual({ ...names, lastName: 'King' });
  expect(changedProfile({ ...BEFORE, phone: '1' }, { ...BEFORE, phone: ' ', company: '' })).toEqual({
    ...names,
    phone: null,
    company: null,
  });
  const moved = { ...BEFORE, email: 'a@example.com', language: 'de', currentPassword: 'Words-And-1' };
  expect(changedProfile(BEFORE, moved)).toEqual({
    ...names,
    ...{ email: 'a@example.com', language: 'de', currentPassword: 'Words-And-1' },
  });
});
