import type { Database } from '@placard/db/schema';
import type { AuditActorKind, AuditDetail, AuditFact } from '@placard/domain/audit';
import type { Kysely } from 'kysely';
import { currentRequest } from '../../api/current-request.ts';

export type AuditEntry = {
  /** Null for the system and for visitors. */
  readonly actorUserId: number | null;
  readonly actorKind: AuditActorKind;
  /** For whom, where no request says it. */
  readonly actorAccountId?: number;
  /** `campaign.publish`, `deposit.confirm`, `user.suspend`: the subject and the verb of its status table or operation. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: number | null;
  /** What changed, as `{ field: { before, after } }`. Never a password, token, key or bank detail. Bigints as text. */
  readonly detail?: AuditDetail;
  /** The use case's clock. */
  readonly at: Date;
};

/** Who did it, and as what. */
export function doneBy(
  actor: { readonly userId: number } | null,
  actorKind: AuditActorKind,
): Pick<AuditEntry, 'actorUserId' | 'actorKind'> {
  return { actorUserId: actor?.userId ?? null, actorKind };
}

/** Acting as one of these somebody acts for an account. */
const FOR_ACCOUNTS: readonly AuditActorKind[] = ['advertiser', 'publisher'];

/** Longer names of browsers are cut. */
const USER_AGENT_MAX = 400;

/**
 * Writes who did what, and from where, in the transaction that does it, so that neither stands without the other.
 */
export async function writeAudit(trx: Kysely<Database>, entry: AuditEntry): Promise<void> {
  await trx.insertInto('audit_log').values(rowOf(entry)).execute();
}

/** PostgreSQL takes 65,535 values in one statement. */
const ROWS_A_STATEMENT = 1_000;

/** The same of many at once. */
export async function writeAudits(trx: Kysely<Database>, entries: readonly AuditEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ROWS_A_STATEMENT) {
    const rows = entries.slice(at, at + ROWS_A_STATEMENT).map(rowOf);
    await trx.insertInto('audit_log').values(rows).execute();
  }
}

function rowOf(entry: AuditEntry) {
  const origin = currentRequest();
  return {
    at: entry.at,
    actor_user_id: entry.actorUserId,
    actor_kind: entry.actorKind,
    actor_account_id: FOR_ACCOUNTS.includes(entry.actorKind)
      ? (entry.actorAccountId ?? origin?.accountId ?? null)
      : null,
    api_key_id: origin?.apiKeyId ?? null,
    action: entry.action,
    subject_kind: entry.subjectKind,
    subject_id: entry.subjectId,
    ip: origin?.ip ?? null,
    user_agent: origin?.userAgent.slice(0, USER_AGENT_MAX) ?? null,
    detail: JSON.stringify(entry.detail ?? {}, (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  };
}

/** Writes what owners do with one kind of their records: `auditOf('publisher', 'website')`. */
export function auditOf(actorKind: AuditActorKind, subjectKind: string) {
  return async (
    trx: Kysely<Database>,
    actor: { readonly userId: number },
    action: string,
    subjectId: number,
    at: Date,
    detail: AuditDetail,
  ): Promise<void> =>
    await writeAudit(trx, {
      ...doneBy(actor, actorKind),
      action,
      subjectKind,
      subjectId,
      detail,
      at,
    });
}

type Change = { readonly before: unknown; readonly after: unknown };

/** `{ field: { before, after } }` of the fields that differ. */
export function differencesOf<Fields extends object>(
  before: Fields,
  after: Fields,
): { [Field in keyof Fields]?: Change } {
  const changes: { [Field in keyof Fields]?: Change } = {};
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
  for (const field of Object.keys(after) as (keyof Fields)[]) {
    if (text(before[field]) !== text(after[field])) {
      changes[field] = { before: before[field], after: after[field] };
    }
  }
  return changes;
}

/** Fields all of which have a name in the audit log. */
type Named<Fields> = Fields & { readonly [Field in Exclude<keyof Fields, AuditFact>]: never };

/** The same for the audit log. */
export function changesOf<Fields extends object>(before: Fields, after: Named<Fields>) {
  return differencesOf<Fields>(before, after);
}
