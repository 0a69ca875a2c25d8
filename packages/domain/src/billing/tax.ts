import { BASIS_POINTS_WHOLE, type BasisPoints } from '../basis-points.ts';

/** ISO 3166-1 codes of the member states of the European Union, one area of value added tax. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const IN_EU = new Set(EU_COUNTRIES);

export function isEuCountry(country: string): boolean {
  return IN_EU.has(country);
}

/** More than any country takes: 50 %. */
export const MAX_TAX_BP: BasisPoints = 5_000;

export const MAX_TAX_RATES = 60;

export type TaxRate = { readonly country: string; readonly rateBp: BasisPoints };

/** Where somebody does business, as documents name it. Empty: not known; null: none was given. */
export type TaxParty = { readonly country: string; readonly vatNumber: string | null };

/**
 * `untaxed`: the network has set no rate, nothing is said of tax. `taxed`: what was charged contains tax of the rate.
 * `reverse_charge`: a business in another country of the EU owes it there. `outside`: the buyer is where the seller's
 * tax does not reach.
 */
export type TaxTreatment = 'untaxed' | 'taxed' | 'reverse_charge' | 'outside';
export type Tax = { readonly treatment: TaxTreatment; readonly rateBp: BasisPoints };

const UNTAXED: Tax = { treatment: 'untaxed', rateBp: 0 };

/** Which tax is in what a buyer was charged. A buyer of whom no country is known is taken for one of the seller's. */
export function taxOf(seller: TaxParty, buyer: TaxParty, rates: readonly TaxRate[]): Tax {
  if (seller.country === '') return UNTAXED;
  const country = buyer.country === '' ? seller.country : buyer.country;
  const abroad = country !== seller.country;
  const bothInEu = IN_EU.has(country) && IN_EU.has(seller.country);
  if (abroad && bothInEu && buyer.vatNumber !== null && seller.vatNumber !== null) {
    return { treatment: 'reverse_charge', rateBp: 0 };
  }
  const rateOf = (code: string) => rates.find((rate) => rate.country === code)?.rateBp ?? 0;
  // Who is no business pays the seller's rate elsewhere in the EU, unless the operator has set that country's.
  const rateBp = rateOf(country) || (bothInEu ? rateOf(seller.country) : 0);
  if (rateBp > 0) return { treatment: 'taxed', rateBp };
  const taxesAtHome = rateOf(seller.country) > 0 || seller.vatNumber !== null;
  return abroad && !bothInEu && taxesAtHome ? { treatment: 'outside', rateBp: 0 } : UNTAXED;
}

/**
 * The tax that a total contains, in cents: total × rate / (1 + rate), rounded once, half a cent away from zero. It is
 * the only rounding of tax there is; the net amount is the rest, so that both always make the total, and what is
 * taken back has the tax that it had.
 */
export function taxWithin(totalCents: bigint, rateBp: BasisPoints): bigint {
  const rate = BigInt(rateBp);
  const whole = BigInt(BASIS_POINTS_WHOLE) + rate;
  const amount = totalCents < 0n ? -totalCents : totalCents;
  const tax = (2n * amount * rate + whole) / (2n * whole);
  return totalCents < 0n ? -tax : tax;
}

/**
 * Net amounts of a document's lines. Each is the difference of two running sums without their tax, so that the lines
 * add up to the net total of the document and none is a cent or more off its own.
 */
export function netLines(cents: readonly bigint[], rateBp: BasisPoints): bigint[] {
  let running = 0n;
  const net = (total: bigint) => total - taxWithin(total, rateBp);
  return cents.map((line) => {
    const before = net(running);
    running += line;
    return net(running) - before;
  });
}
