import type { Campaign, campaignFields, campaignNameAndBudgets } from '@placard/contract/campaigns';
import type { Database } from '@placard/db/schema';
import { isAdCategory } from '@placard/domain/campaign/ad-categories';
import { type Budgets, movedBudgets } from '@placard/domain/campaign/budgets';
import { adSetIssues, campaignIssues } from '@placard/domain/campaign/rules';
import { dollarsFromMicros } from '@placard/domain/micros';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { dollarsOrNull, microsOf, microsOrNull } from '../dollars.ts';
import { inTransaction } from '../in-transaction.ts';
import { writeLocked } from '../write-locked.ts';
import { budgetsOf } from './ad-set-values.ts';
import { todayOf } from './campaign-record.ts';
import { getCampaign } from './get-campaign.ts';
import { type LockedCampaign, lockCampaign, statusAfterEdit } from './lock-campaign.ts';

export type UpdateCampaignInput = Omit<z.output<typeof campaignFields>, 'objective'> & {
  readonly id: number;
  readonly version: number;
};

/**
 * Saves step 1's fields. What differs is an edit: the campaign is paused and must be submitted again; saving what is
 * there already changes nothing. Ad sets whose budget was the campaign's follow it.
 * @throws AppError `campaign_not_found`, `conflict_version`, `conflict_status`, `invalid_input`.
 */
export async function updateCampaign(
  deps: HasDb & HasClock,
  actor: Actor,
  input: UpdateCampaignInput,
): Promise<Campaign> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const campaign = await lockCampaign(db, actor, input.id);
    const status = statusAfterEdit(campaign);
    if (campaign.version !== input.version) throw new AppError('conflict_version');
    const values = {
      name: input.name,
      category: input.category,
      description: input.description,
      total_budget_micros: microsOf(input.totalBudget),
      daily_budget_micros: microsOrNull(input.dailyBudget),
      start_date: input.startDate,
      end_date: input.endDate,
    };
    const changes = changesOf(describe(pick(campaign)), describe(values));
    if (Object.keys(changes).length > 0) {
      const budgets = budgetsOf(values);
      await refuseBrokenCampaign(db, campaign, input, budgets, todayOf(deps, actor));
      await moveAdSetBudgets(db, campaign, budgets, now);
      await writeLocked(db, 'campaign', campaign, { ...values, status, approved_at: null }, now);
      await writeAudit(db, {
        actorUserId: actor.userId,
        actorKind: 'advertiser',
        action: 'campaign.edit',
        subjectKind: 'campaign',
        subjectId: campaign.id,
        detail: { ...changes, ...changesOf({ status: campaign.status }, { status }) },
        at: now,
      });
    }
    return await getCampaign({ ...deps, db }, actor, input);
  });
}

/** The same with the fields of the list; the others stay as they are. @throws AppError as updateCampaign does. */
export async function updateNameAndBudgets(
  deps: HasDb & HasClock,
  actor: Actor,
  input: z.output<typeof campaignNameAndBudgets> & { readonly id: number; readonly version: number },
): Promise<Campaign> {
  return await inTransaction(deps.db, async (db) => {
    const { category, description, start_date, end_date } = await lockCampaign(db, actor, input.id);
    return await updateCampaign({ ...deps, db }, actor, {
      ...input,
      category: isAdCategory(category) ? category : null,
      description,
      startDate: start_date,
      endDate: end_date,
    });
  });
}

function pick(campaign: LockedCampaign) {
  const { name, category, description, total_budget_micros, daily_budget_micros, start_date, end_date } =
    campaign;
  return { name, category, description, total_budget_micros, daily_budget_micros, start_date, end_date };
}

async function refuseBrokenCampaign(
  db: Kysely<Database>,
  campaign: LockedCampaign,
  input: UpdateCampaignInput,
  budgets: Budgets,
  today: string,
): Promise<void> {
  const spend = await db
    .selectFrom('campaign_spend')
    .select('spent_micros')
    .where('campaign_id', '=', campaign.id)
    .executeTakeFirst();
  const issues = campaignIssues({
    ...budgets,
    startDate: input.startDate,
    endDate: input.endDate,
    spentMicros: spend?.spent_micros ?? 0n,
    today,
    before: {
      ...budgetsOf(campaign),
      startDate: campaign.start_date,
      endDate: campaign.end_date,
    },
  });
  if (issues.length > 0) throw invalidInput(...issues.map((one) => issueAt(one.field, one.code)));
}

/** Budgets that were left empty are the campaign's, so they move with it; own ones must still fit into it. */
async function moveAdSetBudgets(
  db: Kysely<Database>,
  campaign: LockedCampaign,
  budgets: Budgets,
  now: Date,
): Promise<void> {
  if (
    budgets.totalBudgetMicros === campaign.total_budget_micros &&
    budgets.dailyBudgetMicros === campaign.daily_budget_micros
  ) {
    return;
  }
  const adSets = await db
    .selectFrom('ad_set')
    .selectAll()
    .where('campaign_id', '=', campaign.id)
    .where('archived_at', 'is', null)
    .execute();
  for (const adSet of adSets) {
    const moved = movedBudgets(budgetsOf(adSet), budgetsOf(campaign), budgets);
    const [broken] = adSetIssues(moved, budgets);
    if (broken !== undefined) throw invalidInput(issueAt(broken.field, broken.code));
    if (
      moved.totalBudgetMicros !== adSet.total_budget_micros ||
      moved.dailyBudgetMicros !== adSet.daily_budget_micros
    ) {
      await db
        .updateTable('ad_set')
        .set({
          total_budget_micros: moved.totalBudgetMicros,
          daily_budget_micros: moved.dailyBudgetMicros,
          updated_at: now,
          version: adSet.version + 1,
        })
        .where('id', '=', adSet.id)
        .execute();
    }
  }
}

/** As the audit log keeps it and the activity shows it: the API's names, dollars. */
function describe(values: ReturnType<typeof pick>) {
  return {
    name: values.name,
    category: values.category,
    description: values.description,
    totalBudget: dollarsFromMicros(values.total_budget_micros),
    dailyBudget: dollarsOrNull(values.daily_budget_micros),
    startDate: values.start_date,
    endDate: values.end_date,
  };
}
