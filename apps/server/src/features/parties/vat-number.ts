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
  return checkVAT(number, own).isValid || isNewer(prefix, number) ? number : 'invalid';
}

/** Forms that are given out and that the library does not know. */
function isNewer(prefix: string, number: string): boolean {
  if (!number.startsWith(prefix)) return false;
  // Belgium's begin with 1 as well since those with 0 run out.
  const [, first, check] = /^BE(1\d{7})(\d{2})$/.exec(number) ?? [];
  if (first !== undefined) return 97 - (Number(first) % 97) === Number(check);
  // Ireland's second letter is any of A to I, and counts nine times its place.
  const [, figures = '', letter, second = ''] = /^IE(\d{7})([A-W])([A-I])$/.exec(number) ?? [];
  if (letter === undefined) return false;
  const sum = [...figures].reduce((total, figure, at) => total + Number(figure) * (8 - at), 0);
  return 'WABCDEFGHIJKLMNOPQRSTUV'[(sum + 9 * (second.charCodeAt(0) - 64)) % 23] === letter;
}
