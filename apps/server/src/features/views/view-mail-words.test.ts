import type { Report } from '@placard/contract/reports';
import { readReport } from '@placard/domain/analytics/report-asked';
import { REPORT_OFFERS, type ReportScreen } from '@placard/domain/analytics/report-offers';
import { expect, it } from 'vitest';
import { viewMail } from './view-mail.ts';
import { viewMailHtml } from './view-mail-html.ts';

type Row = Report['rows'][number];
type Figures = Row['metrics'];
type Given = {
  readonly screen?: ReportScreen;
  readonly language?: 'en' | 'de';
  readonly name?: string;
  readonly search?: Record<string, string>;
  readonly totals?: Figures;
  readonly before?: Figures | null;
  readonly rows?: readonly Row[];
  readonly currency?: string;
  readonly unsubscribeUrl?: string | null;
};

function mailOf({
  screen = 'statistics',
  language = 'en',
  name = 'Mine',
  search = { from: '2026-05-01', to: '2026-05-07' },
  totals = {},
  before = null,
  rows = [],
  currency = 'EUR',
  unsubscribeUrl = null,
}: Given) {
  const asked = readReport(search, REPORT_OFFERS[screen], '2026-05-13');
  const report: Report = {
    ...{ timeZone: 'Europe/Berlin', currency, from: asked.from, to: asked.to },
    ...{ updatedAt: '2026-05-13T12:00:00Z', lateSeconds: 0, comparedFrom: null, comparedTo: null, named: [] },
    ...{ totals, previousTotals: before, series: [], previousSeries: null, rows: [...rows] },
  };
  const { attachments, ...mail } = viewMail({
    ...{ language, network: 'Placard', view: { name, screen }, asked, report, search: '', isCut: false },
    ...{ url: 'https://dashboard.test/?a=1&b=2', unsubscribeUrl },
  });
  const [file, ...others] = attachments;
  expect(others).toEqual([]);
  return { ...mail, file: file?.name, type: file?.mediaType, csv: file?.content.toString('utf8') ?? '' };
}
const row = (label: string, metrics: Figures): Row => ({
  ...{ dims: { campaign: '7' }, labels: { campaign: label }, within: {}, metrics },
});
/** The lines below the heading and the period. */
const tableOf = (body: string) => body.split('\n').slice(3);

it('a mail has the totals with their change, money first in its table, and unknown figures as a dash', () => {
  const { subject, body, file, type, unsubscribeUrl } = mailOf({
    totals: {
      impressions: 12_345,
      viewableRate: 0.81234,
      clicks: 0,
      ctr: null,
      spend: 1_234.5,
      averageCpm: 2,
    },
    before: { impressions: 10_000, viewableRate: 0.81234, clicks: 5, ctr: 0.1, spend: 0, averageCpm: null },
    rows: [row('Lanterns', { impressions: 1_000, spend: 0.2599 })],
    unsubscribeUrl: 'https://dashboard.test/unsubscribe',
  });
  expect(subject).toBe('Mine: May 1, 2026 – May 7, 2026');
  expect([file, type]).toEqual(['mine-2026-05-01-2026-05-07.csv', 'text/csv']);
  expect(body.split('\n').slice(0, 3)).toEqual([
    'Mine at Placard',
    'May 1, 2026 – May 7, 2026 (Europe/Berlin), with the change against the period before',
    '',
  ]);
  expect(tableOf(body)).toEqual([
    'Impressions       12,345  +23.5%',
    'Viewable rate     81.23%      0%',
    'Clicks                 0   -100%',
    'CTR                    –',
    'Conversions            –',
    'Spend          €1,234.50',
    '',
    'Campaign  Spend  Impressions  Viewable rate  Clicks  CTR  Conversions',
    'Lanterns  €0.25        1,000              –       –    –            –',
    '',
    'These rows are in the file as well, with more columns.',
    '',
    'Open the view:',
    'https://dashboard.test/?a=1&b=2',
    '',
    'No more of these mails:',
    'https://dashboard.test/unsubscribe',
    '',
  ]);
  expect(unsubscribeUrl).toBe('https://dashboard.test/unsubscribe');
});

it('a share or a change that is next to nothing does not look like nothing', () => {
  const { body } = mailOf({
    totals: { impressions: 1_000_001, viewableRate: 0.50002, clicks: 999_999, ctr: 0.00004 },
    before: { impressions: 1_000_000, viewableRate: 0.5, clicks: 1_000_000, ctr: 0.00004 },
  });
  const line = (name: string) => tableOf(body).find((one) => one.startsWith(name));
  expect(line('Impressions')).toMatch(/ <\+0.01%$/);
  expect(line('Viewable rate')).toMatch(/ 50% +<\+0.01%$/);
  expect(line('Clicks')).toMatch(/ >-0.01%$/);
  expect(line('CTR')).toMatch(/ <0.01% +0%$/);
});

