import { expect, it } from 'vitest';
import { causeOf, changesOf, reasonOf, sentenceOf } from './activity-changes.ts';

const campaign = { kind: 'campaign', id: 1, name: 'Spring' } as const;
const creative = { kind: 'creative', id: 2, name: 'Wide banner' } as const;

it('tells changes in the order of the fields, and nothing that is none', () => {
  const detail = {
    version: 3,
    endDate: { before: '2026-06-30', after: null },
    totalBudget: { before: 500, after: 800 },
    secret: { before: 1, after: 2 },
  };
  expect(changesOf({ subject: campaign, detail })).toEqual([
    { field: 'totalBudget', before: 500, after: 800 },
    { field: 'endDate', before: '2026-06-30', after: null },
  ]);
});

it('tells of a creative only its status', () => {
  const detail = { status: { before: 'active', after: 'pending' }, name: { before: 'a', after: 'b' } };
  expect(changesOf({ subject: creative, detail }).map((one) => one.field)).toEqual(['status']);
});

it('knows sentences by their actions', () => {
  expect(sentenceOf('campaign.publish')).toBe('campaign.publish');
  expect(sentenceOf('creative.removeFromAdSet')).toBe('creative.removeFromAdSet');
  expect([sentenceOf('campaign.toString'), sentenceOf('user.edit'), sentenceOf('')]).toEqual([
    null,
    null,
    null,
  ]);
});

it('finds reasons and causes', () => {
  expect(reasonOf({ code: 'misleading', text: 'The price is missing.' })).toBe('The price is missing.');
  expect([reasonOf({}), causeOf({ because: 'end_date' }), causeOf({ because: 'else' })]).toEqual([
    '',
    'end_date',
    null,
  ]);
});
