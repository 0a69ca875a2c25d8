import { defineTexts } from '../../i18n/texts.ts';
import english from './conversion-delays.en.json';

/** Conversions by how long after their click they came. */
export const conversionDelaysTexts = defineTexts('conversionDelays', english);
