import { defineTexts } from '../../../i18n/texts.ts';
import english from './payout-tabs.en.json';

/** What is loaded when it is opened: the tabs beside the queue, and the dialog that returns a payout. */
export const payoutTabTexts = defineTexts('payoutTabs', english);
