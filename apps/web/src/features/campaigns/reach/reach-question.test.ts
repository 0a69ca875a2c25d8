import { describe, expect, it } from 'vitest';
import { NEW_AD_SET } from '../ad-set-values.ts';
import { reachQuestionOf } from './reach-question.ts';

const campaign = {
  objective: 'TRAFFIC',
  category: '',
  totalBudget: 250,
  dailyBudget: 25,
  startDate: '2026-05-01',
  endDate: null,
} as const;

const UNREAD = { typed: '-1', issue: 'amount_negative' } as const;

describe('the question of an estimate', () => {
  it('takes what is empty or half typed from the campaign', () => {
    expect(reachQuestionOf(NEW_AD_SET, campaign, null)).toMatchObject({
      objective: 'TRAFFIC',
      totalBudget: 250,
      dailyBudget: 25,
      bid: null,
      startTime: '00:00',
      endTime: '00:00',
      adSetId: null,
      sizes: [],
    });
    const typed = { ...NEW_AD_SET, totalBudget: UNREAD, dailyBudget: 12.5, bid: 0, locations: ['DE'] };
    expect(reachQuestionOf(typed, campaign, 7)).toMatchObject({
      totalBudget: 250,
      dailyBudget: 12.5,
      bid: null,
      locations: ['DE'],
      adSetId: 7,
    });
  });

  it('takes a budget from a dollar on, and a bid from a micro on', () => {
    const asked = (values: Partial<typeof NEW_AD_SET>, of: Partial<typeof campaign> = {}) =>
      reachQuestionOf({ ...NEW_AD_SET, ...values }, { ...campaign, ...of }, null);
    expect(asked({ totalBudget: 1, dailyBudget: 1, bid: 0.000_001 })).toMatchObject({
      ...{ totalBudget: 1, dailyBudget: 1, bid: 0.000_001 },
    });
    expect(asked({ totalBudget: 0.99, dailyBudget: 0.99 })).toMatchObject({
      totalBudget: 250,
      dailyBudget: 25,
    });
    const small = { totalBudget: 1, dailyBudget: 1 } as never;
    expect(asked({}, small)).toMatchObject({ totalBudget: 1, dailyBudget: 1 });
    expect(asked({}, { dailyBudget: 0.99 } as never)).toMatchObject({ dailyBudget: null });
  });

  it('waits for devices, days and hours', () => {
    expect(reachQuestionOf({ ...NEW_AD_SET, devices: [] }, campaign, null)).toBeNull();
    expect(reachQuestionOf({ ...NEW_AD_SET, daysOfWeek: [] }, campaign, null)).toBeNull();
    const hours = { ...NEW_AD_SET, allDay: false, startTime: '09:00', endTime: '' };
    expect(reachQuestionOf(hours, campaign, null)).toBeNull();
    expect(reachQuestionOf(NEW_AD_SET, { ...campaign, objective: '' }, null)).toBeNull();
  });
});
