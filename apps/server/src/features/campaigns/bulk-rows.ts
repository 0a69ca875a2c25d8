import {
  BULK_COLUMNS,
  BULK_ISSUES,
  BULK_ROWS,
  type BulkColumn,
  type BulkIssue,
} from '@placard/contract/campaign-bulk';
import { campaignFields } from '@placard/contract/campaigns';
import type { ApiIssue } from '@placard/contract/error-catalogue';
import { issueMessage, issueParts } from '@placard/contract/issue-messages';
import { id as idSchema, version as versionSchema } from '@placard/contract/scalars';
import { isAdCategory } from '@placard/domain/campaign/ad-categories';
import { type CsvRow, readCsvTable } from '@placard/domain/csv-table';
import { dollarsFromMicros } from '@placard/domain/micros';
import { type AppError, invalidInput } from '../../api/app-error.ts';
import { dollarsOrNull } from '../dollars.ts';
import type { LockedCampaign } from './lock-campaign.ts';
import type { UpdateCampaignInput } from './plan-edit.ts';

export type FileRow = CsvRow<BulkColumn> & {
  /** Null where the cell is no number of a campaign. */
  readonly id: number | null;
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
    const id = numberOf(row.cells.id ?? '');
    return { ...row, id: idSchema.safeParse(id).success ? id : null };
  });
}

/** The path names the column or the line. */
function fileIssue(code: BulkIssue, value?: string): AppError {
  return invalidInput({
    path: value === undefined ? 'csv' : `csv.${value}`,
    code,
    message: BULK_ISSUES[code].replace('{value}', value ?? ''),
  });
}

/** What a schema says of a cell. */
function cellIssue(path: string, message: string): ApiIssue {
  return { path, code: issueParts(message)?.code ?? 'part_malformed', message: issueMessage(message) };
}

/** NaN of what is no plain number, which every schema refuses. */
function numberOf(cell: string): number {
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(cell) ? Number(cell) : Number.NaN;
}

/** What a row asks for: its cells over what the campaign has. An empty cell takes away what may be empty. @throws AppError */
export function inputOf({ cells }: FileRow, campaign: LockedCampaign): UpdateCampaignInput {
  const or = <Value>(cell: string | undefined, given: (text: string) => Value, kept: Value): Value =>
    cell === undefined ? kept : given(cell);
  const orEmpty = (cell: string) => (cell === '' ? null : cell);
  const asked = {
    id: campaign.id,
    version: numberOf(cells.version ?? ''),
    name: cells.name ?? campaign.name,
    category: or(cells.category, orEmpty, isAdCategory(campaign.category) ? campaign.category : null),
    description: cells.description ?? campaign.description,
    totalBudget: or(cells.totalBudget, numberOf, dollarsFromMicros(campaign.total_budget_micros)),
    dailyBudget: or<number | null>(
      cells.dailyBudget,
      (cell) => (cell === '' ? null : numberOf(cell)),
      dollarsOrNull(campaign.daily_budget_micros),
    ),
    startDate: cells.startDate ?? campaign.start_date,
    endDate: or(cells.endDate, orEmpty, campaign.end_date),
  };
  const read = inputSchema.safeParse(asked);
  if (read.success) return read.data;
  throw invalidInput(...read.error.issues.map((issue) => cellIssue(issue.path.join('.'), issue.message)));
}
