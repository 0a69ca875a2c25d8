import { defineTexts } from '../../i18n/texts.ts';
import english from './open-record.en.json';

export const openRecordTexts = defineTexts('openRecord', english);
