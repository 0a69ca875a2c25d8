import { isOneLine } from '../one-line.ts';
import { EU_COUNTRIES } from './tax.ts';

export const PARTY_NAME_LENGTH = 200;
export const REGISTRATION_LENGTH = 60;
export const VAT_NUMBER_LENGTH = 30;
export const ADDRESS_LENGTH = 400;
export const ADDRESS_LINES = 6;

/** Who sells or buys, as a document names it when it is issued: later changes change no document. */
export type Party = {
  readonly name: string;
  /** Lines without the country. */
  readonly address: string;
  /** ISO 3166-1; empty: not known. */
  readonly country: string;
  readonly vatNumber: string | null;
  readonly registrationNumber: string | null;
};

/** The lines of a postal address without what is empty, each without the spaces around it. */
export function addressLines(address: string): string[] {
  return address
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Lines that show all that is in them, and not more than a document has room for. */
export function isAddress(address: string): boolean {
  const lines = addressLines(address);
  return lines.length <= ADDRESS_LINES && lines.every(isOneLine);
}

/** By which letters a country's VAT numbers begin, where they have any: those of the EU, and Greece has its own. */
export function vatPrefix(country: string): string | null {
  if (!EU_COUNTRIES.includes(country)) return null;
  return country === 'GR' ? 'EL' : country;
}

/** What was typed or copied as a VAT number, without marks that cannot be seen and with wide figures as plain ones. */
export function typedVatNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/**
 * A VAT number as it is written officially: in the EU capitals and figures without spaces or signs, with the letters
 * of its country, which many leave out. With those of another country it stays that one's. Elsewhere as it was given.
 * Empty: none.
 */
export function normalVatNumber(country: string, text: string): string | null {
  const given = typedVatNumber(text);
  if (given === '') return null;
  const prefix = vatPrefix(country);
  if (prefix === null) return given;
  const plain = given
    .toUpperCase()
    .replace(/[\s.\p{Pd}/]/gu, '')
    .replace(/^GR(?=\d{9}$)/, 'EL');
  return EU_COUNTRIES.some((code) => plain.startsWith(vatPrefix(code) ?? code)) ? plain : `${prefix}${plain}`;
}

export type SellerFields = {
  readonly sellerName: string;
  readonly sellerAddress: string;
  readonly sellerCountry: string;
  readonly sellerRegistration: string;
  readonly sellerVatNumber: string;
  readonly taxRates: readonly unknown[];
};

const WHOLE = ['sellerName', 'sellerAddress', 'sellerCountry'] as const;

/** Documents name the seller with name, address and country, or by the network's name alone, and then nothing of tax. */
export function missingOfSeller(seller: SellerFields): (typeof WHOLE)[number][] {
  const said = [...WHOLE, 'sellerRegistration', 'sellerVatNumber'] as const;
  const nothing = seller.taxRates.length === 0 && said.every((field) => seller[field].trim() === '');
  return nothing ? [] : WHOLE.filter((field) => seller[field].trim() === '');
}
