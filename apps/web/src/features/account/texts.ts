import { defineTexts } from '../../i18n/texts.ts';
import english from './account.en.json';

export const accountTexts = defineTexts('account', english);
