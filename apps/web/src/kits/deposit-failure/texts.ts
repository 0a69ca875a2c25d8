import { defineTexts } from '../../i18n/texts.ts';
import english from './deposit-failure.en.json';

/** Why a card payment failed. */
export const depositFailureTexts = defineTexts('depositFailure', english);
