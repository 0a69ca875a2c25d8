import type { Micros } from '../micros.ts';

export const PAYMENT_TYPES = ['bank_account', 'paypal'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const PAYOUT_METHODS = ['paypal', 'bank_transfer'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

export function methodOf(type: PaymentType): PayoutMethod {
  return type === 'paypal' ? 'paypal' : 'bank_transfer';
}

/** The least that a publisher may want at once, in dollars. */
export const MIN_PAYOUT_MAX_DOLLARS = 1_000_000;

/** A bank account as it was typed and normalized; what a country does not use stays empty. */
export type BankDetails = {
  readonly accountName: string;
  readonly accountNumber: string;
  readonly bankName: string;
  readonly swiftCode: string;
  readonly routingNumber: string;
  readonly iban: string;
  readonly bankAddress: string;
};
export type PaypalDetails = { readonly paypalEmail: string };
export type PaymentDetails = BankDetails | PaypalDetails;

/**
 * People group such numbers with blanks, dots and dashes, and copy marks of direction and wide figures along with them;
 * the plain letters and figures alone are kept, letters in capitals.
 */
export function compactNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s.\p{Pd}\p{Cf}\u2212]/gu, '')
    .toUpperCase();
}

/** Invoices and banks write `IBAN:` before it. */
export function compactIban(text: string): string {
  return compactNumber(text).replace(/^IBAN:?/, '');
}

/** IBAN's form and its check digits (ISO 13616, mod 97 = 1). Which length a country has is the server's to say. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** SWIFT or BIC (ISO 9362): bank, country, place and, if it is one, branch. */
export function isSwiftCode(text: string): boolean {
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
}

const ROUTING_WEIGHTS = [3, 7, 1];

/** Routing number of a bank of the United States: nine digits, weighted 3, 7, 1, that sum to a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false;
  let sum = 0;
  for (const [index, digit] of [...text].entries()) sum += Number(digit) * (ROUTING_WEIGHTS[index % 3] ?? 0);
  return sum % 10 === 0;
}

/** Letters and figures as banks give them; national numbers have at most 34 like the IBAN that holds them. */
export function isAccountNumber(text: string): boolean {
  return /^[A-Z0-9]{4,34}$/.test(text);
}

export type BankIssueCode =
  | 'account_name_required'
  | 'bank_name_required'
  | 'account_or_iban_required'
  | 'account_number_invalid'
  | 'iban_invalid'
  | 'swift_invalid'
  | 'swift_iban_country'
  | 'routing_number_invalid'
  | 'routing_or_swift_required';

type BankIssue = { readonly field: keyof BankDetails; readonly code: BankIssueCode };

/**
 * All rules that a bank account breaks. An IBAN says everything; an account number alone needs the bank's routing
 * number or SWIFT code, or nobody could tell where it is.
 */
export function bankIssues(details: BankDetails): BankIssue[] {
  const { accountNumber, iban, routingNumber, swiftCode } = details;
  const issues: BankIssue[] = [];
  const add = (field: keyof BankDetails, code: BankIssueCode) => issues.push({ field, code });
  if (details.accountName === '') add('accountName', 'account_name_required');
  if (details.bankName === '') add('bankName', 'bank_name_required');
  if (iban === '' && accountNumber === '') add('iban', 'account_or_iban_required');
  if (accountNumber !== '' && !isAccountNumber(accountNumber)) add('accountNumber', 'account_number_invalid');
  if (iban !== '' && !isIban(iban)) add('iban', 'iban_invalid');
  if (routingNumber !== '' && !isRoutingNumber(routingNumber)) add('routingNumber', 'routing_number_invalid');
  if (swiftCode !== '' && !isSwiftCode(swiftCode)) add('swiftCode', 'swift_invalid');
  else if (iban !== '' && swiftCode !== '' && !sameCountry(iban, swiftCode)) {
    add('swiftCode', 'swift_iban_country');
  }
  if (iban === '' && accountNumber !== '' && routingNumber === '' && swiftCode === '') {
    add('swiftCode', 'routing_or_swift_required');
  }
  return issues;
}

