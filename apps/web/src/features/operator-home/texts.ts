import { defineTexts } from '../../i18n/texts.ts';
import english from './operator-home.en.json';

export const operatorHomeTexts = defineTexts('operatorHome', english);
