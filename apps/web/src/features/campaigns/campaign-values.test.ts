import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../kits/form/schema-faults.ts';
import {
  type CampaignValues,
  campaignInput,
  campaignSchema,
  campaignValuesFrom,
  campaignValuesOf,
  checkedCampaign,
  newCampaignValues,
} from './campaign-values.ts';
import { draftName } from './use-campaign-draft.ts';

const TODAY = '2026-03-10';
const filled = {
  ...newCampaignValues(TODAY),
  name: ' Spring ',
  objective: 'TRAFFIC' as const,
  category: 'travel' as const,
  totalBudget: 100,
};
const faults = (values: CampaignValues) => faultsOf(campaignSchema(TODAY), campaignInput(values), 'required');

describe('a campaign’s fields', () => {
  it('become the operation’s input: names trimmed, empty fields null', () => {
    expect(checkedCampaign(filled, TODAY)).toEqual({
      name: 'Spring',
      objective: 'TRAFFIC',
      category: 'travel',
      description: '',
      totalBudget: 100,
      dailyBudget: null,
      startDate: TODAY,
      endDate: null,
    });
  });

  it('name what is missing, field by field', () => {
    expect(
      faultsOf(
        campaignSchema(TODAY),
        campaignInput({ ...newCampaignValues(TODAY), startDate: '' }),
        'required',
      ),
    ).toMatchObject({
      name: 'name_required',
      totalBudget: 'required',
      startDate: 'date_invalid',
      objective: expect.any(String),
    });
  });

  it('are checked against each other by the domain’s rules', () => {
    expect(faults({ ...filled, dailyBudget: 200 })).toEqual({ dailyBudget: 'daily_budget_exceeds_total' });
    expect(faults({ ...filled, endDate: '2026-03-01' })).toEqual({ endDate: 'end_date_before_start' });
    expect(faults({ ...filled, startDate: '2026-03-01', endDate: '2026-03-05' })).toEqual({
      endDate: 'end_date_in_past',
    });
    expect(faults({ ...filled, totalBudget: 0.5 })).toEqual({ totalBudget: 'budget_too_small:1' });
  });

  it('of an ended campaign are judged where they differ from what was read', () => {
    const ended = { ...filled, startDate: '2026-03-01', endDate: '2026-03-05' };
    const read = {
      totalBudget: 100,
      dailyBudget: null,
      startDate: '2026-03-01',
      endDate: '2026-03-05',
      spent: 99,
    };
    const editFaults = (change: Partial<typeof filled>) =>
      faultsOf(campaignSchema(TODAY, read), campaignInput({ ...ended, ...change }), 'required');
    expect(editFaults({ name: 'Another' })).toEqual({});
    expect(editFaults({ endDate: '2026-03-06' })).toEqual({ endDate: 'end_date_in_past' });
    expect(editFaults({ totalBudget: 98 })).toEqual({ totalBudget: 'total_budget_below_spent' });
    expect(editFaults({ endDate: TODAY })).toEqual({});
  });

  it('are told with those of single fields', () => {
    expect(
      faults({
        ...filled,
        name: '',
        totalBudget: 10,
        dailyBudget: 11,
        startDate: '2026-03-05',
        endDate: '2026-03-04',
      }),
    ).toEqual({
      name: 'name_required',
      dailyBudget: 'daily_budget_exceeds_total',
      endDate: 'end_date_before_start',
    });
    // What is missing breaks no rule with another.
    expect(
      faults({
        ...newCampaignValues(TODAY),
        name: 'A',
        objective: 'TRAFFIC',
        startDate: '',
        dailyBudget: 11,
        endDate: '2099-01-01',
      }),
    ).toEqual({
      totalBudget: 'required',
      startDate: 'date_invalid',
    });
  });

  it('refuse a text in an amount', () => {
    expect(faults({ ...filled, dailyBudget: { typed: 'abc', issue: 'amount_unreadable' } })).toHaveProperty(
      'dailyBudget',
    );
  });
});

describe('a draft', () => {
  it('comes back as it was typed', () => {
    const typed = {
      ...filled,
      totalBudget: { typed: '12,', issue: 'amount_unreadable' } as const,
      endDate: 'soon',
    };
    expect(campaignValuesFrom(JSON.parse(JSON.stringify(typed)), TODAY)).toEqual(typed);
  });

  it('of another version or broken falls back field by field', () => {
    expect(
      campaignValuesFrom(
        {
          name: 7,
          objective: 'FAME',
          totalBudget: null,
          dailyBudget: { typed: '5', issue: 'none' },
          startDate: {},
          endDate: '2026-05-01',
        },
        TODAY,
      ),
    ).toEqual({ ...newCampaignValues(TODAY), endDate: '2026-05-01' });
  });
});

it('a campaign is shown as it is, and what it has not is empty', () => {
  const row = {
    name: 'A',
    objective: 'TRAFFIC',
    category: null,
    description: '',
    totalBudget: 5,
    dailyBudget: null,
  };
  const campaign = { ...row, startDate: TODAY, endDate: null } as unknown as Parameters<
    typeof campaignValuesOf
  >[0];
  expect(campaignValuesOf(campaign)).toEqual({
    ...row,
    category: '',
    dailyBudget: '',
    startDate: TODAY,
    endDate: '',
  });
  const full = { ...campaign, category: 'travel', dailyBudget: 2, endDate: TODAY } as typeof campaign;
  expect(campaignValuesOf(full)).toMatchObject({ category: 'travel', dailyBudget: 2, endDate: TODAY });
});

it('is judged as a whole only where there is something', () => {
  for (const nothing of [null, undefined, 'x', 7]) {
    expect(campaignSchema(TODAY).safeParse(nothing).success).toBe(false);
  }
});

it('asks in words of ours for an objective that was not chosen', () => {
  expect(faults({ ...filled, objective: '' })).toEqual({ objective: 'objective_required' });
});

it('a draft is called by what was typed, as far as a campaign’s name may go', () => {
  const called = (name: unknown) => draftName({ content: { campaign: { name }, adSet: {} } });
  expect([called(' Spring '), called(undefined), called('x'.repeat(201))]).toEqual([
    ...['Spring', '', 'x'.repeat(200)],
  ]);
});
