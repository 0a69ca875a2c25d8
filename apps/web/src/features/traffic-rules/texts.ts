import { defineTexts } from '../../i18n/texts.ts';
import english from './traffic-rules.en.json';

/** Rules that filter traffic, and what they would have filtered. */
export const trafficTexts = defineTexts('trafficRules', english);
