import { type AdSetValues, adSetValuesFrom, NEW_AD_SET, withBudgetDefaults } from '../ad-set-values.ts';
import {
  type CampaignValues,
  campaignValuesFrom,
  checkedCampaign,
  newCampaignValues,
} from '../campaign-values.ts';

export const WIZARD_STEPS = ['setting', 'target', 'success'] as const;
export type WizardStepKey = (typeof WIZARD_STEPS)[number];

/** What is filled in so far; the draft's content is exactly this. */
export type WizardContent = { readonly campaign: CampaignValues; readonly adSet: AdSetValues };

export type KeptDraft = { readonly step: 'setting' | 'target'; readonly content: WizardContent };

/** What this browser kept, `after` which draft of the server. */
export type LocalDraft = Draft & { readonly after: string | null };

export type Draft = {
  readonly step: 'setting' | 'target';
  readonly content: {
    readonly campaign: Readonly<Record<string, unknown>>;
    readonly adSet: Readonly<Record<string, unknown>>;
  };
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whatever lies in the browser; null unless it is a draft. */
export function keptDraftFrom(kept: unknown): LocalDraft | null {
  if (!isRecord(kept) || !isRecord(kept.content)) return null;
  const { campaign, adSet } = kept.content;
  if (!isRecord(campaign) || !isRecord(adSet)) return null;
  return {
    step: kept.step === 'target' ? 'target' : 'setting',
    content: { campaign, adSet },
    after: typeof kept.after === 'string' ? kept.after : null,
  };
}

/**
 * What this browser kept goes on from the server's draft that it followed. Where that has been saved anew, deleted or
 * made a campaign since, here or elsewhere, what was kept is over.
 */
export function goesOn(
  kept: LocalDraft | null,
  draft: { readonly updatedAt: string } | null,
): kept is LocalDraft {
  return kept !== null && kept.after === (draft?.updatedAt ?? null);
}

export function wizardContent(draft: Draft | null, today: string): WizardContent {
  if (draft === null) return { campaign: newCampaignValues(today), adSet: NEW_AD_SET };
  return {
    campaign: campaignValuesFrom(draft.content.campaign, today),
    adSet: adSetValuesFrom(draft.content.adSet),
  };
}

/** The step to show: the URL's, else the draft's. The second needs a complete first one only to be submitted. */
export function wizardStep(asked: string | undefined, draft: Draft | null): WizardStepKey {
  return WIZARD_STEPS.find((step) => step === asked) ?? draft?.step ?? 'setting';
}

/** Step 1 is complete: the ad set's budgets default from it. */
export function enterTarget(content: WizardContent): WizardContent {
  return { ...content, adSet: withBudgetDefaults(content.adSet, content.campaign) };
}

/** "Campaign data is missing. Please go back to step 1." */
export function campaignMissing(content: WizardContent, today: string): boolean {
  return checkedCampaign(content.campaign, today) === null;
}

/** A wizard that was only looked at leaves no draft behind. */
export function worthKeeping(content: WizardContent, today: string): boolean {
  const untouched: WizardContent = wizardContent(null, today);
  return JSON.stringify(content) !== JSON.stringify(untouched);
}
