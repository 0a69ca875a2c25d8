import { defineTexts } from '../../i18n/texts.ts';
import english from './network.en.json';

/** The network’s report, and what was filtered. */
export const networkTexts = defineTexts('network', english);
