import { defineTexts } from '../../i18n/texts.ts';
import english from './users.en.json';

/** Accounts of the network. */
export const userTexts = defineTexts('users', english);
