import type { Report } from '@placard/contract/reports';
import { readReport } from '@placard/domain/analytics/report-asked';
import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { expect, it } from 'vitest';
import { FILE_ROWS, viewMail } from './view-mail.ts';

function mailOf(rows: number, language: 'en' | 'de' = 'en', name = 'Mine', search = '') {
  const asked = readReport({ by: 'campaign' }, REPORT_OFFERS.statistics, '2026-05-13');
  const report: Report = {
    ...{
      timeZone: 'UTC',
      currency: 'USD',
      from: asked.from,
      to: asked.to,
      updatedAt: '2026-05-13T12:00:00Z',
    },
    ...{ lateSeconds: 0, comparedFrom: null, comparedTo: null, previousTotals: null, named: [] },
    ...{ totals: { impressions: rows }, series: [], previousSeries: null },
    rows: Array.from({ length: rows }, (_, index) => ({
      ...{ dims: {}, within: {}, labels: { campaign: `No. ${index + 1}` }, metrics: { impressions: 1 } },
    })),
  };
  const view = { name, screen: 'statistics' } as const;
  const mail = viewMail({
    ...{
      language,
      network: 'Placard',
      asked,
      report: { ...report, rows: report.rows.slice(0, FILE_ROWS) },
      ...{ search, isCut: rows > FILE_ROWS },
      view,
      url: 'https://dashboard.test/',
      unsubscribeUrl: null,
    },
  });
  const lines = mail.attachments[0]?.content.toString('utf8').trim().split('\r\n').length ?? 0;
  return { ...mail, lines };
}

it('says that a file is cut, and of one that has all rows that it has', () => {
  const whole = mailOf(FILE_ROWS);
  const cut = mailOf(FILE_ROWS + 1);
  expect([whole.lines, cut.lines]).toEqual([FILE_ROWS + 1, FILE_ROWS + 1]);
  for (const [mail, note] of [
    [whole, 'The top 10 of 1,000 rows; all are in the file.'],
    [cut, 'The top 10 rows. The file has the first 1,000; the report has more.'],
    [mailOf(FILE_ROWS + 1, 'de'), 'In der Datei stehen die ersten 1.000; der Bericht hat mehr.'],
    [mailOf(10), 'These rows are in the file as well, with more columns.'],
  ] as const) {
    expect(mail.body).toContain(note);
    expect(mail.html).toContain(note);
  }
});

it('says what its rows were searched for, and where none was found', () => {
  const found = mailOf(2, 'en', 'Mine', 'lamp').body;
  expect(found).toContain('Rows with “lamp” in a name. These rows are in the file as well');
  const none = mailOf(0, 'de', 'Mine', 'lamp').body;
  expect(none).toContain('Keine Zeile hat „lamp“ in einem Namen.');
  expect(mailOf(0).body).toContain('There was nothing to count.');
});

it('breaks long names without blanks, so that a phone shows the mail in its own width', () => {
  const { html } = mailOf(1, 'en', 'x'.repeat(100));
  expect(html).toMatch(/<h1 [^>]*overflow-wrap:anywhere[^>]*>x{100}</);
  expect(html).toMatch(/<p [^>]*overflow-wrap:anywhere[^>]*>[^<]*Placard/);
});
