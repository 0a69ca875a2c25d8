import { defineTexts } from '../../i18n/texts.ts';
import english from './billing.en.json';

/** Wallet, deposits, transactions, invoices. */
export const billingTexts = defineTexts('billing', english);
