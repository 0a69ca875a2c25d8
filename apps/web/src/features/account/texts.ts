import { defineTexts } from '../../i18n/texts.ts';
import english from './account.en.json';
import apiKeysEnglish from './api-keys.en.json';

export const accountTexts = defineTexts('account', english);
export const apiKeysTexts = defineTexts('apiKeys', apiKeysEnglish);
