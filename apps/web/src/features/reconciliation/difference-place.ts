import type { CheckResult } from '@placard/contract/reconciliation';

type Difference = CheckResult['differences'][number];
export type Place = { readonly to: string; readonly search?: Readonly<Record<string, string>> };

/** Where what differs is looked at; null: the books alone know it. */
export function placeOf({ subject, label, id }: Difference): Place | null {
  switch (subject) {
    case 'ledger':
    case 'transaction':
    case 'account':
      return null;
    case 'advertiser':
    case 'publisher':
      // A month stands before the address.
      return { to: '/operator/users', search: { search: label.split(' ').at(-1) ?? '' } };
    case 'campaign':
    case 'report_line':
      return { to: '/operator/report' };
    case 'deposit':
      return { to: '/operator/deposits', search: { search: label } };
    case 'correction':
      return { to: '/operator/corrections', search: { search: label.slice(0, 200) } };
    case 'payout':
      return { to: '/operator/payouts', search: { search: `PO-${id}` } };
    case 'payout_export':
      return { to: '/operator/payouts', search: { tab: 'exports' } };
  }
}
