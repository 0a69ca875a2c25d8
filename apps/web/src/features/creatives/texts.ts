import { defineTexts } from '../../i18n/texts.ts';
import english from './creatives.en.json';

/** Creatives: list, wizard, edit, details. */
export const creativesTexts = defineTexts('creatives', english);
