import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { get } from './route.ts';
import { data, instant, logOf, logQuery } from './scalars.ts';

const tags = ['Operator'];

export const auditContract = {
  audit: operatorOperation
    .route(get('/operator/audit', tags, 'Audit log, newest first'))
    .input(z.object({ ...logQuery(50), subjectKind: z.string().max(40).optional() }))
    .output(
      logOf(
        z.object({
          id: z.string(),
          at: instant,
          actor: z.string(),
          action: z.string(),
          subjectKind: z.string(),
          subjectId: z.number().int().nullable(),
          detail: z.record(z.string(), z.unknown()),
          /** Where it came from; null for what the system did, and in the oldest entries. */
          ip: z.string().nullable(),
          userAgent: z.string().nullable(),
          /** The API key that did it for the actor; null where nobody but they did. */
          apiKeyId: z.number().int().nullable(),
        }),
        {},
      ),
    ),
  mail: operatorOperation
    .route(
      get(
        '/operator/mails/{id}',
        tags,
        'What a mail says, without the tokens of its links; that it was read is audited',
      ),
    )
    .input(z.object({ id: z.string().regex(/^\d{1,18}$/) }))
    .output(data(z.object({ body: z.string() }))),
  mails: operatorOperation
    .route(get('/operator/mails', tags, 'Mails written, newest first'))
    .input(z.object(logQuery(50)))
    .output(
      logOf(
        z.object({
          id: z.string(),
          to: z.string(),
          subject: z.string(),
          /** Names of the files that go with it. */
          attachments: z.array(z.string()),
          createdAt: instant,
          sentAt: instant.nullable(),
          lastError: z.string().nullable(),
        }),
        {},
      ),
    ),
};
