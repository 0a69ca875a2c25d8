import { AUDIT_ACTOR_KINDS } from '@placard/domain/audit';
import { RECORD_KINDS } from '@placard/domain/record';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { get } from './route.ts';
import { csvFile, data, day, id, instant, logOf, logQuery, searchText } from './scalars.ts';

const tags = ['Operator'];

export const MAIL_STATES = ['unsent', 'sent'] as const;
export type MailState = (typeof MAIL_STATES)[number];

const word = z.string().trim().min(1).max(40);

/** Which lines of the log: all that are given hold. */
const auditFilters = {
  /** In whose name, for which account, by which action, or in what changed. */
  search: searchText.optional(),
  /** What it is about: `campaign`. */
  subjectKind: word.optional(),
  /** With `subjectKind`: this one only. */
  subjectId: id.optional(),
  /** Done for this account, or to it and what is its. */
  account: id.optional(),
  /** Done by this user. */
  actor: id.optional(),
  actorKind: z.enum(AUDIT_ACTOR_KINDS).optional(),
  /** The verb: `approve` of `campaign.approve`. */
  action: word.optional(),
  /** Days in the account's time zone, both included. */
  from: day.optional(),
  to: day.optional(),
};
export const auditQuery = z.object({ ...logQuery(50), ...auditFilters });
export const auditExport = z.object(auditFilters);

const auditEntry = z.object({
  id: z.string(),
  at: instant,
  /** By name; the kind of actor where it was nobody with a name: `system`. */
  actor: z.string(),
  actorUserId: id.nullable(),
  actorKind: z.enum(AUDIT_ACTOR_KINDS),
  /** For whom they acted; null of what is about a person or the network. */
  account: z.object({ id, name: z.string() }).nullable(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.number().int().nullable(),
  /** What it is called now; null where it has no name, or is gone. */
  subjectName: z.string().nullable(),
  /** The page it is found on: its own, or that of what it belongs to. */
  record: z.object({ kind: z.enum(RECORD_KINDS), id }).nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** Where it came from; null for what the system did, and in the oldest entries. */
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The API key that did it for the actor; null where nobody but they did. */
  apiKeyId: z.number().int().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditContract = {
  audit: operatorOperation
    .route(get('/operator/audit', tags, 'Audit log, newest first'))
    .input(auditQuery)
    .output(
      logOf(auditEntry, {
        /** More records are called as the search says than are looked for in the log: lines about older ones are missing. */
        namesCut: z.boolean(),
      }),
    ),
  exportAudit: operatorOperation
    .route(
      get('/operator/audit/export', tags, 'The newest 10,000 lines of the audit log, as CSV; itself audited'),
    )
    .input(auditExport)
    .output(csvFile),
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
    .input(
      z.object({
        ...logQuery(50),
        /** In its subject, or the address it goes to. */
        search: searchText.optional(),
        /** `unsent`: no mail server took it so far. */
        state: z.enum(MAIL_STATES).optional(),
      }),
    )
    .output(
      logOf(
        z.object({
          id: z.string(),
          to: z.string(),
          /** Whose address it is now; null: nobody's. */
          userId: id.nullable(),
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
