import { defineTexts } from '../../i18n/texts.ts';
import english from './share-rates.en.json';

/** Revenue shares by date, as operators set them and publishers read them. */
export const shareRateTexts = defineTexts('shareRates', english);
