import { answer, answerOnce } from '../../api/answers.ts';
import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { actOnCampaign } from './act-on-campaign.ts';
import { listAdSetChoices } from './ad-set-choices.ts';
import { applyBulk, checkBulk, giveBulkFile } from './bulk-edit.ts';
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
    list: campaigns.list.handler(answer(deps, listCampaigns)),
    canCreate: campaigns.canCreate.handler(answer(deps, canCreateCampaign)),
    get: campaigns.get.handler(answer(deps, getCampaign)),
    create: campaigns.create.handler(answerOnce(deps, createCampaign)),
    update: campaigns.update.handler(answer(deps, updateCampaign)),
    updateNameAndBudgets: campaigns.updateNameAndBudgets.handler(answer(deps, updateNameAndBudgets)),
    bulkFile: campaigns.bulkFile.handler(async ({ context }) => await giveBulkFile(deps, actorOf(context))),
    checkBulk: campaigns.checkBulk.handler(answer(deps, checkBulk)),
    applyBulk: campaigns.applyBulk.handler(answerOnce(deps, applyBulk)),
    act: campaigns.act.handler(answer(deps, actOnCampaign)),
    duplicate: campaigns.duplicate.handler(answerOnce(deps, duplicateCampaign)),
    activity: campaigns.activity.handler(answer(deps, listActivity)),
    figures: campaigns.figures.handler(async ({ context, input }) => ({
      data: { items: await listCampaignFigures(deps, actorOf(context), input) },
    })),
    estimateReach: campaigns.estimateReach.handler(async ({ context, input }) => ({
      data: await giveReachEstimate({ ...deps, supply, typicalPrices }, actorOf(context), input),
    })),
    getDraft: campaigns.getDraft.handler(answer(deps, getDraft)),
    saveDraft: campaigns.saveDraft.handler(answer(deps, saveDraft)),
    discardDraft: campaigns.discardDraft.handler(async ({ context }) => {
      await discardDraft(deps, actorOf(context));
      return { data: {} };
    }),
    createAdSet: campaigns.createAdSet.handler(answerOnce(deps, createAdSet)),
    updateAdSet: campaigns.updateAdSet.handler(answer(deps, updateAdSet)),
    duplicateAdSet: campaigns.duplicateAdSet.handler(answerOnce(deps, duplicateAdSet)),
    archiveAdSet: campaigns.archiveAdSet.handler(async ({ context, input }) => {
      await archiveAdSet(deps, actorOf(context), input);
      return { data: {} };
    }),
    adSetChoices: campaigns.adSetChoices.handler(answer(deps, listAdSetChoices)),
  };
}
