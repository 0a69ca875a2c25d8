import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../kits/form/schema-faults.ts';
import {
  type AdSetValues,
  adSetInput,
  adSetSchema,
  adSetValuesFrom,
  adSetValuesOf,
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

describe('an ad set that is there', () => {
  const row = {
    ...{
      name: 'A',
      description: '',
      totalBudget: 5,
      dailyBudget: null,
      locations: ['DE'],
      devices: ['mobile'],
    },
    ...{
      languages: ['de'],
      startTime: '09:00',
      endTime: '17:00',
      daysOfWeek: [1],
      bid: null,
      frequencyCapPerDay: null,
    },
  };
  const valuesOf = (part: object) =>
    adSetValuesOf({ ...row, ...part } as unknown as Parameters<typeof adSetValuesOf>[0]);

  it('is shown as it is, and what it has not is empty', () => {
    expect(valuesOf({})).toEqual({
      ...{ ...NEW_AD_SET, ...row, allDay: false, dailyBudget: '', bid: '', frequencyCapPerDay: '' },
    });
    expect(valuesOf({ dailyBudget: 2, bid: 0.5, frequencyCapPerDay: 3 })).toMatchObject({
      ...{ dailyBudget: 2, bid: 0.5, frequencyCapPerDay: 3 },
    });
  });

  it('of all day keeps the hours that a new one begins with', () => {
    expect(valuesOf({ startTime: '00:00', endTime: '00:00' })).toMatchObject({
      ...{ allDay: true, startTime: NEW_AD_SET.startTime, endTime: NEW_AD_SET.endTime },
    });
  });
});

it('runs all day where a draft does not say', () => {
  expect(adSetValuesFrom({})).toMatchObject({ allDay: true, daysOfWeek: [1, 2, 3, 4, 5, 6, 7] });
});

it('keeps a daily budget that somebody typed, also below the campaign’s', () => {
  const typed = { ...withBudgetDefaults(named, CAMPAIGN), dailyBudget: 7 };
  expect(withBudgetDefaults(typed, { totalBudget: 900, dailyBudget: 90 }).dailyBudget).toBe(7);
});

it('is judged by itself while its campaign has no budget yet, and is none while something is wrong', () => {
  const faults = faultsOf(
    adSetSchema({ totalBudget: '', dailyBudget: '' }),
    adSetInput({ ...named, totalBudget: 7 }),
    'needed',
  );
  expect(faults).toEqual({});
  expect(checkedAdSet({ ...named, totalBudget: 501 }, CAMPAIGN)).toBeNull();
});
