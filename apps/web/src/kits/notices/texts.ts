import { defineTexts } from '../../i18n/texts.ts';
import english from './notices.en.json';

/** What an account is told, by kind, and which of it is mailed. */
export const noticeTexts = defineTexts('notices', english);
