import { reachQuestion } from '@placard/contract/campaign-insight';
import { expect, it } from 'vitest';
import { creativeReachQuestion } from './creative-reach-question.ts';

type Asked = Parameters<typeof creativeReachQuestion>[0];

const adSet: Asked['adSets'][number] = {
  id: 7,
  campaignId: 3,
  name: 'Alps',
  description: '',
  totalBudget: 80,
  dailyBudget: null,
  locations: ['CH', 'AT'],
  devices: ['mobile'],
  languages: ['de'],
  startTime: '08:00',
  endTime: '20:00',
  daysOfWeek: [6, 7],
  bid: 2.5,
  frequencyCapPerDay: 4,
  spent: 1,
  spentToday: 0,
  creativeCount: 2,
  archived: false,
  createdAt: '2026-03-01T00:00:00Z',
  version: 1,
};
const campaign: Asked = {
  objective: 'TRAFFIC',
  startDate: '2026-03-01',
  endDate: null,
  adSets: [{ ...adSet, id: 6, locations: ['DE'] }, adSet, { ...adSet, id: 8, archived: true }],
};
const size = { width: 300, height: 250 };

it('asks by the targeting of the chosen ad set and by the size of the creative alone', () => {
  const question = creativeReachQuestion(campaign, 7, size);
  expect(question).toEqual({
    objective: 'TRAFFIC',
    startDate: '2026-03-01',
    endDate: null,
    totalBudget: 80,
    dailyBudget: null,
    bid: 2.5,
    locations: ['CH', 'AT'],
    devices: ['mobile'],
    languages: ['de'],
    startTime: '08:00',
    endTime: '20:00',
    daysOfWeek: [6, 7],
    sizes: [size],
    adSetId: null,
  });
  expect(reachQuestion.safeParse(question).success).toBe(true);
});

it('asks nothing about an ad set that is gone', () => {
  expect(creativeReachQuestion(campaign, 8, size)).toBeNull();
  expect(creativeReachQuestion(campaign, 9, size)).toBeNull();
});
