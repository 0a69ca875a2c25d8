import { defineTexts } from '../../i18n/texts.ts';
import english from './minimum-bids.en.json';

/** Minimum bids by type of widget and tier of countries, as operators set them. */
export const minimumBidTexts = defineTexts('minimumBids', english);
