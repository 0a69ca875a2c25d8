import { EXPORT_REASON, EXPORT_STATUSES } from '@placard/domain/account/data-export';
import { lettersOf } from '@placard/domain/cut-text';
import { z } from 'zod';
import { currentPassword } from './auth.ts';
import { operatorOperation, personalOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, id, instant, issue, oneLine } from './scalars.ts';

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

/** Asked for by an operator, in somebody's stead. */
const givenExport = z.object({
  ...dataExport.shape,
  person: z.object({ id, name: z.string(), email: z.string() }),
});
export type GivenExport = z.infer<typeof givenExport>;

/** What a member of the account would get, for whom, and why. */
export const newGivenExport = z.object({
  id,
  userId: id,
  reason: oneLine(EXPORT_REASON.max).refine(
    (text) => lettersOf(text) >= EXPORT_REASON.min,
    issue('reason_too_short'),
  ),
  currentPassword,
});

const downloadLink = data(z.object({ downloadPath: z.string(), expiresAt: instant }));
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
    .output(downloadLink),
  listFor: operatorOperation
    .route(
      get(
        '/operator/accounts/{id}/exports',
        ['Operator'],
        'Archives of its members that you asked for, newest first',
      ),
    )
    .input(z.object({ id }))
    .output(data(z.object({ items: z.array(givenExport) }))),
  askFor: operatorOperation
    .route(
      post(
        '/operator/accounts/{id}/exports',
        ['Operator'],
        'Ask for the archive of a member who cannot do so, with a reason; every operator is told',
      ),
    )
    .input(newGivenExport)
    .output(data(z.object({ export: givenExport }))),
  linkFor: operatorOperation
    .route(
      post(
        '/operator/exports/{id}/link',
        ['Operator'],
        'A way to fetch an archive that you asked for, once and within a minute; audited',
      ),
    )
    .input(z.object({ id }))
    .output(downloadLink),
};
