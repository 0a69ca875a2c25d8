import type { Report } from '@placard/contract/reports';
import { textsOfQuestion } from '@placard/domain/analytics/report-question';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import { TrackingFigures } from './tracking-figures.tsx';

beforeAll(() => void vi.useFakeTimers({ now: Date.parse('2026-03-30T12:00:00Z'), toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const asked = {
  ...{ from: '2026-03-01', to: '2026-03-30', limit: 100 },
  ...textsOfQuestion({
    metrics: ['trackingImpressions', 'trackingClicks'],
    by: ['creative'],
    filters: [],
    sort: { key: 'trackingImpressions', descending: true },
  }),
};
const row = (trackingImpressions: number, trackingClicks: number): Report['rows'][number] => ({
  ...{ dims: { creative: '7' }, labels: { creative: 'Poster' }, within: {} },
  metrics: { trackingImpressions, trackingClicks },
});

const figures = (rows: Report['rows'], quiet: boolean) =>
  shown(<TrackingFigures quiet={quiet} />, [
    { queryKey: [...api.reports.advertiser.key, asked], answer: plain(api.reports.advertiser, { rows }) },
  ]);

it('whoever uses no tracking URLs sees nothing of them, or that nothing came', () => {
  expect(figures([row(0, 0)], true).words).toBe('');
  expect(figures([row(0, 0)], false).words).not.toBe('');
  expect(figures([row(0, 0)], false).markup).not.toContain('<table');
});

it('a creative is in the table once one of its addresses was used', () => {
  for (const each of [row(1, 0), row(0, 1)]) expect(figures([each], true).words).toContain('Poster');
});
