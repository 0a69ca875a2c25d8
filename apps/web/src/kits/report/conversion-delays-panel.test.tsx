import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import ConversionDelaysPanel from './conversion-delays-panel.tsx';

const days = { from: '2026-03-01', to: '2026-03-07' };
const panel = (conversions: number, unknown = 0) =>
  shown(<ConversionDelaysPanel days={days} />, [
    answered(api.reports.advertiserDelays, days, {
      unknown,
      items: [0, 1, 24, 168].map((fromHours) => ({ fromHours, conversions })),
    }),
  ]);

it('steps are of hours below a day, of days from then on, the last until the window ends', () => {
  const rows = [...panel(2).markup.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/g)].map(([, name]) => name);
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/1.*24 hours/),
    expect.stringMatching(/1.*7 days/),
    expect.stringMatching(/7.*30 days/),
  ]);
});

it('what is not known is counted apart, and no conversion at all said', () => {
  expect(panel(2).words).not.toContain('11');
  expect(panel(2, 11).words).toContain('11');
  expect(panel(0).markup).not.toContain('<table');
  expect(panel(0, 1).markup).toContain('<table');
});
