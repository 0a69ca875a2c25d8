import { REPORT_SCREENS } from '@placard/domain/analytics/report-offers';
import { dayIssue } from '@placard/domain/day-bounds';
import { NOTICE_KIND_KEYS } from '@placard/domain/notice/kinds';
import { CADENCES } from '@placard/domain/report-view/due';
import { VIEW_KEYS } from '@placard/domain/report-view/view-search';
import { z } from 'zod';
import { publicOperation, signedInCreation, signedInOperation } from './operation.ts';
import { get, post, put, remove } from './route.ts';
import { data, done, id, instant, issue, nameOf, timeOfDay, version } from './scalars.ts';

const screen = z.enum(REPORT_SCREENS);
const viewName = nameOf(100);
/** Names and values of the report's address, as its page reads them. */
const viewSearch = z.partialRecord(z.enum(VIEW_KEYS), z.string().max(500)).superRefine((search, context) => {
  for (const end of ['from', 'to'] as const) {
    const found = search[end] === undefined ? null : dayIssue(search[end]);
    if (found !== null) context.addIssue({ code: 'custom', path: [end], message: issue(found) });
  }
});

const schedule = z.object({
  every: z.enum(CADENCES),
  /** 1 = Monday … 7 = Sunday; only of a weekly one. */
  weekday: z.number().int().min(1).max(7).nullable(),
  /** In the account's time zone. */
  time: timeOfDay,
});

/** What the dialog of a new view asks for. */
export const viewNaming = z.object({ name: viewName, isDefault: z.boolean() });

const savedView = z.object({
  id,
  screen,
  name: z.string(),
  search: z.partialRecord(z.enum(VIEW_KEYS), z.string()),
  isDefault: z.boolean(),
  schedule: schedule.extend({ nextDueAt: instant, lastSentAt: instant.nullable() }).nullable(),
  version,
});
export type SavedView = z.infer<typeof savedView>;

export const scheduleInput = z
  .object({
    id,
    version,
    ...schedule.shape,
  })
  .superRefine((value, context) => {
    if (value.every === 'week' && value.weekday === null) {
      context.addIssue({ code: 'custom', path: ['weekday'], message: issue('day_required') });
    }
  });

const linkToken = z.string().min(1).max(300);
const tags = ['Saved views'];

export const viewsContract = {
  list: signedInOperation
    .route(get('/views', tags, 'Your saved views of a report'))
    .input(z.object({ screen }))
    .output(data(z.object({ items: z.array(savedView) }))),
  create: signedInCreation
    .route(post('/views', tags, 'Save a view under a name'))
    .input(z.object({ screen, name: viewName, search: viewSearch, isDefault: z.boolean().default(false) }))
    .output(data(savedView)),
  update: signedInOperation
    .route(put('/views/{id}', tags, 'Rename a view, change what it shows, make it the default'))
    .input(
      z.object({
        id,
        version,
        name: viewName.optional(),
        search: viewSearch.optional(),
        isDefault: z.boolean().optional(),
      }),
    )
    .output(data(savedView)),
  remove: signedInOperation
    .route(remove('/views/{id}', tags, 'Delete a view and its mails'))
    .input(z.object({ id }))
    .output(done),
  schedule: signedInOperation
    .route(put('/views/{id}/schedule', tags, 'Mail a view regularly'))
    .input(scheduleInput)
    .output(data(savedView)),
  unschedule: signedInOperation
    .route(remove('/views/{id}/schedule', tags, 'Mail it no more'))
    .input(z.object({ id }))
    .output(data(savedView)),
  send: signedInOperation
    .route(post('/views/{id}/send', tags, 'Mail it to yourself once, now'))
    .input(z.object({ id }))
    .output(done),
  unsubscription: publicOperation
    .route(get('/unsubscribe/{token}', tags, 'What an unsubscribe link ends'))
    .input(z.object({ token: linkToken }))
    .output(
      data(
        z.object({
          /** Of a view. */
          name: z.string(),
          active: z.boolean(),
          /** Of notices: which, or what waits for the digest. Null: it ends a view. */
          kind: z.enum([...NOTICE_KIND_KEYS, 'digest']).nullable(),
        }),
      ),
    ),
  unsubscribe: publicOperation
    .route(post('/unsubscribe', tags, 'End the mails of such a link'))
    .input(z.object({ token: linkToken }))
    .output(done),
};
