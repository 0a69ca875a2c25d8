import { isTimeZone } from '@placard/domain/account/rules';
import { TOTP_REQUIREMENTS } from '@placard/domain/account/two-factor';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { get, put } from './route.ts';
import { data, dollars, issue, nameOf, version } from './scalars.ts';

export const networkSettings = z.object({
  networkName: nameOf(100),
  currency: z.string().regex(/^[A-Z]{3}$/, issue('currency_invalid')),
  timeZone: z.string().refine(isTimeZone, issue('time_zone_unknown')),
  publisherSharePercent: z
    .number()
    .min(0, issue('percent_invalid'))
    .max(100, issue('percent_invalid'))
    .multipleOf(0.01, issue('percent_invalid')),
  cpm: dollars.refine((value) => value > 0, issue('amount_too_small')),
  cpc: dollars.refine((value) => value > 0, issue('amount_too_small')),
  minPayout: dollars.refine((value) => value >= 0, issue('amount_too_small')),
  lowBalance: dollars.refine((value) => value >= 0, issue('amount_too_small')),
  minDeposit: dollars.refine((value) => value > 0, issue('amount_too_small')),
  bankTransferDetails: z.string().max(2_000, issue('text_too_long')),
  /** Of whom two-factor sign-in is required. */
  totpRequired: z.enum(TOTP_REQUIREMENTS),
});

const tags = ['Operator'];

export const settingsContract = {
  settings: operatorOperation
    .route(get('/operator/settings', tags, 'Rate card and settings'))
    .output(data(networkSettings.extend({ version }))),
  updateSettings: operatorOperation
    .route(put('/operator/settings', tags, 'Change rate card and settings; decided prices stay'))
    .input(networkSettings.extend({ version }))
    .output(data(networkSettings.extend({ version }))),
};
