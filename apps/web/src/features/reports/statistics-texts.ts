import { defineTexts } from '../../i18n/texts.ts';
import english from './statistics.en.json';

export const statisticsTexts = defineTexts('statistics', english);
