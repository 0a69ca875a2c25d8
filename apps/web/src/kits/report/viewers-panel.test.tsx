import type { Reach } from '@placard/contract/reach';
import { FREQUENCY_STEPS } from '@placard/domain/analytics/reach';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import { AdvertiserViewers } from './viewers-panel.tsx';

const days = { from: '2026-03-01', to: '2026-03-07' };
const panel = (given: Partial<Reach>) =>
  shown(<AdvertiserViewers days={days} />, [
    answered(api.reach.advertiser, { ...days, by: 'date', campaignId: undefined }, { ...days, ...given }),
  ]);

it('when viewers were counted is said, or that they were not', () => {
  expect(panel({ viewerDays: 5 }).words).toContain('Not counted yet');
  const counted = panel({ viewerDays: 5, countedAt: '2026-03-08T10:30:00Z' }).words;
  expect(counted).toMatch(/Counted .*10:30/);
  expect(counted).not.toContain('Not counted yet');
});

it('nobody is no row of zeros', () => {
  expect(panel({ viewerDays: 0 }).markup).not.toContain('<table');
  expect(panel({ viewerDays: 1 }).markup).toContain('<table');
});

it('steps of how often are once, so many times, from to, and more', () => {
  const distribution = FREQUENCY_STEPS.map((times) => ({ times, viewerDays: 1 }));
  const { markup } = panel({ viewerDays: 5, distribution });
  const rows = [...markup.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/g)].map(([, name]) => name);
  expect(rows).toEqual([
    expect.stringMatching(/once/i),
    expect.stringMatching(/2/),
    expect.stringMatching(/3.*4/),
    expect.stringMatching(/5.*9/),
    expect.stringMatching(/10/),
  ]);
});
