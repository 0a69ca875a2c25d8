import type { campaignFields } from '@placard/contract/campaigns';
import type { Database } from '@placard/db/schema';
import type { AdSetTable } from '@placard/db/schema/advertising';
import { type Budgets, movedBudgets } from '@placard/domain/campaign/budgets';
import { adSetIssues, campaignIssues } from '@placard/domain/campaign/rules';
import type { CampaignStatus } from '@placard/domain/campaign/status';
import { dollarsFromMicros } from '@placard/domain/micros';
import type { Kysely, Selectable } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { type AuditEntry, changesOf, doneBy } from '../audit/write-audit.ts';
import { dollarsOrNull, microsOf, microsOrNull } from '../dollars.ts';
import { writeLocked } from '../write-locked.ts';
import { budgetsOf } from './ad-set-values.ts';
import { type LockedCampaign, statusAfterEdit } from './lock-campaign.ts';

export type UpdateCampaignInput = Omit<z.output<typeof campaignFields>, 'objective'> & {
  readonly id: number;
  readonly version: number;
};

type AdSetRow = Selectable<AdSetTable>;
type Changes = ReturnType<typeof changesOf>;

/** What an edit is judged by. */
export type EditContext = {
  readonly adSets: readonly AdSetRow[];
  readonly spentMicros: bigint;
  /** Of the account's zone. */
  readonly today: string;
};

/** What an edit will write. */
export type EditPlan = {
  readonly campaign: LockedCampaign;
  readonly values: ReturnType<typeof valuesOf>;
  readonly status: CampaignStatus;
  readonly changes: Changes;
  readonly adSets: readonly { readonly row: AdSetRow; readonly budgets: Budgets }[];
};

/**
 * Judges an edit of a locked campaign whole, before anything is written.
 * @returns null where nothing changes
 * @throws AppError `conflict_status`, `conflict_version`, `invalid_input`
 */
export function planEdit(
  campaign: LockedCampaign,
  input: UpdateCampaignInput,
  context: EditContext,
): EditPlan | null {
  const status = statusAfterEdit(campaign);
  if (campaign.version !== input.version) throw new AppError('conflict_version');
  const values = valuesOf(input);
  const changes = changesOf(describe(pick(campaign)), describe(values));
  if (Object.keys(changes).length === 0) return null;
  const budgets = budgetsOf(values);
  refuseBrokenCampaign(campaign, input, budgets, context);
  return { campaign, values, status, changes, adSets: movedAdSets(campaign, budgets, context.adSets) };
}

/** Writes what was planned; who did it is the caller's to write. @returns the row of the audit log. */
export async function writeEdit(
  db: Kysely<Database>,
  actor: Actor,
  { campaign, values, status, changes, adSets }: EditPlan,
  now: Date,
): Promise<AuditEntry> {
  for (const { row, budgets } of adSets) {
    await db
      .updateTable('ad_set')
      .set({
        total_budget_micros: budgets.totalBudgetMicros,
        daily_budget_micros: budgets.dailyBudgetMicros,
        updated_at: now,
        version: row.version + 1,
      })
      .where('id', '=', row.id)
      .execute();
  }
  await writeLocked(db, 'campaign', campaign, { ...values, status, approved_at: null }, now);
  return {
    ...doneBy(actor, 'advertiser'),
    action: 'campaign.edit',
    subjectKind: 'campaign',
    subjectId: campaign.id,
    detail: { ...changes, ...changesOf({ status: campaign.status }, { status }) },
    at: now,
  };
}

/** Of each campaign what was spent, and its ad sets that are not archived. */
export async function readEditContexts(
  db: Kysely<Database>,
  campaignIds: readonly number[],
  today: string,
): Promise<(campaignId: number) => EditContext> {
  if (campaignIds.length === 0) return () => ({ adSets: [], spentMicros: 0n, today });
  const adSets = await db
    .selectFrom('ad_set')
    .selectAll()
    .where('campaign_id', 'in', campaignIds)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute();
  const spends = await db
    .selectFrom('campaign_spend')
    .select(['campaign_id', 'spent_micros'])
    .where('campaign_id', 'in', campaignIds)
    .execute();
  const spent = new Map(spends.map((row) => [row.campaign_id, row.spent_micros]));
  const byCampaign = Map.groupBy(adSets, (row) => row.campaign_id);
  return (campaignId) => ({
    adSets: byCampaign.get(campaignId) ?? [],
    spentMicros: spent.get(campaignId) ?? 0n,
    today,
  });
}

function valuesOf(input: UpdateCampaignInput) {
  return {
    name: input.name,
    category: input.category,
    description: input.description,
    total_budget_micros: microsOf(input.totalBudget),
    daily_budget_micros: microsOrNull(input.dailyBudget),
    start_date: input.startDate,
    end_date: input.endDate,
  };
}

function pick(campaign: LockedCampaign) {
  const { name, category, description, total_budget_micros, daily_budget_micros, start_date, end_date } =
    campaign;
  return { name, category, description, total_budget_micros, daily_budget_micros, start_date, end_date };
}

function refuseBrokenCampaign(
  campaign: LockedCampaign,
  input: UpdateCampaignInput,
  budgets: Budgets,
  { spentMicros, today }: EditContext,
): void {
  const issues = campaignIssues({
    ...budgets,
    startDate: input.startDate,
    endDate: input.endDate,
    spentMicros,
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
function movedAdSets(
  campaign: LockedCampaign,
  budgets: Budgets,
  adSets: readonly AdSetRow[],
): EditPlan['adSets'] {
  if (
    budgets.totalBudgetMicros === campaign.total_budget_micros &&
    budgets.dailyBudgetMicros === campaign.daily_budget_micros
  ) {
    return [];
  }
  return adSets.flatMap((row) => {
    const moved = movedBudgets(budgetsOf(row), budgetsOf(campaign), budgets);
    const [broken] = adSetIssues(moved, budgets);
    if (broken !== undefined) throw invalidInput(issueAt(broken.field, broken.code));
    const same =
      moved.totalBudgetMicros === row.total_budget_micros &&
      moved.dailyBudgetMicros === row.daily_budget_micros;
    return same ? [] : [{ row, budgets: moved }];
  });
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
