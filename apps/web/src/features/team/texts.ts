import { defineTexts } from '../../i18n/texts.ts';
import english from './team.en.json';

/** Who acts for an account. */
export const teamTexts = defineTexts('team', english);
