import type { RecordKind } from '../record.ts';
import { recordPath } from '../record-paths.ts';
import type { OperatorChange } from './kinds.ts';

/** What an operator's change was about, where it has a page of its own. */
export const CHANGED_KINDS = ['user', 'account', 'website'] as const satisfies readonly RecordKind[];
export type ChangedRecord = { readonly kind: (typeof CHANGED_KINDS)[number]; readonly id: number };

/** Where what has no page is found. */
const CHANGED_AT: Readonly<Record<OperatorChange, string>> = {
  invite: '/operator/users',
  roles: '/operator/users',
  demote: '/operator/users',
  suspend: '/operator/users',
  reinstate: '/operator/users',
  reset: '/operator/users',
  totp_reset: '/operator/users',
  approval_limit: '/operator/payouts?tab=settings',
  paying_account: '/operator/payouts?tab=settings',
  deposit_account: '/operator/settings',
  publisher_share: '/operator/audit?action=set_share',
  data_export: '/operator/audit?action=request_data',
};

/** Where what an operator changed is found: by its notice, and by its mail. @param record notices of before have none */
export function changePath(change: OperatorChange, record: ChangedRecord | null): string {
  return record === null ? CHANGED_AT[change] : recordPath(record.kind, record.id);
}
