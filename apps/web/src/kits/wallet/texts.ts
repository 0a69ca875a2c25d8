import { defineTexts } from '../../i18n/texts.ts';
import english from './wallet.en.json';

/** What moved a wallet, for its account and for the operator. */
export const walletTexts = defineTexts('wallet', english);
