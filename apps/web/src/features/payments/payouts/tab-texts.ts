import { defineTexts } from '../../../i18n/texts.ts';
import english from './payout-tabs.en.json';

/** The tabs beside the queue, which are loaded when one is opened. */
export const payoutTabTexts = defineTexts('payoutTabs', english);
