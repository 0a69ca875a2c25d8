import { defineTexts } from '../../i18n/texts.ts';
import english from './ad-preview.en.json';

/** How an ad looks, alone and on a page. */
export const adPreviewTexts = defineTexts('adPreview', english);
