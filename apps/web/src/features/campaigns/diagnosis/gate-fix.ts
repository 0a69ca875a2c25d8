import type { Campaign } from '@placard/contract/campaigns';
import type { DiagnosedAdSet } from '@placard/contract/diagnosis';
import type { Gate } from '../../../kits/diagnosis/gate-words.ts';
import {
  CAMPAIGN_WIZARD_PATH,
  CREATIVES_PATH,
  creativeEditPath,
  creativeForAdSetPath,
  creativePath,
} from '../../../lib/advertiser-paths.ts';

export type FixLabel =
  | 'newCampaign'
  | 'editDates'
  | 'editBudget'
  | 'editHours'
  | 'editTargeting'
  | 'editCap'
  | 'raiseBid'
  | 'addFunds'
  | 'createCreative'
  | 'assignCreative'
  | 'openCreative';

/** What mends a gate: an action on the campaign, a form of its own page, or another page. */
export type GateFix =
  | { readonly kind: 'act'; readonly action: 'publish' | 'activate' }
  | { readonly kind: 'form'; readonly label: FixLabel; readonly form: 'settings' | 'adSet' }
  | { readonly kind: 'page'; readonly label: FixLabel; readonly to: string };

const BILLING_PATH = '/advertiser/billing';

/** @returns `null` where nothing is wrong, or nothing that the advertiser could mend. */
export function gateFix(
  gate: Gate,
  adSet: Pick<DiagnosedAdSet, 'id' | 'creatives'>,
  campaign: Pick<Campaign, 'id' | 'actions' | 'status'>,
): GateFix | null {
  if (gate.state === 'passes' || gate.state === 'unknown') return null;
  const may = (action: Campaign['actions'][number]) => campaign.actions.includes(action);
  const form = (label: FixLabel, of: 'settings' | 'adSet'): GateFix | null =>
    may('edit') ? { kind: 'form', label, form: of } : null;
  switch (gate.gate) {
    case 'status':
      return statusFix(campaign);
    case 'dates':
      return form('editDates', 'settings');
    case 'hours':
      return form('editHours', 'adSet');
    case 'budget':
      return form('editBudget', gate.reason?.startsWith('campaign') ? 'settings' : 'adSet');
    case 'wallet':
      return { kind: 'page', label: 'addFunds', to: BILLING_PATH };
    case 'review':
      return creativeFix(gate, adSet, campaign);
    case 'size':
      return { kind: 'page', label: 'createCreative', to: creativeForAdSetPath(campaign.id, adSet.id) };
    case 'country':
    case 'device':
    case 'language':
      return form('editTargeting', 'adSet');
    case 'minimum_bid':
    case 'floor':
    case 'outbid':
      return form('raiseBid', 'adSet');
    case 'frequency':
      return form('editCap', 'adSet');
    case 'pacing':
      return form('editBudget', 'adSet');
    case 'block':
      return null;
  }
}

/** Beside making a new creative: giving the ad set one that is there already. */
export function otherFix({ reason }: Gate): GateFix | null {
  const lacksOne = reason === 'no_creative' || reason === 'creative_ended';
  return lacksOne ? { kind: 'page', label: 'assignCreative', to: CREATIVES_PATH } : null;
}

function statusFix({ actions, status }: Pick<Campaign, 'actions' | 'status'>): GateFix | null {
  if (actions.includes('publish')) return { kind: 'act', action: 'publish' };
  if (actions.includes('activate')) return { kind: 'act', action: 'activate' };
  const over = status === 'cancelled' || status === 'completed' || status === 'archived';
  return over ? { kind: 'page', label: 'newCampaign', to: CAMPAIGN_WIZARD_PATH } : null;
}

function creativeFix(
  { reason }: Gate,
  { id, creatives }: Pick<DiagnosedAdSet, 'id' | 'creatives'>,
  campaign: Pick<Campaign, 'id'>,
): GateFix {
  const open = (status: string, path: (creativeId: number) => string): GateFix => {
    const found = creatives.find((creative) => creative.status === status);
    return { kind: 'page', label: 'openCreative', to: found === undefined ? CREATIVES_PATH : path(found.id) };
  };
  if (reason === 'creative_paused') return open('paused', creativePath);
  if (reason === 'creative_pending') return open('pending', creativePath);
  if (reason === 'creative_rejected') return open('rejected', creativeEditPath);
  return { kind: 'page', label: 'createCreative', to: creativeForAdSetPath(campaign.id, id) };
}
