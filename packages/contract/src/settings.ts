import { isTimeZone } from '@placard/domain/account/rules';
import { SIGN_UP_MODES } from '@placard/domain/account/sign-up';
import { STEP_UP_REQUIREMENTS } from '@placard/domain/account/step-up';
import { TOTP_REQUIREMENTS } from '@placard/domain/account/two-factor';
import { PARTY_NAME_LENGTH, REGISTRATION_LENGTH } from '@placard/domain/billing/party';
import { MAX_TAX_BP, MAX_TAX_RATES } from '@placard/domain/billing/tax';
import { typedAddress } from '@placard/domain/one-line';
import { SIGNING_KEY_RENEWALS, SIGNING_KEYS_MOST } from '@placard/domain/signing-key-renewal';
import { withSmallScheme } from '@placard/domain/small-scheme';
import { z } from 'zod';
import { country, postalAddress, vatNumber } from './billing-details.ts';
import { operatorOperation, operatorStepUpOperation } from './operation.ts';
import { REJECTION_CODES } from './reviews.ts';
import { get, post, put } from './route.ts';
import { data, dollars, id, instant, issue, nameOf, oneLine, price, version } from './scalars.ts';

const taxPercent = z
  .number()
  .min(0.01, issue('tax_rate_invalid'))
  .max(MAX_TAX_BP / 100, issue('tax_rate_invalid'))
  .multipleOf(0.01, issue('tax_rate_invalid'));

export const networkSettings = z.object({
  networkName: nameOf(100),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, issue('currency_invalid')),
  timeZone: z.string().refine(isTimeZone, issue('time_zone_unknown')),
  publisherSharePercent: z
    .number()
    .min(0, issue('percent_invalid'))
    .max(100, issue('percent_invalid'))
    .multipleOf(0.01, issue('percent_invalid')),
  cpm: price,
  cpc: price,
  minPayout: dollars.refine((value) => value >= 0, issue('amount_too_small')),
  lowBalance: dollars.refine((value) => value >= 0, issue('amount_too_small')),
  minDeposit: dollars.refine((value) => value > 0, issue('amount_too_small')),
  bankTransferDetails: z.string().max(2_000),
  /** Who sells, as documents name it; empty: they name the network alone. */
  sellerName: oneLine(PARTY_NAME_LENGTH),
  sellerAddress: z.union([z.literal(''), postalAddress]),
  sellerCountry: z.union([z.literal(''), country]),
  /** In the register of companies, or with the tax office. */
  sellerRegistration: oneLine(REGISTRATION_LENGTH),
  sellerVatNumber: vatNumber,
  /** Which tax is in what buyers of a country are charged; none: documents say nothing of tax. */
  taxRates: z
    .array(z.object({ country, percent: taxPercent }))
    .max(MAX_TAX_RATES, issue('tax_rates_too_many'))
    .superRefine((rates, context) => {
      const seen = new Set<string>();
      for (const [index, { country: code }] of rates.entries()) {
        if (seen.has(code)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'country'],
            message: issue('tax_country_repeated'),
          });
        }
        seen.add(code);
      }
    }),
  /** Who may make an account without being invited. */
  signUp: z.enum(SIGN_UP_MODES),
  /** What is accepted with it; empty: nothing. */
  termsUrl: z
    .string()
    .overwrite(typedAddress)
    .pipe(
      z.union([
        z.literal(''),
        z
          .url({ protocol: /^https?$/, error: issue('terms_url_invalid') })
          .max(500)
          .overwrite(withSmallScheme),
      ]),
    ),
  /** Of whom two-factor sign-in is required. */
  totpRequired: z.enum(TOTP_REQUIREMENTS),
  /** Who is asked again who they are before money moves. */
  stepUp: z.enum(STEP_UP_REQUIREMENTS),
  /** How often another key begins to sign ads and links by itself. */
  signingKeyRenewal: z.enum(SIGNING_KEY_RENEWALS),
  /** Of what trusted accounts bring live unseen, so much is looked at afterwards. */
  reviewSamplePercent: z
    .number()
    .min(0, issue('percent_invalid'))
    .max(100, issue('percent_invalid'))
    .multipleOf(0.01, issue('percent_invalid')),
  /** What a rejection for each reason begins with; empty: nothing. */
  rejectionTemplates: z.record(z.enum(REJECTION_CODES), z.string().trim().max(1_000)),
});

/** Newest first. None ever stops checking what it signed: addresses that stand in other ad servers have no end. */
export const signingKeys = z.object({
  items: z.array(z.object({ id, signsFrom: instant, state: z.enum(['waits', 'signs', 'checks']) })),
  /** With which day of UTC the next one begins by itself; null: none does. */
  renewsFrom: instant.nullable(),
  /** How many more can be made. */
  keysLeft: z.number().int().min(0).max(SIGNING_KEYS_MOST),
});

const tags = ['Operator'];

export const settingsContract = {
  settings: operatorOperation
    .route(get('/operator/settings', tags, 'Rate card and settings'))
    .output(data(networkSettings.extend({ version }))),
  updateSettings: operatorStepUpOperation
    .route(put('/operator/settings', tags, 'Change rate card and settings; decided prices stay'))
    .input(networkSettings.extend({ version }))
    .output(data(networkSettings.extend({ version }))),
  signingKeys: operatorOperation
    .route(get('/operator/signing-keys', tags, 'Keys that sign decisions and links, newest first'))
    .output(data(signingKeys)),
  renewSigningKey: operatorStepUpOperation
    .route(
      post(
        '/operator/signing-keys',
        tags,
        'Make another key that signs decisions and links from the next day of UTC on; what was signed before holds',
      ),
    )
    .output(data(z.object({ id, signsFrom: instant }))),
};
