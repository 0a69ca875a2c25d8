import {
  BULK_COLUMNS,
  BULK_ISSUES,
  BULK_ROWS,
  type BulkColumn,
  type BulkIssue,
} from '@placard/contract/campaign-bulk';
import { campaignFields } from '@placard/contract/campaigns';
import { id as idSchema, issue as issueCode, version as versionSchema } from '@placard/contract/scalars';
import { isAdCategory } from '@placard/domain/campaign/ad-categories';
import { type CsvRow, type CsvSeparator, readCsvTable } from '@placard/domain/csv-table';
import { dollarsFromMicros } from '@placard/domain/micros';
import { type AppError, invalidInput, issueOf, type WordedIssue } from '../../api/app-error.ts';
import { dollarsOrNull } from '../dollars.ts';
import type { LockedCampaign } from './lock-campaign.ts';
import type { UpdateCampaignInput } from './plan-edit.ts';

export type FileRow = CsvRow<BulkColumn> & {
  /** Null where the cell is no number of a campaign. */
  readonly id: number | null;
  /** Of its file: where it is a semicolon, amounts may have a decimal comma. */
  readonly separator: CsvSeparator;
};

const inputSchema = campaignFields.omit({ objective: true }).extend({ id: idSchema, version: versionSchema });

/** Faults of a file as a whole are the file's own; what is wrong with a row is its row's. @throws AppError `invalid_input` */
export function readBulkFile(csv: string): FileRow[] {
  const table = readCsvTable(csv, BULK_COLUMNS, ['id', 'version']);
  if (!table.ok) {
    const { fault, line, column } = table;
    if (fault === 'empty') throw fileIssue('bulk_empty');
    if (fault === 'stray_quote' || fault === 'unclosed_quote') throw fileIssue('bulk_quote', String(line));
    throw fileIssue(`bulk_${fault}`, column.slice(0, 100));
  }
  if (table.rows.length === 0) throw fileIssue('bulk_empty');
  if (table.rows.length > BULK_ROWS) throw fileIssue('bulk_too_many_rows');
  return table.rows.map((row) => {
    const id = countOf(row.cells.id ?? '');
    return { ...row, separator: table.separator, id: idSchema.safeParse(id).success ? id : null };
  });
}

/** The path names the column or the line. */
function fileIssue(code: BulkIssue, value?: string): AppError {
  return invalidInput({
    path: value === undefined ? 'csv' : `csv.${value}`,
    code,
    message: BULK_ISSUES[code].replace('{value}', value ?? ''),
    ...(value === undefined ? {} : { value }),
  });
}

/** NaN of what is no whole number in plain figures, which every schema refuses. */
function countOf(cell: string): number {
  return /^\d{1,15}$/.test(cell.trim()) ? Number(cell) : Number.NaN;
}

/**
 * An amount as the file writes them: figures without groups, decimals after a dot, or after a comma too where semicolons
 * separate. There three decimals might as well be a thousand, so they are refused; written with four they are clear.
 */
function amountOf(text: string, separator: CsvSeparator): number | BulkIssue {
  if (text === '') return Number.NaN;
  if (separator === ';' && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return 'bulk_amount_ambiguous';
  const plain = separator === ';' ? text.replace(',', '.') : text;
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(plain) ? Number(plain) : 'bulk_amount';
}

/** What a row asks for: its cells over what the campaign has. An empty cell takes away what may be empty. @throws AppError */
export function inputOf({ cells, separator }: FileRow, campaign: LockedCampaign): UpdateCampaignInput {
  const unread: WordedIssue[] = [];
  const amount = (path: 'totalBudget' | 'dailyBudget', cell: string): number => {
    const read = amountOf(cell, separator);
    if (typeof read === 'number') return read;
    unread.push({ path, code: read, message: BULK_ISSUES[read] });
    return Number.NaN;
  };
  const version = countOf(cells.version ?? '');
  if (Number.isNaN(version) && cells.version?.trim() !== '') {
    unread.push(issueOf('version', issueCode('number_not_whole')));
  }
  const or = <Value>(cell: string | undefined, given: (text: string) => Value, kept: Value): Value =>
    cell === undefined ? kept : given(cell.trim());
  const orEmpty = (cell: string) => (cell === '' ? null : cell);
  const asked = {
    id: campaign.id,
    version,
    name: cells.name ?? campaign.name,
    category: or(cells.category, orEmpty, isAdCategory(campaign.category) ? campaign.category : null),
    description: cells.description ?? campaign.description,
    totalBudget: or(
      cells.totalBudget,
      (cell) => amount('totalBudget', cell),
      dollarsFromMicros(campaign.total_budget_micros),
    ),
    dailyBudget: or<number | null>(
      cells.dailyBudget,
      (cell) => (cell === '' ? null : amount('dailyBudget', cell)),
      dollarsOrNull(campaign.daily_budget_micros),
    ),
    startDate: or(cells.startDate, (cell) => cell, campaign.start_date),
    endDate: or(cells.endDate, orEmpty, campaign.end_date),
  };
  const read = inputSchema.safeParse(asked);
  if (read.success) return read.data;
  const told = read.error.issues
    .map((issue) => issueOf(issue.path.join('.'), issue.message))
    .filter(({ path }) => unread.every((each) => each.path !== path));
  throw invalidInput(...unread, ...told);
}
