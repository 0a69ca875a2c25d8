import { defineTexts } from '../../i18n/texts.ts';
import english from './payment.en.json';
import selfBillingEnglish from './self-billing.en.json';

/** A publisher's balances, withdrawals, payment history, profiles and settings. */
export const paymentTexts = defineTexts('payment', english);

/** Invoices that the network issues for a publisher. */
export const selfBillingTexts = defineTexts('selfBilling', selfBillingEnglish);
