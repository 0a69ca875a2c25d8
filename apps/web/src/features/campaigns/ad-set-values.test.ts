import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../kits/form/schema-faults.ts';
import {
  type AdSetValues,
  adSetInput,
  adSetSchema,
  adSetValuesFrom,
  checkedAdSet,
  NEW_AD_SET,
  withBudgetDefaults,
} from './ad-set-values.ts';

const CAMPAIGN = { totalBudget: 500, dailyBudget: 50 };
const named: AdSetValues = { ...NEW_AD_SET, name: 'Everybody' };

describe('an ad set’s budgets', () => {
  it('default to the campaign’s', () => {
    expect(withBudgetDefaults(named, CAMPAIGN)).toMatchObject({ totalBudget: 500, dailyBudget: 50 });
  });

  it('follow the campaign’s while nobody touched them', () => {
    const first = withBudgetDefaults(named, CAMPAIGN);
    expect(withBudgetDefaults(first, { totalBudget: 900, dailyBudget: '' })).toMatchObject({
      totalBudget: 900,
      dailyBudget: '',
    });
  });

  it('stay what somebody typed', () => {
    const typed = { ...withBudgetDefaults(named, CAMPAIGN), totalBudget: 200 };
    expect(withBudgetDefaults(typed, { totalBudget: 900, dailyBudget: 90 })).toMatchObject({
      totalBudget: 200,
      dailyBudget: 90,
    });
  });

  it('are checked against the campaign and each other', () => {
    const faults = (values: AdSetValues) => faultsOf(adSetSchema(CAMPAIGN), adSetInput(values), 'required');
    expect(faults({ ...named, totalBudget: 501 })).toEqual({ totalBudget: 'ad_set_budget_exceeds_campaign' });
    expect(faults({ ...named, totalBudget: 20, dailyBudget: 30 })).toEqual({
      dailyBudget: 'daily_budget_exceeds_total',
    });
  });
});

describe('an ad set’s hours', () => {
  it('are equal times when it runs all day', () => {
    expect(adSetInput(named)).toMatchObject({ startTime: '00:00', endTime: '00:00' });
    expect(adSetInput({ ...named, allDay: false })).toMatchObject({ startTime: '09:00', endTime: '18:00' });
  });

  it('need a day and a device', () => {
    expect(
      faultsOf(adSetSchema(CAMPAIGN), adSetInput({ ...named, devices: [], daysOfWeek: [] }), 'required'),
    ).toEqual({ devices: 'device_required', daysOfWeek: 'day_required' });
  });
});

describe('the input', () => {
  it('carries nothing of the form alone', () => {
    expect(checkedAdSet(withBudgetDefaults(named, CAMPAIGN), CAMPAIGN)).toEqual({
      name: 'Everybody',
      description: '',
      totalBudget: 500,
      dailyBudget: 50,
      locations: [],
      devices: ['desktop', 'mobile', 'tablet'],
      languages: [],
      startTime: '00:00',
      endTime: '00:00',
      daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
      bid: null,
      frequencyCapPerDay: null,
    });
  });
});

describe('a draft', () => {
  it('comes back as it was typed', () => {
    const typed: AdSetValues = {
      ...named,
      locations: ['DE'],
      allDay: false,
      endTime: '',
      bid: { typed: '-5', issue: 'amount_negative' },
      daysOfWeek: [1],
    };
    expect(adSetValuesFrom(JSON.parse(JSON.stringify(typed)))).toEqual(typed);
  });

  it('drops places, devices and days that are none', () => {
    expect(
      adSetValuesFrom({
        locations: ['DE', 'XX', 3],
        devices: ['desktop', 'fridge'],
        daysOfWeek: [1, 9],
        languages: 'en',
      }),
    ).toMatchObject({ locations: ['DE'], devices: ['desktop'], daysOfWeek: [1], languages: [] });
    expect(adSetValuesFrom({ languages: ['de', 'zz', 7, null] }).languages).toEqual(['de']);
  });
});
