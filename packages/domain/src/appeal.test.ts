import { expect, test } from 'vitest';
import { decisionAgainst } from './appeal.ts';
import { CREATIVE_STATUSES } from './creative/status.ts';
import { WEBSITE_STATUSES } from './website/status.ts';

test('of a creative a rejection and a take-down are decisions', () => {
  const against = CREATIVE_STATUSES.map((status) => [status, decisionAgainst({ kind: 'creative', status })]);
  expect(against.filter(([, decision]) => decision !== null)).toEqual([
    ['rejected', 'reject'],
    ['cancelled', 'takeDown'],
  ]);
});

test('of a website a rejection and the operator’s suspension are, one’s own suspension is not', () => {
  const against = (['publisher', 'operator', null] as const).flatMap((suspendedBy) =>
    WEBSITE_STATUSES.map((status) => [
      status,
      suspendedBy,
      decisionAgainst({ kind: 'website', status, suspendedBy }),
    ]),
  );
  expect(against.filter(([, , decision]) => decision !== null)).toEqual([
    ['rejected', 'publisher', 'reject'],
    ['suspended', 'operator', 'suspend'],
    ['rejected', 'operator', 'reject'],
    ['rejected', null, 'reject'],
  ]);
});
