import { z } from 'zod';
import { advertiserCreation, advertiserOperation } from './operation.ts';
import { get, post } from './route.ts';
import { csvFile, data, id } from './scalars.ts';

/** Columns of the file. `id` and `version` name what is changed, and as of when; a column that is left out changes nothing. */
export const BULK_COLUMNS = [
  'id',
  'version',
  'name',
  'totalBudget',
  'dailyBudget',
  'startDate',
  'endDate',
  'category',
  'description',
] as const;
export type BulkColumn = (typeof BULK_COLUMNS)[number];

export const BULK_ROWS = 1_000;
/** A thousand rows of two hundred characters. */
export const BULK_CHARACTERS = 200_000;

/** What can be wrong with a file beyond the rules of a campaign. `{value}` is the column or the line, which the issue's path names too. */
export const BULK_ISSUES = {
  bulk_empty: 'The file has no rows',
  bulk_too_many_rows: 'The file has too many rows: 1,000 at most',
  bulk_quote: 'A quotation mark is not closed or stands in the middle of a cell, in line {value}',
  bulk_column_unknown: 'There is no column of this name: {value}',
  bulk_column_repeated: 'This column is there twice: {value}',
  bulk_column_missing: 'This column is missing: {value}',
  bulk_row_too_long: 'The row has more cells than there are columns',
  bulk_row_repeated: 'This campaign is in the file twice',
  bulk_campaign_unknown: 'There is no campaign of yours with this number',
  bulk_amount: 'Write the amount in figures without thousands separators, like 1000.50',
  bulk_amount_ambiguous:
    'With three decimals this can be read as thousands too: write the amount without thousands separators and with two or four decimals, like 1000,00',
  bulk_status: 'The campaign cannot be edited in its present status',
  bulk_version: 'Somebody else has changed the campaign since this file was made',
} as const;
export type BulkIssue = keyof typeof BULK_ISSUES;

const csv = z.string().max(BULK_CHARACTERS);

const bulkRow = z.object({
  /** Of the file, from 1. */
  line: z.number().int(),
  /** Null where the cell is no number of a campaign. */
  id: id.nullable(),
  /** As it is called now; '' where there is none of yours with this number. */
  name: z.string(),
  outcome: z.enum(['changed', 'same', 'failed']),
  /** It is running and would be paused, to be submitted again. */
  pauses: z.boolean(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Which rules the row breaks, by field; `field` '' where it is the row as a whole. */
  issues: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
});
export type BulkRow = z.infer<typeof bulkRow>;

const bulkReport = z.object({
  rows: z.array(bulkRow),
  changed: z.number().int(),
  same: z.number().int(),
  failed: z.number().int(),
  /** Whether the rows that change were saved. */
  applied: z.boolean(),
});
export type BulkReport = z.infer<typeof bulkReport>;

const tags = ['Campaigns'];
const PATH = '/advertiser/campaigns/bulk';

/** Many campaigns changed by one file. */
export const campaignBulkContract = {
  bulkFile: advertiserOperation
    .route(get(PATH, tags, 'Your newest 1,000 campaigns as a CSV to change and send back'))
    .output(csvFile),
  checkBulk: advertiserOperation
    .route(post(`${PATH}/check`, tags, 'What a CSV of changed campaigns would do, row by row; saves nothing'))
    .input(z.object({ csv }))
    .output(data(bulkReport)),
  applyBulk: advertiserCreation
    .route(post(PATH, tags, 'Change up to 1,000 campaigns by a CSV; active ones are paused'))
    .input(
      z.object({
        csv,
        /** `all`: nothing is saved where any row fails. `valid`: the rows that fail are left as they are. */
        mode: z.enum(['all', 'valid']),
      }),
    )
    .output(data(bulkReport)),
};
