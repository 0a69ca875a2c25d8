import { defineTexts } from '../../i18n/texts.ts';
import english from './moderation.en.json';

/** What runs in the network, for the operator to stop. */
export const moderationTexts = defineTexts('moderation', english);
