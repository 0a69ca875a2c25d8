import type { Micros } from '../micros.ts';
import { addDays, type LocalDay, monthAfter } from '../time-zone.ts';
import { isEuCountry, type Tax, type TaxParty, type TaxRate } from './tax.ts';

/** Who supplies: a publisher, of whom it may not be known whether they trade as a business. */
export type Supplier = TaxParty & { readonly isBusiness: boolean | null };

const UNTAXED: Tax = { treatment: 'untaxed', rateBp: 0 };

/**
 * Which tax is in what a network pays a publisher. Only who has a VAT number charges tax at home: a document that shows tax of
 * somebody who owes none makes them owe it. From abroad a business supplies where the network is: in the EU the network owes
 * the tax itself, elsewhere the supplier's tax does not reach. Of whom nothing is known no tax is shown.
 */
export function selfBillingTax(supplier: Supplier, network: TaxParty, rates: readonly TaxRate[]): Tax {
  if (supplier.country === '' || network.country === '') return UNTAXED;
  if (supplier.country === network.country) {
    const rateBp = rates.find(({ country }) => country === network.country)?.rateBp ?? 0;
    return supplier.vatNumber === null || rateBp === 0 ? UNTAXED : { treatment: 'taxed', rateBp };
  }
  if (supplier.isBusiness !== true && supplier.vatNumber === null) return UNTAXED;
  if (network.vatNumber === null) return UNTAXED;
  return { treatment: isEuCountry(network.country) ? 'reverse_charge' : 'outside', rateBp: 0 };
}

/** What of a closed month can be withdrawn. */
export type EarnedMonth = { readonly month: LocalDay; readonly micros: Micros };

/**
 * First and last day of the months whose earnings a payout pays: what is available is paid in the order in which it was earned.
 * What goes beyond all months (a credit of the network's) belongs to the last of them. Null where no month was closed.
 * @param months oldest first, `month` their first day
 * @param paidMicros what was paid before
 */
export function suppliedIn(
  months: readonly EarnedMonth[],
  paidMicros: Micros,
  amountMicros: Micros,
): { readonly from: LocalDay; readonly to: LocalDay } | null {
  let earned = 0n;
  let first: LocalDay | null = null;
  let last: LocalDay | null = null;
  for (const { month, micros } of months) {
    earned += micros;
    last = month;
    if (first === null && earned > paidMicros) first = month;
    if (earned >= paidMicros + amountMicros) break;
  }
  if (last === null) return null;
  return { from: first ?? last, to: addDays(monthAfter(last), -1) };
}
