import { EXPORT_STATUSES } from '@placard/domain/account/data-export';
import { z } from 'zod';
import { currentPassword } from './auth.ts';
import { personalOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, id, instant } from './scalars.ts';

const dataExport = z.object({
  id,
  /** All of the account, which its owner gets, or what is about oneself. */
  scope: z.enum(['account', 'person']),
  status: z.enum(EXPORT_STATUSES),
  askedAt: instant,
  readyAt: instant.nullable(),
  expiresAt: instant.nullable(),
  sizeBytes: z.number().int().nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

const tags = ['Account'];

/** Everything of an account and of a person, to take along. */
export const dataExportsContract = {
  read: personalOperation
    .route(get('/account/export', tags, 'The archive of your data that you asked for, if there is one'))
    .output(data(z.object({ export: dataExport.nullable() }))),
  ask: personalOperation
    .route(post('/account/export', tags, 'Ask for an archive of your data; the one of before goes'))
    .input(z.object({ currentPassword }))
    .output(data(z.object({ export: dataExport }))),
  link: personalOperation
    .route(
      post('/account/export/{id}/link', tags, 'A way to fetch the archive once and within a minute; audited'),
    )
    .input(z.object({ id }))
    .output(data(z.object({ downloadPath: z.string(), expiresAt: instant }))),
};
