import type { GeneratedAlways } from 'kysely';

/** An operator who looks at an account's dashboard, or did. */
export type AccountLookTable = {
  id: GeneratedAlways<number>;
  token_sha256: Buffer;
  operator_id: number;
  session_id: number | null;
  account_id: number;
  reason: string;
  began_at: Date;
  expires_at: Date;
  ended_at: Date | null;
};
