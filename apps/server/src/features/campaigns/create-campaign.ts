import type { campaignFields } from '@placard/contract/campaigns';
import { campaignIssues } from '@placard/domain/campaign/rules';
import type { z } from 'zod';
import { invalidInput, issueAt } from '../../api/app-error.ts';
import { runOnce } from '../../api/idempotency.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { microsOf, microsOrNull } from '../dollars.ts';
import { randomKey } from '../random-key.ts';
import { type AdSetFields, adSetValues, refuseBrokenAdSet } from './ad-set-values.ts';
import { todayOf } from './campaign-record.ts';
import { refuseTooManyCampaigns } from './can-create-campaign.ts';

export type CreateCampaignInput = {
  readonly campaign: z.output<typeof campaignFields>;
  readonly adSet: AdSetFields;
  /** A repeated press carries the same key and gets the first one's answer; with other words it is refused. */
  readonly requestKey: string;
};

export type CreatedCampaign = { readonly campaignId: number; readonly adSetId: number };

/**
 * Writes a campaign and its first ad set, paused and never submitted, and drops the wizard's draft.
 * @throws AppError `invalid_input` (paths `campaign.…`, `adSet.…`), `conflict_status` beyond the number of campaigns,
 * `conflict_idempotency`.
 */
export async function createCampaign(
  deps: HasDb & HasClock,
  actor: Actor,
  input: CreateCampaignInput,
): Promise<CreatedCampaign> {
  const now = deps.clock();
  const { requestKey, ...words } = input;
  const call = {
    userId: actor.userId,
    accountId: actor.accountId,
    operation: 'campaigns.create',
    key: requestKey,
    input: words,
    now,
  };
  const answer = await runOnce(deps.db, call, async (money) => {
    money.used = true;
    return await writeCampaign({ ...deps, db: money.trx }, actor, input, now);
  });
  return answer as CreatedCampaign;
}

async function writeCampaign(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
  input: CreateCampaignInput,
  now: Date,
): Promise<CreatedCampaign> {
  const { campaign: fields } = input;
  const budgets = {
    totalBudgetMicros: microsOf(fields.totalBudget),
    dailyBudgetMicros: microsOrNull(fields.dailyBudget),
  };
  const issues = campaignIssues({
    ...budgets,
    startDate: fields.startDate,
    endDate: fields.endDate,
    spentMicros: 0n,
    today: todayOf({ clock }, actor),
    before: null,
  });
  if (issues.length > 0) {
    throw invalidInput(...issues.map((one) => issueAt(`campaign.${one.field}`, one.code)));
  }
  const values = adSetValues(input.adSet, budgets);
  refuseBrokenAdSet(values, budgets, 0n, 'adSet.');
  await refuseTooManyCampaigns(db, actor);
  const campaign = await db
    .insertInto('campaign')
    .values({
      advertiser_id: actor.accountId,
      name: fields.name,
      objective: fields.objective,
      category: fields.category,
      description: fields.description,
      total_budget_micros: budgets.totalBudgetMicros,
      daily_budget_micros: budgets.dailyBudgetMicros,
      start_date: fields.startDate,
      end_date: fields.endDate,
      analytics_key: randomKey(),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const adSet = await db
    .insertInto('ad_set')
    .values({ ...values, campaign_id: campaign.id, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('campaign_draft')
    .where('user_id', '=', actor.userId)
    .where('account_id', '=', actor.accountId)
    .execute();
  await writeAudit(db, {
    ...doneBy(actor, 'advertiser'),
    action: 'campaign.create',
    subjectKind: 'campaign',
    subjectId: campaign.id,
    detail: { name: fields.name, adSetId: adSet.id },
    at: now,
  });
  return { campaignId: campaign.id, adSetId: adSet.id };
}
