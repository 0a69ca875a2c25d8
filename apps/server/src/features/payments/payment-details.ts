import type { TypedPaymentDetails } from '@placard/contract/payments';
import type { Secrets } from '@placard/db/secrets/secrets';
import { type MaskedDetails, maskedEmail, maskedEnd, maskedLabel } from '@placard/domain/payout/rules';
import { isValidBIC, isValidIBAN } from 'ibantools';
import { invalidInput, issueAt } from '../../api/app-error.ts';

/**
 * Sealed details belong to a publisher, not to a row: a payout's snapshot is a copy of the profile's sealed bytes, so
 * whoever asks for a payout, the monthly job included, needs no key and never holds them in clear text.
 */
export function detailsContext(publisherId: number): string {
  return `payment details of ${publisherId}`;
}

export function sealDetails(secrets: Secrets, publisherId: number, details: TypedPaymentDetails): Buffer {
  return secrets.seal(JSON.stringify(details), detailsContext(publisherId));
}

/** @throws Error when it was sealed for somebody else or with another installation's key. */
export function openDetails(secrets: Secrets, publisherId: number, sealed: Buffer): TypedPaymentDetails {
  // Only what passed the contract's schema was sealed, and a sealed value that was changed does not open.
  return JSON.parse(secrets.open(sealed, detailsContext(publisherId))) as TypedPaymentDetails;
}

/** Rules that need tables of all countries, too heavy for a browser. @throws AppError `invalid_input`. */
export function checkBankTables(details: TypedPaymentDetails): void {
  if (details.type !== 'bank_account') return;
  const issues = [];
  if (details.iban !== '' && !isValidIBAN(details.iban)) issues.push(issueAt('details.iban', 'iban_invalid'));
  if (details.swiftCode !== '' && !isValidBIC(details.swiftCode)) {
    issues.push(issueAt('details.swiftCode', 'swift_invalid'));
  }
  if (issues.length > 0) throw invalidInput(...issues);
}

/** What may be kept and shown in the clear. The bank's name is no secret and tells accounts apart. */
export function maskedFields(details: TypedPaymentDetails): MaskedDetails {
  const fields: MaskedDetails =
    details.type === 'paypal'
      ? { paypalEmail: maskedEmail(details.paypalEmail) }
      : {
          accountName: maskedName(details.accountName),
          bankName: details.bankName,
          iban: details.iban === '' ? '' : `${details.iban.slice(0, 2)} ${maskedEnd(details.iban)}`,
          accountNumber: maskedEnd(details.accountNumber),
          routingNumber: maskedEnd(details.routingNumber),
          swiftCode: details.swiftCode === '' ? '' : '••••',
          bankAddress: details.bankAddress === '' ? '' : '••••',
        };
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
}

/** `A••• B•••` */
function maskedName(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}•••`)
    .join(' ');
}

/** `First Bank •••• 3000` */
export function destinationOf(details: TypedPaymentDetails): string {
  const label = maskedLabel(details);
  return details.type === 'paypal' ? label : `${details.bankName} ${label}`;
}
