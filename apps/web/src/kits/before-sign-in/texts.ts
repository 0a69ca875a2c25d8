import { defineTexts } from '../../i18n/texts.ts';
import english from './auth.en.json';

/** Login, invitation, forgotten and new password. */
export const authTexts = defineTexts('auth', english);
