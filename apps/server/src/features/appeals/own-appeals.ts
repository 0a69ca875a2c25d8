import type { AppealState, OwnAppeal } from '@placard/contract/appeals';
import type { Database } from '@placard/db/schema';
import type { AppealTable } from '@placard/db/schema/appeals';
import { type AppealedKind, type DecidedSubject, decisionAgainst } from '@placard/domain/appeal';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';

type AppealRow = Selectable<AppealTable>;
type Judged = DecidedSubject & { readonly id: number };

const NO_DECISION: AppealState = { mayAppeal: false, last: null };

/** Operators' decisions that may be objected to, as their rows of the audit log are called. */
const DECISIONS: Readonly<Record<AppealedKind, readonly string[]>> = {
  creative: ['creative.reject', 'creative.takeDown'],
  website: ['website.reject', 'website.suspend'],
};

/** The newest decision of an operator about a record: by it an appeal knows what it is against. */
export function newestDecision(kind: AppealedKind, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select d.id, d.at, d.actor_user_id from audit_log d
     where d.subject_kind = ${kind} and d.subject_id = ${id} and d.actor_kind = 'operator'
       and d.action = any(${DECISIONS[kind]}::text[])
     order by d.id desc limit 1`;
}

/** Of each record whether its owner may appeal, and what they said last against the decision that stands. */
export async function readAppealStates(
  db: Kysely<Database>,
  records: readonly Judged[],
): Promise<(id: number) => AppealState> {
  const decided = records.filter((record) => decisionAgainst(record) !== null);
  const [first] = decided;
  if (first === undefined) return () => NO_DECISION;
  const { kind } = first;
  const { rows } = await sql<AppealRow & { of: number }>`
    select s.of, a.* from unnest(${decided.map(({ id }) => id)}::int[]) s (of)
      left join lateral (${newestDecision(kind, sql`s.of`)}) d on true
      join lateral (select * from appeal a
                     where a.subject_kind = ${kind} and a.subject_id = s.of and a.decision_id is not distinct from d.id
                     order by a.id desc limit 1) a on true`.execute(db);
  const states = new Map(rows.map((row) => [row.of, stateOf(row)]));
  const ids = new Set(decided.map(({ id }) => id));
  return (id) => (ids.has(id) ? (states.get(id) ?? { mayAppeal: true, last: null }) : NO_DECISION);
}

function stateOf(row: AppealRow): AppealState {
  return { mayAppeal: row.status === 'withdrawn', last: ownAppeal(row) };
}

export function ownAppeal(row: AppealRow): OwnAppeal {
  return {
    id: row.id,
    status: row.status,
    decision: row.decision,
    text: row.text ?? '',
    appealedAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    reply: row.answer,
  };
}
