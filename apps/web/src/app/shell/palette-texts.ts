import { defineTexts } from '../../i18n/texts.ts';
import english from './palette.en.json';

/** What only the open palette says. */
export const paletteTexts = defineTexts('palette', english);
