import type { Report } from '@placard/contract/reports';
import { DIMENSIONS, METRICS, type Metric } from '@placard/domain/analytics/metrics';
import type { ReportAsked } from '@placard/domain/analytics/report-asked';
import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { csvText } from '@placard/domain/csv';
import type { MailAttachment } from '../../mail/outbox.ts';
import { type Table, type Total, viewMailHtml } from './view-mail-html.ts';
import type { ViewRecord } from './view-record.ts';

export type ViewMail = {
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  readonly unsubscribeUrl?: string;
};

type Facts = {
  readonly network: string;
  readonly view: ViewRecord;
  readonly asked: ReportAsked;
  readonly report: Report;
  readonly url: string;
  readonly unsubscribeUrl: string | null;
};

/** In the mail itself; the file has them all. */
const TOP_ROWS = 10;

/** A view as a mail: totals with their change, the top rows as a table, all rows as a file. */
export function viewMail(facts: Facts): ViewMail {
  const { view, asked, report } = facts;
  const table = tableOf(facts);
  const totals = totalsOf(facts);
  const period =
    asked.from === asked.to ? dayText(asked.from) : `${dayText(asked.from)} – ${dayText(asked.to)}`;
  const count = report.rows.length;
  const rowsNote =
    count === 0
      ? 'There was nothing to count.'
      : count > TOP_ROWS
        ? `The top ${TOP_ROWS} of ${countText(count)} rows; all are in the file.`
        : 'These rows are in the file as well, with more columns.';
  return {
    subject: `${view.name}: ${period}`,
    body: plainText(facts, { period, totals, table, rowsNote }),
    html: viewMailHtml({
      ...{ name: view.name, network: facts.network, timeZone: report.timeZone },
      ...{ period, totals, table, rowsNote, url: facts.url, unsubscribeUrl: facts.unsubscribeUrl },
    }),
    attachments: [
      {
        name: `${fileName(view.name)}-${asked.from}-${asked.to}.csv`,
        mediaType: 'text/csv',
        content: csvOf(facts),
      },
    ],
    ...(facts.unsubscribeUrl === null ? {} : { unsubscribeUrl: facts.unsubscribeUrl }),
  };
}

type Parts = {
  readonly period: string;
  readonly totals: readonly Total[];
  readonly table: Table;
  readonly rowsNote: string;
};

function totalsOf({ view, report }: Facts): Total[] {
  return REPORT_OFFERS[view.screen].cards.map((metric) => ({
    label: METRICS[metric].label,
    value: metricText(metric, report.totals[metric] ?? null, report.currency),
    change: changeText(report.totals[metric] ?? null, report.previousTotals?.[metric] ?? null),
  }));
}

function dimensionsOf({ by, andBy }: ReportAsked) {
  return andBy === null ? [by] : [by, andBy];
}

function tableOf({ view, asked, report }: Facts): Table {
  const { cards } = REPORT_OFFERS[view.screen];
  const dimensions = dimensionsOf(asked);
  return {
    head: [
      ...dimensions.map((dimension) => DIMENSIONS[dimension].label),
      ...cards.map((metric) => METRICS[metric].label),
    ],
    rows: report.rows
      .slice(0, TOP_ROWS)
      .map((row) => [
        ...dimensions.map((dimension) => labelOf(row.labels[dimension])),
        ...cards.map((metric) => metricText(metric, row.metrics[metric] ?? null, report.currency)),
      ]),
  };
}

/** Every column and row, figures as plain numbers. */
function csvOf({ view, asked, report }: Facts): Buffer {
  const { metrics } = REPORT_OFFERS[view.screen];
  const dimensions = dimensionsOf(asked);
  const lines = [
    [
      ...dimensions.map((dimension) => DIMENSIONS[dimension].label),
      ...metrics.map((metric) => METRICS[metric].label),
    ],
    ...report.rows.map((row) => [
      ...dimensions.map((dimension) => labelOf(row.labels[dimension])),
      ...metrics.map((metric) => {
        const value = row.metrics[metric] ?? null;
        return value === null ? '' : plainNumber(value);
      }),
    ]),
  ];
  return Buffer.from(csvText(lines));
}

/** Without an exponent, which spreadsheets in some languages read as text. */
function plainNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(6).replace(/\.?0+$/, '');
}

function labelOf(label: string | undefined): string {
  return label === undefined || label === '' ? 'Unknown' : label;
}

function countText(value: number): string {
  return new Intl.NumberFormat('en').format(value);
}

function metricText(metric: Metric, value: number | null, currency: string): string {
  if (value === null) return '–';
  const { unit } = METRICS[metric];
  if (unit === 'count') return countText(value);
  if (unit === 'ratio') return percentText(value);
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(value);
}

function percentText(share: number): string {
  return new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }).format(share);
}

/** Against the period before, of the same length. */
function changeText(value: number | null, before: number | null): string {
  if (value === null || before === null || before === 0) return '';
  const change = (value - before) / before;
  return new Intl.NumberFormat('en', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(change);
}

/** "2026-03-01" → "Mar 1, 2026" */
function dayText(day: string): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

function fileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain === '' ? 'report' : plain.slice(0, 60);
}

function plainText({ network, view, report, url, unsubscribeUrl }: Facts, parts: Parts): string {
  const totals = columns(
    parts.totals.map(({ label, value, change }) => [label, value, change]),
    [1, 2],
  );
  const table = columns(
    [parts.table.head, ...parts.table.rows],
    parts.table.head.map((_, index) => index).slice(parts.table.head.length - parts.totals.length),
  );
  const end = unsubscribeUrl === null ? '' : `\nNo more of these mails:\n${unsubscribeUrl}\n`;
  return `${view.name} at ${network}
${parts.period} (${report.timeZone}), with the change against the period before

${totals}

${parts.table.rows.length === 0 ? '' : `${table}\n\n`}${parts.rowsNote}

Open the view:
${url}
${end}`;
}

/** Cells one below the other; figures at the right of their column. */
function columns(rows: readonly (readonly string[])[], right: readonly number[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, index) =>
          right.includes(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