it.each([
  // earnings and what a thousand views bring: as the screen has them, whatever parts the currency has by law
  ['EUR', 0.129, 0.00234, '€0.12', '€0.0023'],
  ['EUR', 0.009, 0.00004, '<€0.01', '<€0.0001'],
  ['JPY', 0.45, 12.345, '¥0.45', '¥12.35'],
  ['KWD', 7, 0, 'KWD\u00a07.00', 'KWD\u00a00.00'],
])('amounts in %s of %f and %f on average are told as on the screen', (currency, earnings, rpm, ...told) => {
  const { body } = mailOf({
    screen: 'publisher_report',
    currency,
    rows: [{ ...row('', { earnings, rpm }), dims: { website: '7' }, labels: { website: 'Top' } }],
  });
  const cells =
    tableOf(body)
      .find((one) => one.startsWith('Top'))
      ?.split(/ {2,}/) ?? [];
  expect(cells.filter((cell) => /[€¥]|KWD/.test(cell))).toEqual(told);
});

it('a mail of one day names it once, and without a way out has none', () => {
  const { subject, body, html, ...mail } = mailOf({
    ...{ search: { from: '2026-05-01', to: '2026-05-01' }, language: 'de', name: ' Über, Grüsse! ' },
  });
  expect(subject).toMatch(/: 01\.05\.2026$/);
  expect('unsubscribeUrl' in mail).toBe(false);
  for (const text of [body, html]) expect(text).not.toMatch(/unsubscribe|Keine dieser|null/);
  expect(mail.file).toBe('uber-grusse-2026-05-01-2026-05-01.csv');
  expect(mailOf({ name: 'x'.repeat(61) }).file).toBe(`${'x'.repeat(60)}-2026-05-01-2026-05-07.csv`);
  expect(mailOf({ name: '???' }).file).toBe('report-2026-05-01-2026-05-07.csv');
});

it('the file has every column, millionths as they are, and nothing for what is not known', () => {
  const rows = [row('=cmd', { impressions: 3, spend: 0.1 + 0.2, ctr: null }), row('', { impressions: 1 })];
  const [head, ...lines] = mailOf({ rows }).csv.trim().split('\r\n');
  const columns = (head ?? '').split(',');
  expect(columns.slice(0, 3)).toEqual(['Campaign', 'Impressions', 'Viewable impressions']);
  expect(columns).toHaveLength(REPORT_OFFERS.statistics.metrics.length + 2);
  expect(columns.at(-1)).toBe('Currency');
  const cells = lines.map((line) => line.split(','));
  const at = columns.indexOf('Spend');
  expect(cells.map((line) => [line[0], line[1], line[at], line.length, line.at(-1)])).toEqual([
    ["'=cmd", '3', '0.3', columns.length, 'EUR'],
    ['Unknown', '1', '', columns.length, 'EUR'],
  ]);
});

it('in HTML what rows are broken down by stands in one column, so that a figure is beside it on a phone', () => {
  const parts = { language: 'en', name: 'Mine', network: 'Placard', timeZone: 'UTC', period: 'May' } as const;
  const html = viewMailHtml({
    ...{ ...parts, rowsNote: '', url: 'https://dashboard.test/', unsubscribeUrl: null },
    totals: [{ label: 'Spend', value: '$1', change: '' }],
    table: {
      head: ['Campaign', 'Country', 'Device', 'Spend'],
      rows: [['Lanterns', 'Japan', 'Phone', '$1']],
    },
  });
  const lines = [...html.matchAll(/<tr>.*?<\/tr>/g)].slice(1).map(([line]) =>
    [...line.matchAll(/<(t[hd]) .*?<\/\1>/g)].map(([cell]) =>
      cell
        .replace(/<\/div>/g, ' ')
        .replace(/<[^>]*>/g, '')
        .trim(),
    ),
  );
  expect(lines).toEqual([
    ['Campaign Country Device', 'Spend'],
    ['Lanterns Japan Phone', '$1'],
  ]);
});

it('in HTML names stand at the left and figures at the right, in every row', () => {
  const { html } = mailOf({ rows: [row('Lanterns', { spend: 1 })] });
  const [totals = '', table = ''] = [...html.matchAll(/<table.*?<\/table>/g)].map(([found]) => found);
  const sidesOf = (text: string) =>
    [...text.matchAll(/<tr>.*?<\/tr>/g)].map(([line]) =>
      [...line.matchAll(/<t[hd] .*?<\/t[hd]>/g)].map(([cell]) => /text-align:right/.test(cell)),
    );
  const figures = REPORT_OFFERS.statistics.cards.map(() => true);
  expect(sidesOf(table)).toEqual([
    [false, ...figures],
    [false, ...figures],
  ]);
  expect(sidesOf(totals)).toEqual(figures.map(() => [false, true, true]));
  expect(mailOf({ rows: [] }).html.match(/<table/g)).toHaveLength(1);
  // What stands above is smaller than what it is above of.
  const small = [...table.matchAll(/<(t[hd]) [^>]*style="([^"]*)"/g)].map(([, tag, style = '']) => [
    ...[tag, style.includes('font-size:12px')],
  ]);
  expect(new Set(small.map(String))).toEqual(new Set(['th,true', 'td,false']));
});
