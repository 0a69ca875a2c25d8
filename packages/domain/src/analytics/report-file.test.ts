import { describe, expect, it } from 'vitest';
import { METRIC_KEYS, METRICS } from './metrics.ts';
import { csvCell, fileCells, fileColumns, REPORT_FILE_MAX_ROWS, reportFileIssue } from './report-file.ts';

describe('a report as a file', () => {
  it('holds a million rows and not one more', () => {
    expect(REPORT_FILE_MAX_ROWS).toBe(1_000_000);
    expect(reportFileIssue(1_000_000)).toBeNull();
    expect(reportFileIssue(1_000_001)).toBe('report_file_too_long');
  });

  it('has number and name of records, the rest as it is, then the figures', () => {
    const columns = fileColumns(
      ['campaign', 'country', 'date', 'hourOfDay'],
      ['impressions', 'averageCpm', 'ctr'],
    );
    expect(columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      ...['campaignId id', 'campaign text', 'country text', 'date day', 'hourOfDay whole'],
      ...['impressions count', 'averageCpm money', 'ctr ratio'],
    ]);
    const row = {
      dims: { campaign: '7', country: '', date: '2026-05-13', hourOfDay: '0' },
      labels: { campaign: '=Autumn' },
      metrics: { impressions: 3, averageCpm: -1_234_567n, ctr: null },
    };
    const cells = fileCells(columns, row);
    expect(cells).toEqual([7, '=Autumn', '', '2026-05-13', 0, 3, -1_234_567n, null]);
    expect(columns.map((column, at) => csvCell(column, cells[at] ?? null))).toEqual([
      ...[7, '=Autumn', '', '2026-05-13', 0, 3, '-1.234567', null],
    ]);
    expect(fileCells(fileColumns(['campaign'], []), { dims: {}, labels: {}, metrics: {} })).toEqual([
      null,
      '',
    ]);
  });

  it('knows a type for every figure: money where its unit is money', () => {
    for (const { name, kind } of fileColumns([], METRIC_KEYS)) {
      const { unit } = METRICS[name as (typeof METRIC_KEYS)[number]];
      expect(kind === 'money').toBe(unit.startsWith('money'));
    }
  });
});