/** The account that a network pays from, by SEPA: the BIC may be left out. */
export type DebtorAccount = { readonly accountName: string; readonly iban: string; readonly bic: string };

type DebtorIssue = { readonly field: keyof DebtorAccount; readonly code: BankIssueCode | 'required' };

export function debtorIssues({ accountName, iban, bic }: DebtorAccount): DebtorIssue[] {
  const issues: DebtorIssue[] = [];
  if (accountName === '') issues.push({ field: 'accountName', code: 'account_name_required' });
  if (iban === '') issues.push({ field: 'iban', code: 'required' });
  else if (!isIban(iban)) issues.push({ field: 'iban', code: 'iban_invalid' });
  if (bic !== '' && !isSwiftCode(bic)) issues.push({ field: 'bic', code: 'swift_invalid' });
  else if (bic !== '' && iban !== '' && !sameCountry(iban, bic)) {
    issues.push({ field: 'bic', code: 'swift_iban_country' });
  }
  return issues;
}

/** Banks of these places use the SWIFT country of the state they belong to. */
const SWIFT_COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  GB: ['GB', 'GG', 'JE', 'IM'],
  FR: ['FR', 'GF', 'GP', 'MQ', 'RE', 'PF', 'TF', 'YT', 'NC', 'BL', 'MF', 'PM', 'WF', 'MC'],
};

function sameCountry(iban: string, swiftCode: string): boolean {
  const country = iban.slice(0, 2);
  return (SWIFT_COUNTRIES[country] ?? [country]).includes(swiftCode.slice(4, 6));
}

/** Of a bank account, as they are read; it has some of them. */
export const BANK_FIELDS = [
  'accountName',
  'bankName',
  'iban',
  'accountNumber',
  'routingNumber',
  'swiftCode',
  'bankAddress',
] as const;
/** Of what somebody is paid to: a PayPal account has the first. */
export const PAYMENT_FIELDS = ['paypalEmail', ...BANK_FIELDS] as const;
/** What may be shown of them; empty ones are left out. */
export type MaskedDetails = { readonly [Field in (typeof PAYMENT_FIELDS)[number]]?: string };
export type MaskedDebtor = Pick<DebtorAccount, 'accountName' | 'iban'> & {
  readonly bic?: string | undefined;
};

const MASK = '••••';

/** `•••• 4321`; of a short text less is shown, so that never more than half of it is. */
export function maskedEnd(text: string): string {
  if (text === '') return '';
  const shown = Math.min(4, Math.floor(text.length / 2));
  return shown === 0 ? MASK : `${MASK} ${text.slice(-shown)}`;
}

/** `a•••@•••.com` */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const end = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
  return `${email.slice(0, Math.min(1, at))}•••@•••${end}`;
}

/** One line by which its owner tells a profile from the others. */
export function maskedLabel(details: PaymentDetails): string {
  if ('paypalEmail' in details) return maskedEmail(details.paypalEmail);
  return maskedEnd(details.iban === '' ? details.accountNumber : details.iban);
}

/** What applies: the network's smallest payout, or the publisher's own where it is higher. */
export function effectiveMinPayout(networkMicros: Micros, ownMicros: Micros | null): Micros {
  return ownMicros !== null && ownMicros > networkMicros ? ownMicros : networkMicros;
}

/** What can leave: whole cents of what is available, whole units of a currency without cents (`smallestStepMicros`). */
export function withdrawableMicros(availableMicros: Micros, stepMicros: Micros): Micros {
  return availableMicros <= 0n ? 0n : availableMicros - (availableMicros % stepMicros);
}

/** Payouts of one account that wait; more would only hide the real ones from the operator. */
export const MOST_WAITING_PAYOUTS = 20;

/** Withdrawals by the month are requested on the first; a worker that was down then makes up for it until this day. */
export const AUTO_WITHDRAWAL_LAST_DAY = 3;
