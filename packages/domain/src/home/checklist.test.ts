import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADVERTISER_STEP_KEYS, type AdvertiserStep, checklist, PUBLISHER_STEP_KEYS } from './checklist.ts';

const doneOf = (...steps: AdvertiserStep[]) =>
  Object.fromEntries(ADVERTISER_STEP_KEYS.map((step) => [step, steps.includes(step)])) as Record<
    AdvertiserStep,
    boolean
  >;
const states = (...steps: AdvertiserStep[]) =>
  checklist(ADVERTISER_STEP_KEYS, doneOf(...steps))?.map(({ state }) => state);

describe("a newcomer's checklist", () => {
  it('goes from the wallet to the first impression, and from the website to it', () => {
    expect(ADVERTISER_STEP_KEYS).toEqual([
      'fund',
      'campaign',
      'creative',
      'submit',
      'approved',
      'impression',
    ]);
    expect(PUBLISHER_STEP_KEYS).toEqual([
      'website',
      'approved',
      'widget',
      'snippet',
      'ads_txt',
      'impression',
    ]);
  });

  it('names the first step that is not done, also where a later one is', () => {
    expect(states()).toEqual(['next', 'later', 'later', 'later', 'later', 'later']);
    expect(states('campaign')).toEqual(['next', 'done', 'later', 'later', 'later', 'later']);
    expect(states('fund', 'campaign', 'creative', 'submit', 'approved')?.at(-1)).toBe('next');
  });

  it('is over with the last step, and not before', () => {
    expect(states('impression')).toBeUndefined();
    expect(states('fund', 'campaign', 'creative', 'submit', 'approved')).toHaveLength(6);
  });

  it('goes on past what waits for somebody else, and not past what is done', () => {
    const waiting = (...done: AdvertiserStep[]) =>
      checklist(ADVERTISER_STEP_KEYS, doneOf(...done), ['fund'])?.map(({ state }) => state);
    expect(waiting()).toEqual(['waits', 'next', 'later', 'later', 'later', 'later']);
    expect(waiting('fund')).toEqual(['done', 'next', 'later', 'later', 'later', 'later']);
  });

  it('has exactly one next step, after which nothing is done by chance only', () => {
    fc.assert(
      fc.property(fc.subarray([...ADVERTISER_STEP_KEYS]), (done) => {
        const found = checklist(ADVERTISER_STEP_KEYS, doneOf(...done));
        expect(found === null).toBe(done.includes('impression'));
        if (found === null) return;
        const at = found.findIndex(({ state }) => state === 'next');
        expect(found.filter(({ state }) => state === 'next')).toHaveLength(1);
        expect(found.slice(0, at).every(({ state }) => state === 'done')).toBe(true);
        expect(found.filter(({ state }) => state === 'done').map(({ step }) => step)).toEqual(done);
      }),
    );
  });
});
