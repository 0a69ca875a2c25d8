import { signingKeyContext } from '@placard/db/secrets/signing-keys';
import { viewerSaltContext } from '@placard/db/secrets/viewer-salts';
import { totpContext } from '../../auth/totp.ts';
import { mailContext } from '../../mail/outbox.ts';
import { exportContext } from '../payments/export-payouts.ts';
import { detailsContext } from '../payments/payment-details.ts';
import { DEBTOR_CONTEXT } from '../payments/payout-settings.ts';
import { secretContext } from '../webhooks/signing.ts';

export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** SQL of a whole number that names the row. */
  readonly id: string;
  /** SQL of what the context is made of, as text. */
  readonly owner: string;
  readonly context: (owner: string | null) => string;
};

const byNumber = (context: (id: number) => string) => (owner: string | null) => context(Number(owner));

/**
 * Everything that the installation's key seals in the database, in the order in which it is sealed anew: payouts copy the
 * profile's bytes, and keys that sign come last, since processes look whether theirs opens these.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...['totp_secret_sealed', 'totp_pending_sealed'].map((column) => ({
    ...{ table: 'app_user', column, id: 'id', owner: 'id' },
    context: byNumber(totpContext),
  })),
  {
    ...{ table: 'mail_outbox', column: 'sealed', id: 'id', owner: 'to_email' },
    context: (to) => mailContext(to ?? ''),
  },
  ...['payment_profile', 'payout'].map((table) => ({
    ...{ table, column: 'details_sealed', id: 'id', owner: 'publisher_id' },
    context: byNumber(detailsContext),
  })),
  {
    ...{ table: 'payout_settings', column: 'debtor_sealed', id: '1', owner: 'null' },
    context: () => DEBTOR_CONTEXT,
  },
  {
    ...{ table: 'payout_export', column: 'file_sealed', id: 'id', owner: 'message_id' },
    context: (messageId) => exportContext(messageId ?? ''),
  },
  ...['secret_sealed', 'previous_secret_sealed'].map((column) => ({
    ...{ table: 'webhook_endpoint', column, id: 'id', owner: 'account_id' },
    context: (owner: string | null) => secretContext(owner === null ? null : Number(owner)),
  })),
  {
    ...{ table: 'viewer_salt', column: 'salt_sealed', id: "(day - date '1970-01-01')", owner: 'day' },
    context: (day) => viewerSaltContext(day ?? ''),
  },
  {
    ...{ table: 'signing_key', column: 'secret_sealed', id: 'id', owner: 'id' },
    context: byNumber(signingKeyContext),
  },
];
