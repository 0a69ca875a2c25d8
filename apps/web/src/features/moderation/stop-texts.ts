import { defineTexts } from '../../i18n/texts.ts';
import english from './stop-dialogs.en.json';

/** The dialogs that stop a creative or a website. */
export const stopTexts = defineTexts('stopDialogs', english);
