import { actorOf, onceDeps } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { actOnCampaign } from './act-on-campaign.ts';
import { listAdSetChoices } from './ad-set-choices.ts';
import { discardDraft, getDraft, saveDraft } from './campaign-draft.ts';
import { canCreateCampaign } from './can-create-campaign.ts';
import { createCampaign } from './create-campaign.ts';
import { duplicateCampaign } from './duplicate-campaign.ts';
import { archiveAdSet, createAdSet, duplicateAdSet, updateAdSet } from './edit-ad-set.ts';
import { giveReachEstimate } from './estimate-reach.ts';
import { getCampaign } from './get-campaign.ts';
import { listActivity } from './list-activity.ts';
import { listCampaignFigures } from './list-campaign-figures.ts';
import { listCampaigns } from './list-campaigns.ts';
import { SupplyCache } from './supply-cache.ts';
import { createTypicalPrices } from './typical-prices.ts';
import { updateCampaign, updateNameAndBudgets } from './update-campaign.ts';

export function campaignsRoutes(deps: AppDeps) {
  const { campaigns } = operations;
  const supply = new SupplyCache(deps);
  const typicalPrices = createTypicalPrices(deps);
  return {
    list: campaigns.list.handler(async ({ context, input }) => ({
      data: await listCampaigns(deps, actorOf(context), input),
    })),
    canCreate: campaigns.canCreate.handler(async ({ context }) => ({
      data: await canCreateCampaign(deps, actorOf(context)),
    })),
    get: campaigns.get.handler(async ({ context, input }) => ({
      data: await getCampaign(deps, actorOf(context), input),
    })),
    create: campaigns.create.handler(async ({ context, input }) => ({
      data: await createCampaign(onceDeps(deps, context), actorOf(context), input),
    })),
    update: campaigns.update.handler(async ({ context, input }) => ({
      data: await updateCampaign(deps, actorOf(context), input),
    })),
    updateNameAndBudgets: campaigns.updateNameAndBudgets.handler(async ({ context, input }) => ({
      data: await updateNameAndBudgets(deps, actorOf(context), input),
    })),
    act: campaigns.act.handler(async ({ context, input }) => ({
      data: await actOnCampaign(deps, actorOf(context), input),
    })),
    duplicate: campaigns.duplicate.handler(async ({ context, input }) => ({
      data: await duplicateCampaign(onceDeps(deps, context), actorOf(context), input),
    })),
    activity: campaigns.activity.handler(async ({ context, input }) => ({
      data: await listActivity(deps, actorOf(context), input),
    })),
    figures: campaigns.figures.handler(async ({ context, input }) => ({
      data: { items: await listCampaignFigures(deps, actorOf(context), input) },
    })),
    estimateReach: campaigns.estimateReach.handler(async ({ context, input }) => ({
      data: await giveReachEstimate({ ...deps, supply, typicalPrices }, actorOf(context), input),
    })),
    getDraft: campaigns.getDraft.handler(async ({ context }) => ({
      data: await getDraft(deps, actorOf(context)),
    })),
    saveDraft: campaigns.saveDraft.handler(async ({ context, input }) => ({
      data: await saveDraft(deps, actorOf(context), input),
    })),
    discardDraft: campaigns.discardDraft.handler(async ({ context }) => {
      await discardDraft(deps, actorOf(context));
      return { data: {} };
    }),
    createAdSet: campaigns.createAdSet.handler(async ({ context, input }) => ({
      data: await createAdSet(onceDeps(deps, context), actorOf(context), input),
    })),
    updateAdSet: campaigns.updateAdSet.handler(async ({ context, input }) => ({
      data: await updateAdSet(deps, actorOf(context), input),
    })),
    duplicateAdSet: campaigns.duplicateAdSet.handler(async ({ context, input }) => ({
      data: await duplicateAdSet(onceDeps(deps, context), actorOf(context), input),
    })),
    archiveAdSet: campaigns.archiveAdSet.handler(async ({ context, input }) => {
      await archiveAdSet(deps, actorOf(context), input);
      return { data: {} };
    }),
    adSetChoices: campaigns.adSetChoices.handler(async ({ context, input }) => ({
      data: { items: await listAdSetChoices(deps, actorOf(context), input) },
    })),
  };
}
