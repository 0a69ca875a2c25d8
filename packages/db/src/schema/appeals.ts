import type { AppealedDecision, AppealedKind, AppealStatus } from '@placard/domain/appeal';
import type { Generated, GeneratedAlways } from 'kysely';

/** What an owner says against a decision of an operator, and what was answered. */
export type AppealTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  subject_kind: AppealedKind;
  subject_id: number;
  decision: AppealedDecision;
  /** Its row of the audit log, null where it is older than the log. */
  decision_id: bigint | null;
  decided_at: Date;
  decided_by: number | null;
  decision_code: string | null;
  decision_text: string;
  appealed_by: number;
  /** Null where it was erased with its account. */
  text: string | null;
  created_at: Date;
  status: Generated<AppealStatus>;
  answered_at: Date | null;
  answered_by: number | null;
  answer: string | null;
};
