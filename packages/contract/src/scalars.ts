import { passwordIssues } from '@placard/domain/account/rules';
import { MAX_AD_SIDE_PX, MIN_AD_SIDE_PX } from '@placard/domain/ad-size';
import { REASON_LENGTHS } from '@placard/domain/billing/correction';
import { NAME_LENGTH_LIMIT } from '@placard/domain/campaign/rules';
import { DESCRIPTION_LENGTH_LIMIT, lettersOf, SEARCH_LENGTH_LIMIT } from '@placard/domain/cut-text';
import { FIRST_DAY, LAST_DAY } from '@placard/domain/day-bounds';
import { MAX_PRICE_MICROS } from '@placard/domain/decision/price';
import { API_DOLLARS_LIMIT as DOLLARS_LIMIT, microsFromDollars } from '@placard/domain/micros';
import { isOneLine, isPlainText, typedAddress } from '@placard/domain/one-line';
import { z } from 'zod';
import { type IssueCode, issueWith } from './issue-messages.ts';
import './schema-words.ts';

/** Types a rule's code so that a misspelt one does not compile. */
export const issue = (code: IssueCode): IssueCode => code;

/** A field that is left out, or null, is told what an empty one is told: "Email is required". */
export const absent = (missing: IssueCode) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined || input === null ? missing : undefined,
});

/** A row's id: beyond PostgreSQL's integer there is none. */
export const id = z.number().int().min(1).max(2_147_483_647);

/** Ids in a query, comma-separated; unknown ones are left out. */
export const idList = z.string().regex(/^\d{1,10}(,\d{1,10}){0,199}$/);

/** Dollars as a JSON number with at most 6 decimals. */
export const dollars = z
  .number()
  .refine((value) => Math.abs(value) < DOLLARS_LIMIT, { error: issue('amount_too_large'), abort: true })
  .refine((value) => microsFromDollars(value) !== null, issue('amount_decimals'));

/** What a thousand views or a click cost: more than nothing, and no more than a decision's record carries. */
export const price = dollars
  .refine((value) => value > 0, issue('amount_too_small'))
  .refine((value) => Math.round(value * 1_000_000) <= MAX_PRICE_MICROS, issue('amount_too_large'));

/** A budget: dollars, at least 1. */
export const budget = dollars.refine((value) => value >= 1, issueWith('budget_too_small', '1'));

/** 'YYYY-MM-DD', a day that exists, within the bounds of every day; the only schema for a day. */
export const day = z.iso
  // Rules between two days are not asked of what is none: they reckon with them.
  .date({ error: issue('date_invalid'), abort: true })
  // What is no date was told already, and four digits each make text order day order.
  .refine((text) => text >= FIRST_DAY && text <= LAST_DAY, {
    error: issue('date_out_of_range'),
    when: ({ issues }) => issues.length === 0,
  });

/** First and last day of a report or list, both included. The server judges them against today as well. */
export const dayRange = { from: day, to: day };

/** 'YYYY-MM' within the same bounds. */
export const calendarMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, issue('date_invalid'))
  .refine((text) => `${text}-01` >= FIRST_DAY && `${text}-01` <= LAST_DAY, issue('date_out_of_range'));

export const calendarYear = z
  .number()
  .int()
  .min(Number(FIRST_DAY.slice(0, 4)), issue('date_out_of_range'))
  .max(Number(LAST_DAY.slice(0, 4)), issue('date_out_of_range'));

/** 'HH:MM', 00:00 to 23:59. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, issue('time_invalid'));

/** RFC 3339 with zone, UTC. */
export const instant = z.iso
  .datetime(issue('date_invalid'))
  .refine((text) => text.slice(0, 10) >= FIRST_DAY && text.slice(0, 10) <= LAST_DAY, {
    error: issue('date_out_of_range'),
    when: ({ issues }) => issues.length === 0,
  });

export const email = z
  .string(absent('email_required'))
  .overwrite(typedAddress)
  .min(1, issue('email_required'))
  .max(254, issue('email_invalid'))
  .pipe(z.email(issue('email_invalid')))
  .transform((value) => value.toLowerCase());

