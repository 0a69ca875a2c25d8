import type { Campaign, campaignNameAndBudgets } from '@placard/contract/campaigns';
import { isAdCategory } from '@placard/domain/campaign/ad-categories';
import type { z } from 'zod';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { todayOf } from './campaign-record.ts';
import { getCampaign } from './get-campaign.ts';
import { lockCampaign } from './lock-campaign.ts';
import { planEdit, readEditContexts, type UpdateCampaignInput, writeEdit } from './plan-edit.ts';

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
    const contextOf = await readEditContexts(db, [campaign.id], todayOf(deps, actor));
    const plan = planEdit(campaign, input, contextOf(campaign.id));
    if (plan !== null) await writeAudit(db, await writeEdit(db, actor, plan, now));
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
