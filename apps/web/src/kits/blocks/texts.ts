import { defineTexts } from '../../i18n/texts.ts';
import english from './publisher-ads.en.json';

/** Which ads stand on a publisher's pages, what visitors said of them, and what is kept off. */
export const publisherAdsTexts = defineTexts('publisherAds', english);
