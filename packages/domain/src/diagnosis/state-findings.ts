import type { CampaignStatus } from '../campaign/status.ts';
import type { CreativeStatus } from '../creative/status.ts';
import type { Micros } from '../micros.ts';
import type { LocalTime } from '../targeting/local-time.ts';
import { type Schedule, withinHours } from '../targeting/schedule.ts';
import { numberOfDay } from '../time-zone.ts';
import type { DiagnosisGate } from './explain-views.ts';

/** What is known without looking at a view: reasons by the gate that they close. */
export const STATE_REASONS = {
  account_inactive: 'status',
  never_submitted: 'status',
  edited: 'status',
  pending: 'status',
  rejected: 'status',
  paused: 'status',
  cancelled: 'status',
  completed: 'status',
  archived: 'status',
  not_started: 'dates',
  ended: 'dates',
  outside_hours: 'hours',
  campaign_budget_spent: 'budget',
  ad_set_budget_spent: 'budget',
  campaign_day_spent: 'budget',
  ad_set_day_spent: 'budget',
  wallet_empty: 'wallet',
  no_creative: 'review',
  creative_pending: 'review',
  creative_paused: 'review',
  creative_rejected: 'review',
  creative_ended: 'review',
  no_widget_of_size: 'size',
  blocked_everywhere: 'block',
} as const satisfies Record<string, DiagnosisGate>;
export type StateReason = keyof typeof STATE_REASONS;

export type AdSetState = {
  readonly accountActive: boolean;
  readonly status: CampaignStatus;
  readonly submitted: boolean;
  readonly approved: boolean;
  /** 'YYYY-MM-DD' in the account's time zone. */
  readonly startDate: string;
  readonly endDate: string | null;
  readonly schedule: Schedule;
  readonly local: LocalTime;
  readonly walletMicros: Micros;
  readonly campaignLeftMicros: Micros;
  readonly campaignDayLeftMicros: Micros | null;
  readonly adSetLeftMicros: Micros;
  readonly adSetDayLeftMicros: Micros | null;
  /** Of the creatives assigned to it, archived ones left out. */
  readonly creativeStatuses: readonly CreativeStatus[];
  /** Widgets of the network that serve and have a size of its active creatives; … */
  readonly fittingWidgets: number;
  /** … of these the ones whose website refuses every such creative. */
  readonly blockingWidgets: number;
};

/** Reasons that hold now, one for each gate at most. */
export function stateFindings(state: AdSetState): Partial<Record<DiagnosisGate, StateReason>> {
  const found: Partial<Record<DiagnosisGate, StateReason>> = {};
  for (const reason of [
    statusReason(state),
    dateReason(state),
    withinHours(state.schedule, state.local) ? null : 'outside_hours',
    budgetReason(state),
    state.walletMicros <= 0n ? 'wallet_empty' : null,
    creativeReason(state.creativeStatuses),
    reachReason(state),
  ] as const) {
    if (reason !== null) found[STATE_REASONS[reason]] = reason;
  }
  return found;
}

function statusReason(state: AdSetState): StateReason | null {
  if (!state.accountActive) return 'account_inactive';
  if (state.status === 'active') return null;
  if (state.status !== 'paused') return state.status;
  if (state.approved) return 'paused';
  return state.submitted ? 'edited' : 'never_submitted';
}

function dateReason({ startDate, endDate, local }: AdSetState): StateReason | null {
  if (numberOfDay(startDate) > local.dayNumber) return 'not_started';
  return endDate !== null && numberOfDay(endDate) < local.dayNumber ? 'ended' : null;
}

function budgetReason(state: AdSetState): StateReason | null {
  if (state.campaignLeftMicros <= 0n) return 'campaign_budget_spent';
  if (state.adSetLeftMicros <= 0n) return 'ad_set_budget_spent';
  if (state.campaignDayLeftMicros !== null && state.campaignDayLeftMicros <= 0n) return 'campaign_day_spent';
  return state.adSetDayLeftMicros !== null && state.adSetDayLeftMicros <= 0n ? 'ad_set_day_spent' : null;
}

/** With no active creative: what is nearest to becoming one. */
function creativeReason(statuses: readonly CreativeStatus[]): StateReason | null {
  if (statuses.length === 0) return 'no_creative';
  if (statuses.includes('active')) return null;
  if (statuses.includes('paused')) return 'creative_paused';
  if (statuses.includes('pending')) return 'creative_pending';
  return statuses.includes('rejected') ? 'creative_rejected' : 'creative_ended';
}

function reachReason(state: AdSetState): StateReason | null {
  if (!state.creativeStatuses.includes('active')) return null;
  if (state.fittingWidgets === 0) return 'no_widget_of_size';
  return state.blockingWidgets >= state.fittingWidgets ? 'blocked_everywhere' : null;
}
