import type { WaitKind } from '@placard/contract/homes';
import type { AlarmKind } from '@placard/domain/home/alarms';

type Place = { readonly to: string; readonly search?: Readonly<Record<string, string>> };

const REPORT: Place = { to: '/operator/report' };
const HEALTH: Place = { to: '/operator/health' };
const RECONCILIATION: Place = { to: '/operator/reconciliation' };

/** Where each alarm is looked at. */
export const ALARM_PLACES: Readonly<Record<AlarmKind, Place>> = {
  books_differ: RECONCILIATION,
  books_unchecked: RECONCILIATION,
  settlement_behind: HEALTH,
  delivery_silent: HEALTH,
  disk_low: HEALTH,
  spool_full: HEALTH,
  latency_high: HEALTH,
  fill_low: REPORT,
  filtered_high: { to: '/operator/filtered' },
  over_delivered: HEALTH,
  month_open: { to: '/operator/payouts', search: { tab: 'closings', show: 'exceptions' } },
  reports_behind: REPORT,
  mail_stuck: { to: '/operator/mails', search: { state: 'unsent' } },
  wallets_empty: { to: '/operator/campaigns', search: { limitedBy: 'wallet_empty' } },
};

const REVIEWS = '/operator/reviews';
const PAYOUTS = '/operator/payouts';

/** The list that shows what waits and nothing else. */
export const WAIT_PLACES: Readonly<Record<WaitKind, Place>> = {
  campaign: { to: REVIEWS, search: { kind: 'campaign' } },
  creative: { to: REVIEWS, search: { kind: 'creative' } },
  website: { to: REVIEWS, search: { kind: 'website' } },
  reported_ad: { to: REVIEWS, search: { kind: 'creative' } },
  appeal: { to: REVIEWS, search: { kind: 'appeal' } },
  dispute: { to: '/operator/deposits', search: { contested: 'answer' } },
  deposit: { to: '/operator/deposits', search: { status: 'pending' } },
  payout_decision: { to: PAYOUTS, search: { status: 'pending' } },
  correction: { to: '/operator/corrections', search: { status: 'pending' } },
  payout_transfer: { to: PAYOUTS, search: { status: 'processing' } },
  sign_up: { to: '/operator/users' },
};
