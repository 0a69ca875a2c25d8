import { defineTexts } from '../../i18n/texts.ts';
import english from './widgets.en.json';

/** Widgets of a publisher: lists, creating, editing, the code for the page. */
export const widgetsTexts = defineTexts('widgets', english);
