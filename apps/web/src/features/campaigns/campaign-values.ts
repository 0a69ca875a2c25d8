import { type CampaignRow, campaignFields } from '@placard/contract/campaigns';
import { AD_CATEGORY_CODES, type AdCategory } from '@placard/domain/campaign/ad-categories';
import {
  type CampaignPlan,
  campaignIssues,
  OBJECTIVES,
  type Objective,
} from '@placard/domain/campaign/rules';
import { FIRST_DAY, isDay } from '@placard/domain/day-bounds';
import { MAX_API_MICROS, type Micros, microsFromDollars } from '@placard/domain/micros';
import type { z } from 'zod';
import { type Amount, amountOf, optionalAmount } from '../../kits/form/amount.ts';
import { keptAmount, keptOneOf, keptText } from './form-values.ts';

/** Step 1 as its fields hold it. */
export type CampaignValues = {
  name: string;
  objective: Objective | '';
  category: AdCategory | '';
  description: string;
  totalBudget: Amount;
  dailyBudget: Amount;
  startDate: string;
  endDate: string;
};

export function newCampaignValues(today: string): CampaignValues {
  return {
    name: '',
    objective: '',
    category: '',
    description: '',
    totalBudget: '',
    dailyBudget: '',
    startDate: today,
    endDate: '',
  };
}

/** Step 1 of a draft, whatever it holds. */
export function campaignValuesFrom(kept: Readonly<Record<string, unknown>>, today: string): CampaignValues {
  const fresh = newCampaignValues(today);
  return {
    name: keptText(kept, 'name', fresh.name),
    objective: keptOneOf(kept, 'objective', OBJECTIVES),
    category: keptOneOf(kept, 'category', AD_CATEGORY_CODES),
    description: keptText(kept, 'description', fresh.description),
    totalBudget: keptAmount(kept, 'totalBudget', fresh.totalBudget),
    dailyBudget: keptAmount(kept, 'dailyBudget', fresh.dailyBudget),
    startDate: keptText(kept, 'startDate', fresh.startDate),
    endDate: keptText(kept, 'endDate', fresh.endDate),
  };
}

export function campaignValuesOf(
  campaign: CampaignRow & { readonly description: string; readonly category: AdCategory | null },
): CampaignValues {
  return {
    name: campaign.name,
    objective: campaign.objective,
    category: campaign.category ?? '',
    description: campaign.description,
    totalBudget: campaign.totalBudget,
    dailyBudget: campaign.dailyBudget ?? '',
    startDate: campaign.startDate,
    endDate: campaign.endDate ?? '',
  };
}

/** What the contract's schema checks. */
export function campaignInput(values: CampaignValues) {
  return {
    ...values,
    objective: values.objective === '' ? undefined : values.objective,
    category: values.category === '' ? null : values.category,
    totalBudget: amountOf(values.totalBudget),
    dailyBudget: optionalAmount(values.dailyBudget),
    endDate: values.endDate === '' ? null : values.endDate,
  };
}

export type CampaignInput = z.infer<typeof campaignFields>;

/** A campaign that is edited: what it was read as, so that only what changes is judged. Amounts in dollars. */
type EditedCampaign = Pick<CampaignRow, 'totalBudget' | 'dailyBudget' | 'startDate' | 'endDate' | 'spent'>;
type PlanFields = Omit<EditedCampaign, 'spent'>;

export function planOf({ totalBudget, dailyBudget, startDate, endDate }: PlanFields): CampaignPlan {
  return {
    totalBudgetMicros: microsFromDollars(totalBudget) ?? 0n,
    dailyBudgetMicros: dailyBudget === null ? null : microsFromDollars(dailyBudget),
    startDate,
    endDate,
  };
}

/** Rules between fields are told together with what is wrong with each of them, not after it was mended. */
export const ALWAYS = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};

export const microsSoFar = (dollars: unknown): Micros | null =>
  typeof dollars === 'number' ? microsFromDollars(dollars) : null;
const daySoFar = (day: unknown): string | null => (typeof day === 'string' && isDay(day) ? day : null);

/** Of fields that may still be wrong by themselves: those count as what breaks no rule with another. */
export function planSoFar(fields: { readonly [Field in keyof PlanFields]?: unknown }): CampaignPlan {
  const startDate = daySoFar(fields.startDate);
  return {
    totalBudgetMicros: microsSoFar(fields.totalBudget) ?? MAX_API_MICROS,
    dailyBudgetMicros: microsSoFar(fields.dailyBudget),
    startDate: startDate ?? daySoFar(fields.endDate) ?? FIRST_DAY,
    endDate: daySoFar(fields.endDate),
  };
}

/** The contract's fields and the domain's rules between them. `edited`: null for a new campaign. */
export function campaignSchema(today: string, edited: EditedCampaign | null = null) {
  const before = edited === null ? null : planOf(edited);
  const spentMicros = microsFromDollars(edited?.spent ?? 0) ?? 0n;
  return campaignFields.superRefine((campaign, context) => {
    const issues = campaignIssues({ ...planSoFar(campaign), spentMicros, today, before });
    for (const { field, code } of issues) context.addIssue({ code: 'custom', path: [field], message: code });
  }, ALWAYS);
}

/** @returns `null` where something is missing or wrong. */
export function checkedCampaign(
  values: CampaignValues,
  today: string,
  edited: EditedCampaign | null = null,
): CampaignInput | null {
  const result = campaignSchema(today, edited).safeParse(campaignInput(values));
  return result.success ? result.data : null;
}
