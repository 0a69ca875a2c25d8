import { describe, expect, it } from 'vitest';
import {
  campaignMissing,
  enterTarget,
  goesOn,
  keptDraftFrom,
  wizardContent,
  wizardStep,
  worthKeeping,
} from './wizard-state.ts';

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

describe('what this browser kept', () => {
  const { content } = draft;
  const kept = (after: unknown) => keptDraftFrom({ step: 'target', content, after });

  it('goes on from the draft that it followed, from none where there was none', () => {
    const saved = { updatedAt: '2026-03-10T08:00:00.000Z' };
    expect(goesOn(kept(saved.updatedAt), saved)).toBe(true);
    expect(goesOn(kept(null), null)).toBe(true);
    expect(goesOn(null, null)).toBe(false);
  });

  it('is over once the draft was saved anew, deleted or made a campaign elsewhere', () => {
    expect(goesOn(kept('2026-03-10T08:00:00.000Z'), { updatedAt: '2026-03-10T08:00:01.000Z' })).toBe(false);
    expect(goesOn(kept('2026-03-10T08:00:00.000Z'), null)).toBe(false);
    expect(goesOn(kept(null), { updatedAt: '2026-03-10T08:00:00.000Z' })).toBe(false);
  });

  it('is a draft or nothing', () => {
    expect(kept('x')).toEqual({ ...draft, after: 'x' });
    expect(keptDraftFrom({ step: 'other', content })).toEqual({ step: 'setting', content, after: null });
    const broken = [null, 'x', [], {}, { content: 1 }, { content: { campaign: {}, adSet: [] } }];
    expect(broken.map(keptDraftFrom)).toEqual(broken.map(() => null));
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
