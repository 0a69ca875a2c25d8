import type { appealInput, OwnAppeal } from '@placard/contract/appeals';
import type { StatusOf } from '@placard/contract/status-refusals';
import type { Tx } from '@placard/db/database';
import {
  type AppealedKind,
  type DecidedSubject,
  decisionAgainst,
  OPEN_APPEALS_MAX,
} from '@placard/domain/appeal';
import type { AccountRole } from '@placard/domain/roles';
import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockActiveAccount } from '../lock-account.ts';
import { statusConflict } from '../status-conflict.ts';
import { newestDecision, ownAppeal } from './own-appeals.ts';

const OWNED = {
  creative: { owner: 'advertiser_id', role: 'advertiser', missing: 'creative_not_found' },
  website: { owner: 'publisher_id', role: 'publisher', missing: 'website_not_found' },
} as const satisfies Record<AppealedKind, { owner: string; role: AccountRole; missing: string }>;

type Subject = {
  readonly id: number;
  readonly status: StatusOf<AppealedKind>;
  readonly version: number;
  readonly updated_at: Date;
  readonly rejection_code: string | null;
  readonly rejection_text: string | null;
  readonly suspended_by?: 'publisher' | 'operator' | null;
  readonly suspension_text?: string | null;
};

type Decision = { readonly id: bigint; readonly at: Date; readonly actor_user_id: number | null };

/**
 * Objects to what an operator decided about a record of the actor's account: once for each decision, and only one waits.
 * @throws AppError `<kind>_not_found`, `conflict_status`, `conflict_version`, `appeal_open`, `appeal_answered`, `appeals_full`.
 */
export function makeAppeal(kind: AppealedKind) {
  return async (
    deps: HasDb & HasClock,
    actor: Actor,
    input: z.output<typeof appealInput>,
  ): Promise<OwnAppeal> => {
    const now = deps.clock();
    return await inTransaction(deps.db, async (trx) => {
      await lockActiveAccount(trx, actor.accountId);
      const subject = await lockOwn(trx, actor, kind, input.id);
      const decision = decisionAgainst(decided(kind, subject));
      if (decision === null) throw statusConflict(kind, subject.status, 'appealed for');
      if (subject.version !== input.version) throw new AppError('conflict_version');
      const made = await readDecision(trx, kind, input.id);
      await refuseAnother(trx, kind, input.id, made);
      await refuseTooMany(trx, actor);
      const suspended = decision === 'suspend';
      const row = await trx
        .insertInto('appeal')
        .values({
          account_id: actor.accountId,
          subject_kind: kind,
          subject_id: input.id,
          decision,
          decision_id: made?.id ?? null,
          decided_at: made?.at ?? subject.updated_at,
          decided_by: made?.actor_user_id ?? null,
          decision_code: suspended ? null : subject.rejection_code,
          decision_text: (suspended ? subject.suspension_text : subject.rejection_text) ?? '',
          appealed_by: actor.userId,
          text: input.text,
          created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await writeAudit(trx, {
        actorUserId: actor.userId,
        actorKind: OWNED[kind].role,
        action: 'appeal.make',
        subjectKind: 'appeal',
        subjectId: row.id,
        // Its text is the owner's: it stands where it is erased with the account.
        detail: { [kind]: input.id, decision, status: { before: null, after: 'open' } },
        at: now,
      });
      return ownAppeal(row);
    });
  };
}

function decided(kind: AppealedKind, { status, suspended_by }: Subject): DecidedSubject {
  return kind === 'creative' ? { kind, status } : { kind, status, suspendedBy: suspended_by ?? null };
}

async function lockOwn(trx: Tx, actor: Actor, kind: AppealedKind, id: number): Promise<Subject> {
  const { owner, missing } = OWNED[kind];
  const { rows } = await sql<Subject>`
    select * from ${sql.table(kind)} where id = ${id} and ${sql.id(owner)} = ${actor.accountId} for update
  `.execute(trx);
  const [subject] = rows;
  if (subject === undefined) throw new AppError(missing);
  return subject;
}

async function readDecision(trx: Tx, kind: AppealedKind, id: number): Promise<Decision | undefined> {
  const { rows } = await sql<Decision>`${newestDecision(kind, sql`${id}`)}`.execute(trx);
  return rows[0];
}

/** Asked under the locks of account and record: of two at once the second sees the first. */
async function refuseAnother(
  trx: Tx,
  kind: AppealedKind,
  id: number,
  made: Decision | undefined,
): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select status from appeal
     where subject_kind = ${kind} and subject_id = ${id} and status <> 'withdrawn'
       and (status = 'open' or decision_id is not distinct from ${made?.id ?? null}::bigint)
     order by id desc limit 1`.execute(trx);
  const [other] = rows;
  if (other !== undefined) throw new AppError(other.status === 'open' ? 'appeal_open' : 'appeal_answered');
}

async function refuseTooMany(trx: Tx, { accountId }: Actor): Promise<void> {
  const { open } = await trx
    .selectFrom('appeal')
    .select((eb) => eb.fn.countAll<bigint>().as('open'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  if (open >= BigInt(OPEN_APPEALS_MAX)) throw new AppError('appeals_full');
}
