import { defineTexts } from '../../i18n/texts.ts';
import english from './account-switch.en.json';

/** What only the open choice of an account says. */
export const accountSwitchTexts = defineTexts('accountSwitch', english);
