import { expect, it } from 'vitest';
import { ROLES } from '../roles.ts';
import { NOTICE_KINDS, noticeKindsOf } from './kinds.ts';

it('tells each role its own kinds and those of anybody, several roles all of theirs, and nobody but anybody’s', () => {
  const anybodys = Object.entries(NOTICE_KINDS).flatMap(([kind, whom]) => (whom === 'anybody' ? [kind] : []));
  expect(noticeKindsOf([])).toEqual(anybodys);
  for (const role of ROLES) {
    const kinds = noticeKindsOf([role]);
    expect(kinds.length).toBeGreaterThan(anybodys.length);
    expect(new Set(kinds.map((kind) => NOTICE_KINDS[kind]))).toEqual(new Set([role, 'anybody']));
  }
  expect(noticeKindsOf(ROLES)).toEqual(Object.keys(NOTICE_KINDS));
});
