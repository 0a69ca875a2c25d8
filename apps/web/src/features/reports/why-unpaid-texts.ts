import { defineTexts } from '../../i18n/texts.ts';
import english from './why-unpaid.en.json';

/** Why views of a widget brought nothing, each reason in plain words with what the publisher can do. */
export const whyUnpaidTexts = defineTexts('whyUnpaid', english);
