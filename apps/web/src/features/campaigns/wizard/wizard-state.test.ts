import { describe, expect, it } from 'vitest';
import { campaignMissing, enterTarget, wizardContent, wizardStep, worthKeeping } from './wizard-state.ts';

const TODAY = '2026-03-10';
const draft = {
  step: 'target' as const,
  content: {
    campaign: { name: 'Spring', objective: 'TRAFFIC', totalBudget: 100, startDate: '2026-04-01' },
    adSet: { name: 'Germany', locations: ['DE'] },
  },
};

describe('the step', () => {
  it('is the URL’s, else the draft’s, else the first', () => {
    expect(wizardStep('setting', draft)).toBe('setting');
    expect(wizardStep(undefined, draft)).toBe('target');
    expect(wizardStep('nonsense', draft)).toBe('target');
    expect(wizardStep(undefined, null)).toBe('setting');
  });
});

describe('the content', () => {
  it('is resumed from a draft and survives being kept and resumed again', () => {
    const content = wizardContent(draft, TODAY);
    expect(content.campaign).toMatchObject({ name: 'Spring', totalBudget: 100 });
    expect(content.adSet.locations).toEqual(['DE']);
    const kept = JSON.parse(JSON.stringify({ step: 'target', content }));
    expect(wizardContent(kept, TODAY)).toEqual(content);
  });

  it('gets the ad set’s budgets from the campaign', () => {
    expect(enterTarget(wizardContent(draft, TODAY)).adSet).toMatchObject({
      totalBudget: 100,
      dailyBudget: '',
    });
  });

  it('is missing its campaign until step 1 is complete', () => {
    expect(campaignMissing(wizardContent(null, TODAY), TODAY)).toBe(true);
    expect(campaignMissing(wizardContent(draft, TODAY), TODAY)).toBe(false);
  });

  it('is worth keeping once something was typed', () => {
    const fresh = wizardContent(null, TODAY);
    expect(worthKeeping(fresh, TODAY)).toBe(false);
    expect(worthKeeping({ ...fresh, campaign: { ...fresh.campaign, name: 'S' } }, TODAY)).toBe(true);
  });
});
