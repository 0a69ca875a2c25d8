import type { CheckResult } from '@placard/contract/reconciliation';

type Difference = CheckResult['differences'][number];
export type Place = { readonly to: string; readonly search?: Readonly<Record<string, string>> };

/** Where what differs is looked at; null: the books alone know it, or it has no record. */
export function placeOf({ subject, label, id }: Difference): Place | null {
  if (id === 0) return null;
  switch (subject) {
    case 'ledger':
    case 'transaction':
    case 'account':
      return null;
    case 'advertiser':
    case 'publisher':
      return { to: `/operator/accounts/${id}` };
    case 'campaign':
      return { to: `/operator/campaigns/${id}` };
    case 'report_line':
      return { to: '/operator/report' };
    case 'deposit':
      return { to: `/operator/deposits/${id}` };
    case 'correction':
      return { to: '/operator/corrections', search: { search: label.slice(0, 200) } };
    case 'payout':
      return { to: `/operator/payouts/${id}` };
    case 'payout_export':
      return { to: '/operator/payouts', search: { tab: 'exports' } };
  }
}
