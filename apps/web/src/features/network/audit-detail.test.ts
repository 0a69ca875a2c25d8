import { expect, it } from 'vitest';
import { auditFacts } from './audit-detail.ts';

const money = (dollars: number) => `$${dollars.toFixed(2)}`;

it('tells changes with what was before, amounts as money, lists by commas', () => {
  const detail = {
    status: { before: 'pending', after: 'active' },
    totalBudget: { before: null, after: 1000 },
    amountMicros: '55000000',
    limitMicros: { before: null, after: '1000000000' },
    payouts: [5, 6],
    first_name: '',
  };
  expect(auditFacts(detail, money)).toEqual([
    { name: 'status', before: 'pending', value: 'active' },
    { name: 'total budget', before: '–', value: '1000' },
    { name: 'amount', value: '$55.00' },
    { name: 'limit', before: '–', value: '$1000.00' },
    { name: 'payouts', value: '5, 6' },
    { name: 'first name', value: '–' },
  ]);
});

it('shows whatever else was kept as it is', () => {
  expect(auditFacts({ place: { city: 'Kiel' } }, money)).toEqual([
    { name: 'place', value: '{"city":"Kiel"}' },
  ]);
  expect(auditFacts({}, money)).toEqual([]);
});
