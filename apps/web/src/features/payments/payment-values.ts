import type { PaymentProfile } from '@placard/contract/payments';
import { endsWithACent } from '@placard/domain/micros';
import { type Amount, amountOf } from '../../kits/form/amount.ts';

type ProfileType = PaymentProfile['type'];

/** Fields of the profile form, both types side by side: switching the type loses nothing that was typed. */
export type ProfileValues = {
  name: string;
  type: ProfileType;
  /** An edited profile keeps its details unless they are entered anew. */
  replace: boolean;
  accountName: string;
  bankName: string;
  iban: string;
  accountNumber: string;
  routingNumber: string;
  swiftCode: string;
  bankAddress: string;
  paypalEmail: string;
};

export function emptyProfile(profile: PaymentProfile | null): ProfileValues {
  return {
    name: profile?.name ?? '',
    type: profile?.type ?? 'bank_account',
    replace: profile === null,
    accountName: '',
    bankName: '',
    iban: '',
    accountNumber: '',
    routingNumber: '',
    swiftCode: '',
    bankAddress: '',
    paypalEmail: '',
  };
}

export function detailsOf(values: ProfileValues) {
  if (values.type === 'paypal') return { type: 'paypal' as const, paypalEmail: values.paypalEmail };
  const { accountName, bankName, iban, accountNumber, routingNumber, swiftCode, bankAddress } = values;
  return {
    type: 'bank_account' as const,
    accountName,
    bankName,
    iban,
    accountNumber,
    routingNumber,
    swiftCode,
    bankAddress,
  };
}

/** A fault of the server is at `details.iban`, the form's field is `iban`. */
export function profileField(path: string): string {
  return path.replace(/^details\./, '');
}

/** A rule's code, or which bound of this withdrawal it breaks. */
export function withdrawalFault(
  amount: Amount,
  bounds: { readonly min: number; readonly max: number },
): string | 'belowMin' | 'tooMuch' | null {
  const value = amountOf(amount);
  if (value === undefined) return 'required';
  if (value <= 0) return 'amount_too_small';
  if (!endsWithACent(value)) return 'amount_whole_cents';
  if (value < bounds.min) return 'belowMin';
  return value > bounds.max ? 'tooMuch' : null;
}
