import type { Report } from '@placard/contract/reports';
import { type Dimension, METRICS, type Metric } from '@placard/domain/analytics/metrics';
import { brokenDownBy, type ReportAsked } from '@placard/domain/analytics/report-asked';
import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { shownAverage, wholeCents } from '@placard/domain/analytics/shown-amount';
import { csvStyleOf, csvText } from '@placard/domain/csv';
import type { Language } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import { setApart } from '@placard/texts/set-apart';
import type { MailAttachment } from '../../mail/outbox.ts';
import { mailTexts, metricsTexts } from '../../texts/catalogues.ts';
import { textColumns } from './text-columns.ts';
import { dayText, valueShown, valueWord } from './value-words.ts';
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
  readonly language: Language;
  readonly network: string;
  readonly view: Pick<ViewRecord, 'name' | 'screen'>;
  readonly asked: ReportAsked;
  /** Its rows are those of the view, in its order. */
  readonly report: Report;
  /** What its rows were searched for; '' for all. */
  readonly search: string;
  /** Whether it has more rows than were looked at. */
  readonly isCut: boolean;
  readonly url: string;
  readonly unsubscribeUrl: string | null;
};

/** In the mail itself. */
const TOP_ROWS = 10;
/** What the file holds at most; the page shows as many. */
export const FILE_ROWS = 1_000;

/**
 * A view as a mail: totals with their change, the top rows as a table, all rows as a file. A report of more rows than a
 * file has says that it is cut: who adds them up would find less than the totals.
 */
