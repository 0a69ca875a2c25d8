import type { Database } from '@placard/db/schema';
import type { AccountRole } from '@placard/domain/roles';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../deps.ts';
import { accountName } from '../accounts/account-name.ts';

export type Owner = {
  /** Whom the readers of an owner's own records take for its owner. Nothing is ever changed in this name. */
  readonly actor: Actor;
  readonly card: { readonly id: number; readonly name: string; readonly email: string };
};

const OWNED = {
  campaign: { owner: 'advertiser_id', role: 'advertiser' },
  creative: { owner: 'advertiser_id', role: 'advertiser' },
  website: { owner: 'publisher_id', role: 'publisher' },
} as const satisfies Record<string, { owner: string; role: AccountRole }>;

/** Whose it is, to read it as they do; null where there is no such record. */
export async function ownerOf(
  db: Kysely<Database>,
  kind: keyof typeof OWNED,
  id: number,
): Promise<Owner | null> {
  const { owner, role } = OWNED[kind];
  const { rows } = await sql<{
    id: number;
    name: string;
    email: string;
    userId: number;
    timeZone: string;
  }>`
    select u.id, ${accountName()} as name,
           u.email, u.owner_user_id as "userId", u.time_zone as "timeZone"
      from ${sql.table(kind)} r join account_card u on u.id = r.${sql.id(owner)}
     where r.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { userId, timeZone, ...card } = row;
  return {
    actor: { userId, accountId: card.id, member: 'owner', sessionId: 0, roles: [role], timeZone },
    card,
  };
}
