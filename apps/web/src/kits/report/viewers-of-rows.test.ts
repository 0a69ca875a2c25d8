import { readReport } from '@placard/domain/analytics/report-asked';
import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { describe, expect, it } from 'vitest';
import { arrangedRows, breakdownRows } from './breakdown-rows.ts';
import { viewersBy, viewersOfRows } from './viewers-of-rows.ts';

const KEYS = ['campaign', 'adSet'] as const;
const asked = (search: Record<string, string>) =>
  viewersBy(readReport(search, REPORT_OFFERS.statistics, '2026-11-20'), KEYS);

describe('viewers of a breakdown’s rows', () => {
  it('are told of what they are counted by alone', () => {
    expect(asked({ by: 'campaign' })).toBe('campaign');
    expect(asked({ by: 'adSet' })).toBe('adSet');
    expect(asked({ by: 'country' })).toBeNull();
    expect(asked({ by: 'creative' })).toBeNull();
    expect(asked({ by: 'date' })).toBeNull();
    expect(asked({ by: 'campaign', by2: 'country' })).toBeNull();
    expect(asked({ by: 'campaign', dated: '1' })).toBeNull();
    expect(asked({ by: 'campaign', filter: 'country:DE' })).toBeNull();
  });

  it('stand beside their records, which are sorted by them; unknown ones last', () => {
    const reach = {
      ...{ from: '2026-11-20', to: '2026-11-20', countedAt: null, errorShare: 0, distribution: [] },
      ...{ viewerDays: 5, impressions: 9, frequency: 1.8 },
      rows: [
        { key: '7', label: 'Spring', viewerDays: 2, impressions: 6, frequency: 3 },
        { key: '8', label: 'Autumn', viewerDays: 3, impressions: 3, frequency: 1 },
      ],
    };
    const row = (campaign: string) => ({ dims: { campaign }, labels: {}, within: {}, metrics: {} });
    const rows = breakdownRows([row('6'), row('7'), row('8')], ['campaign'], viewersOfRows(reach));
    const sorted = (sort: string) =>
      arrangedRows(rows, ['campaign'], { search: '', sort }).map(({ dims }) => dims.campaign?.value);
    expect(rows.map(({ viewers }) => viewers?.viewerDays)).toEqual([undefined, 2, 3]);
    expect(sorted('-viewers')).toEqual(['8', '7', '6']);
    expect(sorted('viewers')).toEqual(['7', '8', '6']);
    expect(sorted('-frequency')).toEqual(['7', '8', '6']);
    expect(viewersOfRows(undefined).size).toBe(0);
  });
});
