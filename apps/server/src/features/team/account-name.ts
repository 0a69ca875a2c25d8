import type { Db } from '@placard/db/database';
import { displayName } from '../account/user-view.ts';

type Card = {
  readonly company: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
};

/** What an account is called: its company, or its owner's name. */
export function accountName(card: Card): string {
  return card.company === null || card.company.trim() === '' ? displayName(card) : card.company;
}

export async function readAccountName(db: Db, accountId: number): Promise<string> {
  return accountName(
    await db
      .selectFrom('account_card')
      .select(['company', 'first_name', 'last_name', 'email'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
  );
}
