import { ADS_TXT_NEAR_MISSES, ADS_TXT_RESULTS } from '@placard/domain/ads-txt/verdict';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { z } from 'zod';
import { publisherOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, id, instant, listOf, listQuery } from './scalars.ts';

/** What a check came upon. Only the first four are answers; after the others nothing is known. */
export const ADS_TXT_OUTCOMES = [
  'line_found',
  'line_missing',
  'file_missing',
  'nothing_declared',
  'http_status',
  'not_plain_text',
  'html',
  'redirect',
  'name_not_found',
  'unreachable',
  'certificate',
  'timed_out',
  'too_large',
  'bad_answer',
  'address_refused',
] as const;

/** What was found at an address. Stored with each check. */
export const adsTxtFound = z.object({
  outcome: z.enum(ADS_TXT_OUTCOMES),
  /** Where the file was, after redirects, or where the last answer came from. */
  url: z.string(),
  httpStatus: z.number().int().nullable(),
  /** The line of the file that names this network, counted from 1. */
  line: z.number().int().nullable(),
  nearMisses: z.array(
    z.object({ line: z.number().int(), why: z.enum(ADS_TXT_NEAR_MISSES), text: z.string() }),
  ),
  recordCount: z.number().int(),
  invalidLines: z.array(z.object({ line: z.number().int(), text: z.string() })),
  /** Whether the root domain's file hands this website over to a file of its own (SUBDOMAIN). */
  bySubdomain: z.boolean(),
});
export type AdsTxtFound = z.infer<typeof adsTxtFound>;

export const ADS_TXT_FILE_STATES = ['seen', 'absent', 'unseen', 'too_long'] as const;

const result = z.enum(ADS_TXT_RESULTS);

const check = z.object({ id, checkedAt: instant, result, found: adsTxtFound.nullable() });
export type AdsTxtCheck = z.infer<typeof check>;

const website = z.object({
  websiteId: id,
  domain: z.string(),
  status: z.enum(WEBSITE_STATUSES),
  /** Where the file belongs: https://<root domain>/ads.txt. */
  fileUrl: z.string(),
  /** The last answer that could be used. */
  result,
  resultAt: instant.nullable(),
  /** The last check, which may have had no usable answer. */
  lastCheck: check.nullable(),
});
export type AdsTxtWebsite = z.infer<typeof website>;

export const ADS_TXT_SORTS = ['domain', 'result', 'resultAt', 'checkedAt'] as const;

const tags = ['ads.txt'];

export const adsTxtContract = {
  list: publisherOperation
    .route(get('/publisher/ads-txt', tags, 'The line to add, and the last check of each website'))
    .input(z.object({ ...listQuery(ADS_TXT_SORTS), result: result.optional() }))
    .output(
      listOf(website, {
        lines: z.array(z.string()),
        /** False on an installation without a public name: nobody could look its sellers.json up. */
        networkIsPublic: z.boolean(),
        stats: z.object({
          ok: z.number().int(),
          missingLine: z.number().int(),
          unknown: z.number().int(),
        }),
      }),
    ),
  history: publisherOperation
    .route(get('/publisher/websites/{id}/ads-txt', tags, 'Checks of one website, newest first'))
    .input(z.object({ id }))
    .output(data(z.object({ items: z.array(check) }))),
  check: publisherOperation
    .route(post('/publisher/websites/{id}/ads-txt', tags, 'Check now'))
    .input(z.object({ id }))
    .output(data(website)),
  merged: publisherOperation
    .route(
      get(
        '/publisher/websites/{id}/ads-txt/merged',
        tags,
        'The file as it should be, with the line in its place',
      ),
    )
    .input(z.object({ id }))
    .output(
      data(
        z.object({
          fileUrl: z.string(),
          text: z.string(),
          /** Lines of `text` that are to be added, counted from 1; empty where nothing is missing. */
          added: z.array(z.number().int()),
          /**
           * What is known of the file: `text` is the seen one with the line in it, else the line alone: as a new file
           * where there was none or nobody could look, to be put into one that is too long to be kept.
           */
          file: z.enum(ADS_TXT_FILE_STATES),
          /** When the file that `text` is made of was seen. */
          seenAt: instant.nullable(),
        }),
      ),
    ),
};
