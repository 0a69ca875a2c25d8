import { expect, it } from 'vitest';
import { ROLES } from '../roles.ts';
import { FIXED_KINDS, fixedFor, NOTICE_KIND_KEYS, NOTICE_KINDS, noticeKindsOf } from './kinds.ts';

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

it('leaves to each person all but what is about security and what the law wants to arrive', () => {
  const fixed = NOTICE_KIND_KEYS.filter((kind) => fixedFor(kind) !== null);
  expect(fixed.toSorted()).toEqual(Object.keys(FIXED_KINDS).toSorted());
  expect([fixedFor('sign_in.new'), fixedFor('invoice.issue'), fixedFor('balance.low')]).toEqual([
    ...['security', 'law', null],
  ]);
});
