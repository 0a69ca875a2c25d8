import { adSetFields, campaignFields } from '@placard/contract/campaigns';
import { ISSUE_MESSAGES, issueParts } from '@placard/contract/issue-messages';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { faultsOf } from './schema-faults.ts';

it('names each field once, and calls an empty one required', () => {
  const faults = faultsOf(
    campaignFields,
    {
      name: '',
      objective: 'TRAFFIC',
      totalBudget: '',
      dailyBudget: 0.5,
      startDate: '2026-02-30',
      endDate: null,
    },
    'needed',
  );
  expect(faults).toEqual({
    name: 'name_required',
    totalBudget: 'needed',
    dailyBudget: 'budget_too_small:1',
    startDate: 'date_invalid',
  });
});

it('asks for the objective in words of ours where none was chosen', () => {
  expect(faultsOf(campaignFields, {}, 'needed')).toMatchObject({ objective: 'objective_required' });
});

it('speaks of whatever is typed into the amounts of an ad set in words of ours', () => {
  const typed = fc.oneof(fc.constant(''), fc.constant(null), fc.double(), fc.integer());
  fc.assert(
    fc.property(typed, typed, typed, (frequencyCapPerDay, bid, totalBudget) => {
      const input = { name: 'A', totalBudget, dailyBudget: null, bid, frequencyCapPerDay };
      for (const fault of Object.values(faultsOf(adSetFields, input, 'needed'))) {
        expect(['needed', ...Object.keys(ISSUE_MESSAGES)]).toContain(issueParts(fault)?.code ?? fault);
      }
    }),
  );
});

it('finds nothing wrong with a good input', () => {
  const good = {
    name: 'A',
    objective: 'TRAFFIC',
    totalBudget: 5,
    dailyBudget: null,
    startDate: '2026-02-28',
    endDate: null,
  };
  expect(faultsOf(campaignFields, good, 'needed')).toEqual({});
});

it('calls required what is not there, in whatever way, and says of the rest what is wrong with it', () => {
  const about = z.object({ amount: z.number({ error: 'no number' }).max(5, 'too much') });
  const said = (amount: unknown) => faultsOf(about, { amount }, 'needed').amount;
  expect(['', null, undefined, Number.NaN].map(said)).toEqual(Array(4).fill('needed'));
  // Also where what it would lie in is not there.
  const within = z.object({ size: z.object({ width: z.number({ error: 'no number' }) }) });
  expect(faultsOf(within, { size: { width: 'x' } }, 'needed')).toEqual({ 'size.width': 'no number' });
  expect([null, undefined].map((size) => faultsOf(within, { size }, 'needed').size)).toEqual([
    'needed',
    'needed',
  ]);
  expect(faultsOf(within, null, 'needed')).toHaveProperty('');
  expect([6, 'x', 5].map(said)).toEqual(['too much', 'no number', undefined]);
});
