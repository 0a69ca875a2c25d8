import { defineTexts } from '../../i18n/texts.ts';
import english from './payment.en.json';

/** A publisher's balances, withdrawals, payment history, profiles and settings. */
export const paymentTexts = defineTexts('payment', english);
