import { defineTexts } from '../../i18n/texts.ts';
import english from './settings.en.json';

/** Rate card and settings of the network. */
export const settingsTexts = defineTexts('settings', english);
