import {
  ADDRESS_LENGTH,
  isAddress,
  PARTY_NAME_LENGTH,
  REGISTRATION_LENGTH,
  typedVatNumber,
  VAT_NUMBER_LENGTH,
} from '@placard/domain/billing/party';
import { isOneLine } from '@placard/domain/one-line';
import { isCountryCode } from '@placard/domain/targeting/places';
import { z } from 'zod';
import { accountMoneyOperation, signedInOperation } from './operation.ts';
import { get, put } from './route.ts';
import { absent, data, issue, nameOf, oneLine } from './scalars.ts';

/** ISO 3166-1, two letters. */
export const country = z
  .string(absent('country_required'))
  .min(1, issue('country_required'))
  .refine(isCountryCode, issue('country_unknown'));

/** Lines without the country. */
export const postalAddress = z
  .string(absent('address_required'))
  .trim()
  .min(1, issue('address_required'))
  .max(ADDRESS_LENGTH)
  .refine(isAddress, issue('address_too_long'));

/** Of countries of the EU checked by their rules, with or without the letters of the country. Empty: none. */
export const vatNumber = z
  .string()
  .overwrite(typedVatNumber)
  .max(VAT_NUMBER_LENGTH)
  .refine(isOneLine, issue('hidden_characters'));

/** How an account is named on documents: as buyer on invoices, as seller on what pays a publisher. */
export const billingDetailsInput = z.object({
  name: nameOf(PARTY_NAME_LENGTH),
  address: postalAddress,
  country,
  vatNumber,
  /** In the register of companies, or with the tax office. Empty: none. */
  registrationNumber: oneLine(REGISTRATION_LENGTH),
  /** Whether it trades as a business, which tax is judged by; null: not said. */
  isBusiness: z.boolean().nullable().default(null),
});

const billingDetails = z.object({
  name: z.string(),
  address: z.string(),
  country: z.string(),
  vatNumber: z.string(),
  registrationNumber: z.string(),
  isBusiness: z.boolean().nullable(),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** Counts changes; 0 while nothing was entered. */
const detailsVersion = z.number().int().min(0);
const answer = data(z.object({ details: billingDetails.nullable(), version: detailsVersion }));

const tags = ['Account'];

export const billingDetailsContract = {
  read: signedInOperation
    .route(get('/auth/billing-details', tags, 'How the account is named on documents'))
    .output(answer),
  save: accountMoneyOperation
    .route(put('/auth/billing-details', tags, 'How documents name the account that are issued from now on'))
    .input(billingDetailsInput.extend({ version: detailsVersion }))
    .output(answer),
};
