import { expect, it } from 'vitest';
import { ROLES } from '../roles.ts';
import { NOTICE_KINDS, noticeKindsOf } from './kinds.ts';

it('tells each role its own kinds, several roles all of theirs, and nobody none', () => {
  expect(noticeKindsOf([])).toEqual([]);
  for (const role of ROLES) {
    const kinds = noticeKindsOf([role]);
    expect(kinds.length).toBeGreaterThan(0);
    expect(kinds.map((kind) => NOTICE_KINDS[kind])).toEqual(kinds.map(() => role));
  }
  expect(noticeKindsOf(ROLES)).toEqual(Object.keys(NOTICE_KINDS));
});
