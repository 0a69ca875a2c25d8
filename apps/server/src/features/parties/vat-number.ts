import { normalVatNumber, vatPrefix } from '@placard/domain/billing/party';
import { checkVAT, countries } from 'jsvat';

/**
 * A VAT number as documents write it; null where there is none, `invalid` where the country's rules of form and check
 * digits say that it can't be one. Countries outside the EU are not checked. Whether it is in force, only the tax offices know.
 */
export function checkedVatNumber(country: string, text: string): string | null | 'invalid' {
  const number = normalVatNumber(country, text);
  const prefix = vatPrefix(country);
  if (number === null || prefix === null) return number;
  const own = countries.filter((each) => each.codes.includes(country));
  return checkVAT(number, own).isValid ? number : 'invalid';
}
