import { defineTexts } from '../../i18n/texts.ts';
import english from './overlays.en.json';

/** What opens over any page: the palette of what one may go to, the choice of an account. */
export const overlaysTexts = defineTexts('overlays', english);