export const newPassword = z.string(absent('password_required')).superRefine((value, context) => {
  for (const code of passwordIssues(value)) context.addIssue({ code: 'custom', message: issue(code) });
});

/** An é of one character: some keyboards and file names bring it as two, and what looks the same is to be found. */
const composedOf = (missing: IssueCode) => z.string(absent(missing)).normalize('NFC');
const composed = composedOf('required');

/** Text that shows all that is in it, on one line: what a person or a thing is called. */
export function oneLine(length: number, missing: IssueCode = 'required') {
  return composedOf(missing).trim().max(length).refine(isOneLine, issue('hidden_characters'));
}

/** The only schema for a name that has to be given. */
export function nameOf(length: number, missing: IssueCode = 'name_required') {
  return oneLine(length, missing).min(1, issue(missing));
}

export const shortName = nameOf(NAME_LENGTH_LIMIT);
/** What is looked for in a list. */
export const searchText = composed.trim().max(SEARCH_LENGTH_LIMIT);
export const description = composed
  .trim()
  .max(DESCRIPTION_LENGTH_LIMIT)
  .refine(isPlainText, issue('unseen_characters'));

/** Why an operator changes what people pay or are paid. */
export const moneyReason = z
  .string()
  .trim()
  .min(REASON_LENGTHS.min, { error: issue('reason_too_short'), abort: true })
  .max(REASON_LENGTHS.max)
  .refine((text) => lettersOf(text) >= REASON_LENGTHS.min, issue('reason_too_short'));

const adSide = (missing: IssueCode) =>
  z
    .number({ error: ({ input }) => (input === undefined ? missing : issue('side_out_of_range')) })
    .int(issue('side_out_of_range'))
    .min(MIN_AD_SIDE_PX, issue('side_out_of_range'))
    .max(MAX_AD_SIDE_PX, issue('side_out_of_range'));

export const adSize = z.object({
  width: adSide('width_required'),
  height: adSide('height_required'),
});

/** Counts rows as the client last saw them: a save that carries an old one is told instead of overwriting. */
export const version = z.number().int().positive();

/** An answer that is a file, of the media types it may have. */
export const pdfFile = z.file().mime('application/pdf');
export const csvFile = z.file().mime('text/csv');
export const parquetFile = z.file().mime('application/vnd.apache.parquet');
export const xmlFile = z.file().mime('application/xml');

/** `{ data: … }`, the shape of every answer. */
export function data<Schema extends z.ZodType>(schema: Schema): z.ZodObject<{ data: Schema }> {
  return z.object({ data: schema });
}

export const done = data(z.object({}));

/** Which page of a list: such lists answer with `total` (listOf). */
export const pageQuery = {
  page: z.number().int().min(1).max(100_000).default(1),
  pageSize: z.number().int().min(1).max(200).default(25),
};

/**
 * Which part of a log, newest first: logs grow while they are read, so they are gone on with before the last entry that
 * was read, and answer with `next` (logOf). `before` is the `next` of the part above.
 */
export function logQuery(limit: number) {
  return {
    before: z
      .string()
      .regex(/^\d{1,20}$/, issue('cursor_invalid'))
      .optional(),
    limit: z.number().int().min(1).max(100).default(limit),
  };
}

/** `next` null: there is nothing older. */
export function logOf<Item extends z.ZodType, Extra extends z.ZodRawShape>(item: Item, extra: Extra) {
  return data(z.object({ items: z.array(item), next: z.string().nullable(), ...extra }));
}

/** Query of every list that is leafed through. `sort` is a column, `-column` for descending. */
export function listQuery<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  const sortable = columns.flatMap((column) => [column, `-${column}`]);
  return {
    ...pageQuery,
    search: searchText.optional(),
    sort: z.enum(sortable as [string, ...string[]]).optional(),
  };
}

/** `more`: there are more than `total`; a list narrowed by a search or dates is counted as far as 1,000. */
export function listOf<Item extends z.ZodType, Extra extends z.ZodRawShape>(item: Item, extra: Extra) {
  return data(
    z.object({ items: z.array(item), total: z.number().int(), more: z.boolean().optional(), ...extra }),
  );
}
