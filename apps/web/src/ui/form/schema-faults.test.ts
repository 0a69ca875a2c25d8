import { campaignFields } from '@placard/contract/campaigns';
import { expect, it } from 'vitest';
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
    dailyBudget: 'budget_too_small',
    startDate: 'date_invalid',
  });
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
