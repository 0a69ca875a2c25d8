import { endsWithACent } from '@placard/domain/micros';
import { isPlainText, typedAddress } from '@placard/domain/one-line';
import {
  bankIssues,
  compactIban,
  compactNumber,
  MIN_PAYOUT_MAX_DOLLARS,
  PAYMENT_FIELDS,
  PAYMENT_TYPES,
  PAYOUT_METHODS,
} from '@placard/domain/payout/rules';
import { PAYOUT_STATUSES } from '@placard/domain/payout/status';
import { z } from 'zod';
import {
  publisherMoneyOperation,
  publisherPayeeCreation,
  publisherPayeeOperation,
  publisherPayeeReading,
  publisherPaymentOperation,
  publisherWithdrawalOperation,
} from './operation.ts';
import { get, post, put, remove } from './route.ts';
import {
  absent,
  calendarMonth,
  calendarYear,
  csvFile,
  data,
  day,
  dollars,
  done,
  id,
  instant,
  issue,
  listOf,
  listQuery,
  logOf,
  logQuery,
  nameOf,
  oneLine,
  pdfFile,
  version,
} from './scalars.ts';

export const payout = z.object({
  id,
  /** As it is shown and searched for: `PO-17`. */
  paymentId: z.string(),
  /** What leaves the balance. */
  amount: z.number(),
  /** Of the amount, as tax, at the rate of when it was asked for. */
  withholdingPercent: z.number(),
  withheld: z.number(),
  /** What is paid: the amount without what is withheld. */
  net: z.number(),
  currency: z.string(),
  method: z.enum(PAYOUT_METHODS),
  /** Where it goes, masked: `First Bank •••• 3000`. */
  destination: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  automatic: z.boolean(),
  requestedAt: instant,
  completedAt: instant.nullable(),
  /** Why it failed or was rejected. */
  reason: z.string().nullable(),
  /** Its publisher took it back: `rejected` without a reason. */
  cancelled: z.boolean(),
});
export type Payout = z.infer<typeof payout>;

/** Whole cents: banks and PayPal move nothing smaller. */
export const withdrawalAmount = dollars
  .refine((value) => value > 0, issue('amount_too_small'))
  .refine(endsWithACent, issue('amount_whole_cents'));

const number = z.string().max(60).transform(compactNumber);
const ibanText = z.string().max(60).transform(compactIban);

const bankDetails = z
  .object({
    type: z.literal('bank_account'),
    accountName: oneLine(140, 'account_name_required'),
    bankName: oneLine(140, 'bank_name_required'),
    accountNumber: number.default(''),
    swiftCode: number.default(''),
    routingNumber: number.default(''),
    iban: ibanText.default(''),
    bankAddress: z.string().trim().max(500).refine(isPlainText, issue('unseen_characters')).default(''),
  })
  .superRefine((value, context) => {
    for (const { field, code } of bankIssues(value)) {
      context.addIssue({ code: 'custom', path: [field], message: issue(code) });
    }
  });

const paypalDetails = z.object({
  type: z.literal('paypal'),
  paypalEmail: z
    .string(absent('paypal_email_required'))
    .overwrite(typedAddress)
    .min(1, issue('paypal_email_required'))
    .max(127, issue('email_invalid'))
    .pipe(z.email(issue('email_invalid')))
    .transform((value) => value.toLowerCase()),
});

const paymentDetails = z.discriminatedUnion('type', [bankDetails, paypalDetails]);
export type TypedPaymentDetails = z.output<typeof paymentDetails>;

const profileName = nameOf(100, 'profile_name_required');

export const newPaymentProfile = z.object({ name: profileName, details: paymentDetails });
/** Without details the saved ones stay: they are never sent back to be sent again. */
export const paymentProfileChange = z.object({
  id,
  version,
  name: profileName,
  details: paymentDetails.optional(),
});

const paymentProfile = z.object({
  id,
  version,
  name: z.string(),
  type: z.enum(PAYMENT_TYPES),
  isDefault: z.boolean(),
  createdAt: instant,
  /** What may be shown of the details, field → masked text; empty fields are left out. */
  masked: z.partialRecord(z.enum(PAYMENT_FIELDS), z.string()),
  label: z.string(),
});
export type PaymentProfile = z.infer<typeof paymentProfile>;

const paymentSettings = z.object({
  version: z.number().int().nonnegative(),
  /** The publisher's own; null: the network's applies. */
  minPayout: z.number().nullable(),
  networkMinPayout: z.number(),
  autoWithdrawal: z.boolean(),
  currency: z.string(),
  preferredProfile: paymentProfile.nullable(),
});
export type PaymentSettings = z.infer<typeof paymentSettings>;

export const paymentSettingsChange = z.object({
  version: z.number().int().nonnegative(),
  minPayout: dollars
    .refine((value) => value > 0, issue('amount_too_small'))
    .refine((value) => value <= MIN_PAYOUT_MAX_DOLLARS, issue('amount_too_large'))
    .nullable(),
  autoWithdrawal: z.boolean(),
});

