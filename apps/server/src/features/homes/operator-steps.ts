import type { OperatorHome } from '@placard/contract/homes';
import { checklist, OPERATOR_STEP_KEYS, type OperatorStep } from '@placard/domain/home/checklist';
import { sql } from 'kysely';
import type { HasDb } from '../../deps.ts';

type Done = Record<Exclude<OperatorStep, 'charge'>, boolean>;

/** A new operator's way to the first paid impression; null from then on, which each later call finds first. */
export async function readOperatorSteps({ db }: HasDb): Promise<OperatorHome['steps']> {
  const charged = await db
    .selectFrom('campaign_spend')
    .select('campaign_id')
    .where('spent_micros', '>', 0n)
    .limit(1)
    .executeTakeFirst();
  if (charged !== undefined) return null;
  const { rows } = await sql<Done>`
    select exists (select from network_settings where bank_transfer_details <> '')
             or exists (select from deposit where status = 'confirmed') as money,
           (select count(distinct role) = 2 from account_role where role in ('advertiser', 'publisher')) as people,
           exists (select from website where status = 'active') as website,
           exists (select from deposit where status = 'confirmed') as deposit,
           exists (select from campaign where status = 'active')
             and exists (select from creative where status = 'active') as campaign`.execute(db);
  const [done] = rows;
  if (done === undefined) throw new Error('steps without a row');
  return checklist(OPERATOR_STEP_KEYS, { ...done, charge: false });
}