export function viewMail(facts: Facts): ViewMail {
  const { view, asked, report, language } = facts;
  const table = tableOf(facts);
  const totals = totalsOf(facts);
  const period =
    asked.from === asked.to
      ? dayText(language, asked.from)
      : `${dayText(language, asked.from)} – ${dayText(language, asked.to)}`;
  const rowsNote = rowsNoteOf(facts);
  return {
    subject: `${setApart(view.name)}: ${period}`,
    body: plainText(facts, { period, totals, table, rowsNote }),
    html: viewMailHtml({
      ...{ language, name: view.name, network: facts.network, timeZone: report.timeZone },
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

function rowsNoteOf({ report, search, isCut, language }: Facts): string {
  const t = textsIn(mailTexts, language);
  const count = report.rows.length;
  if (count === 0) return search === '' ? t('view.noRows') : t('view.noMatch', { search });
  const found = search === '' ? '' : `${t('view.searched', { search })} `;
  if (isCut) return found + t('view.cutRows', { top: Math.min(TOP_ROWS, count), count });
  return found + (count > TOP_ROWS ? t('view.topRows', { top: TOP_ROWS, count }) : t('view.allRows'));
}

type Parts = {
  readonly period: string;
  readonly totals: readonly Total[];
  readonly table: Table;
  readonly rowsNote: string;
};

function totalsOf({ view, report, language }: Facts): Total[] {
  const t = textsIn(metricsTexts, language);
  return REPORT_OFFERS[view.screen].cards.map((metric) => ({
    label: t(`name.${metric}`),
    value: metricText(language, metric, report.totals[metric] ?? null, report.currency),
    change: changeText(language, report.totals[metric] ?? null, report.previousTotals?.[metric] ?? null),
  }));
}

/** Money first: a mail is 600 px wide, and what is further to the right is not seen at once, or not at all. */
function figuresOf({ view }: Facts): Metric[] {
  const { cards } = REPORT_OFFERS[view.screen];
  const [money, others] = [cards.filter(isMainMoney), cards.filter((metric) => !isMainMoney(metric))];
  return [...money, ...others];
}

const isMainMoney = (metric: Metric) => metric === 'spend' || metric === 'earnings';

function tableOf(facts: Facts): Table {
  const { asked, report, language } = facts;
  const t = textsIn(metricsTexts, language);
  const cards = figuresOf(facts);
  const dimensions = brokenDownBy(asked);
  return {
    head: [
      ...dimensions.map((dimension) => t(`dimension.${dimension}`)),
      ...cards.map((metric) => t(`name.${metric}`)),
    ],
    rows: report.rows
      .slice(0, TOP_ROWS)
      .map((row) => [
        ...dimensions.map((dimension) => valueShown(language, valued(row, dimension))),
        ...cards.map((metric) => metricText(language, metric, row.metrics[metric] ?? null, report.currency)),
      ]),
  };
}

/** Every column, as the reader's spreadsheet opens it, and behind them in which currency money is. */
function csvOf({ view, asked, report, language }: Facts): Buffer {
  const t = textsIn(metricsTexts, language);
  const { metrics } = REPORT_OFFERS[view.screen];
  const dimensions = brokenDownBy(asked);
  const lines = [
    [
      ...dimensions.map((dimension) => t(`dimension.${dimension}`)),
      ...metrics.map((metric) => t(`name.${metric}`)),
      textsIn(mailTexts, language)('view.currency'),
    ],
    ...report.rows.map((row) => [
      ...dimensions.map((dimension) => valueWord(language, valued(row, dimension))),
      ...metrics.map((metric) => {
        const value = row.metrics[metric] ?? null;
        // Sums of millionths are written as those.
        return value === null ? null : Math.round(value * 1e6) / 1e6;
      }),
      report.currency,
    ]),
  ];
  return Buffer.from(csvText(lines, csvStyleOf(language)));
}

function valued({ dims, labels }: Report['rows'][number], dimension: Dimension) {
  return { dimension, value: dims[dimension] ?? '', label: labels[dimension] ?? '' };
}

function countText(language: Language, value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

function metricText(language: Language, metric: Metric, value: number | null, currency: string): string {
  if (value === null) return '–';
  const { unit } = METRICS[metric];
  if (unit === 'count') return countText(language, value);
  if (unit === 'ratio') return percentText(language, value);
  // As on the page that the mail leads to.
  const { dollars, beyond } = unit === 'money' ? wholeCents(value) : shownAverage(value);
  return beyond + moneyText(language, dollars, currency);
}

function moneyText(language: Language, dollars: number, currency: string): string {
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...decimals }).format(dollars);
}

const LEAST_SHARE = 0.0001;

/** As on the screen, what is not nothing never looks like it. */
function percentText(language: Language, share: number, options: Intl.NumberFormatOptions = {}): string {
  const style = { style: 'percent', maximumFractionDigits: 2, ...options } as const;
  const format = new Intl.NumberFormat(language, style);
  if (share === 0 || Math.abs(share) >= LEAST_SHARE / 2) return format.format(share);
  return share > 0 ? `<${format.format(LEAST_SHARE)}` : `>${format.format(-LEAST_SHARE)}`;
}

/** Against the period before, of the same length. */
function changeText(language: Language, value: number | null, before: number | null): string {
  if (value === null || before === null || before === 0) return '';
  const change = (value - before) / before;
  return percentText(language, change, {
    maximumFractionDigits: Math.abs(change) < 0.01 ? 2 : 1,
    signDisplay: 'exceptZero',
  });
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

function plainText(facts: Facts, parts: Parts): string {
  const { network, view, report, url, unsubscribeUrl } = facts;
  const t = textsIn(mailTexts, facts.language);
  const totals = textColumns(
    parts.totals.map(({ label, value, change }) => [label, value, change]),
    [1, 2],
  );
  const table = textColumns(
    [parts.table.head, ...parts.table.rows],
    parts.table.head.map((_, index) => index).slice(parts.table.head.length - parts.totals.length),
  );
  const end = unsubscribeUrl === null ? '' : `\n${t('view.stop')}\n${unsubscribeUrl}\n`;
  const { period } = parts;
  return `${t('view.heading', { name: view.name, network })}
${t('view.period', { period, timeZone: report.timeZone })}

${totals}

${parts.table.rows.length === 0 ? '' : `${table}\n\n`}${parts.rowsNote}

${t('view.open')}
${url}
${end}`;
}