/** A closed month, in the network's time zone, of one publisher: opening + earnings + adjustments - withdrawn + returned = closing. */
export const statement = z.object({
  month: calendarMonth,
  currency: z.string(),
  opening: z.number(),
  earnings: z.number(),
  adjustments: z.number(),
  withdrawn: z.number(),
  /** Withdrawals that failed or were rejected in that month. */
  returned: z.number(),
  closing: z.number(),
  closedAt: instant,
});
export type StatementSummary = z.infer<typeof statement>;

/** Of earnings, whether they can be withdrawn already or not. */
const earningCorrection = z.object({
  id: z.string(),
  at: instant,
  /** `spend_refund`: an advertiser got back what was charged, and with it what was earned by it. */
  kind: z.enum(['adjustment', 'spend_refund']),
  amount: z.number(),
  reason: z.string(),
});

const tags = ['Payment'];
const PROFILES = '/publisher/payment/profiles';

export const paymentsContract = {
  summary: publisherPaymentOperation
    .route(get('/publisher/payment', tags, 'Balances and what may be withdrawn'))
    .output(
      data(
        z.object({
          currency: z.string(),
          available: z.number(),
          /** Available in whole cents: the most that can be asked for. */
          withdrawable: z.number(),
          /** Asked for and not paid yet. */
          inFlight: z.number(),
          pending: z.number(),
          /** Paid out so far, with what was withheld of it as tax. */
          paid: z.number(),
          withheld: z.number(),
          /** The network's corrections of the balances: below 0 it took more than it gave. */
          adjusted: z.number(),
          /** Earned so far: total + adjusted = available + pending + inFlight + paid. */
          total: z.number(),
          nextPaymentDate: day,
          /** The network's, or the publisher's own where it is higher. */
          minPayout: z.number(),
        }),
      ),
    ),
  requestWithdrawal: publisherWithdrawalOperation
    .route(post('/publisher/payment/withdrawals', tags, 'Ask to be paid'))
    .input(z.object({ amount: withdrawalAmount, profileId: id }))
    .output(data(payout)),
  cancelWithdrawal: publisherMoneyOperation
    .route(
      post(
        '/publisher/payment/withdrawals/{id}/cancel',
        tags,
        'Take a pending withdrawal back: its amount is available again',
      ),
    )
    .input(z.object({ id }))
    .output(data(payout)),
  history: publisherPaymentOperation
    .route(get('/publisher/payment/history', tags, 'Payment history'))
    .input(
      z.object({
        ...listQuery(['paymentId', 'amount', 'method', 'requestedAt', 'completedAt', 'status']),
        status: z.enum(PAYOUT_STATUSES).optional(),
        year: calendarYear.optional(),
        month: z.number().int().min(1).max(12).optional(),
      }),
    )
    .output(listOf(payout, { years: z.array(z.number().int()) })),
  profiles: publisherPayeeReading
    .route(get(PROFILES, tags, 'Payment profiles, masked; the default first'))
    .output(data(z.object({ items: z.array(paymentProfile) }))),
  createProfile: publisherPayeeCreation
    .route(post(PROFILES, tags, 'Add a payment profile'))
    .input(newPaymentProfile)
    .output(data(paymentProfile)),
  updateProfile: publisherPayeeOperation
    .route(put(`${PROFILES}/{id}`, tags, 'Rename it, or replace its details'))
    .input(paymentProfileChange)
    .output(data(paymentProfile)),
  deleteProfile: publisherPayeeOperation
    .route(remove(`${PROFILES}/{id}`, tags, 'Delete it and erase its details'))
    .input(z.object({ id }))
    .output(done),
  setDefaultProfile: publisherPayeeOperation
    .route(post(`${PROFILES}/{id}/default`, tags, 'Prefer this profile'))
    .input(z.object({ id }))
    .output(data(paymentProfile)),
  settings: publisherPayeeReading
    .route(get('/publisher/payment/settings', tags, 'Payment settings'))
    .output(data(paymentSettings)),
  updateSettings: publisherPayeeOperation
    .route(put('/publisher/payment/settings', tags, 'Change payment settings'))
    .input(paymentSettingsChange)
    .output(data(paymentSettings)),
  corrections: publisherPaymentOperation
    .route(
      get('/publisher/payment/corrections', tags, 'What the network credited or took back, newest first'),
    )
    .input(z.object(logQuery(20)))
    .output(logOf(earningCorrection, {})),
  statements: publisherPaymentOperation
    .route(get('/publisher/payment/statements', tags, 'Closed months, newest first'))
    .output(data(z.object({ items: z.array(statement) }))),
  // A statement says where each withdrawal went.
  statementPdf: publisherPayeeReading
    .route(get('/publisher/payment/statements/{month}/pdf', tags, 'Statement of a closed month as PDF'))
    .input(z.object({ month: calendarMonth }))
    .output(pdfFile),
  statementCsv: publisherPayeeReading
    .route(get('/publisher/payment/statements/{month}/csv', tags, 'Statement of a closed month as CSV'))
    .input(z.object({ month: calendarMonth }))
    .output(csvFile),
};
